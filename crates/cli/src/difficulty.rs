//! How hard levels are, for `show` and `stats`.

use std::time::Duration;

use kuraban::{Difficulty, Level, Limits, Question, SystemClock};

/// Memory that judging a level may take.
const MEMORY: usize = 2 << 30;

/// Solves a level within a limit of time, and judges it; `None` where no solution was found. It
/// takes one thread, so that the result does not depend on the machine.
pub(crate) fn measure(level: &Level, time: Duration) -> Option<Difficulty> {
    let mut limits = Limits::default().memory(MEMORY);
    limits.time = (!time.is_zero()).then_some(time);
    let question = Question::default().limits(limits).threads(1);
    let measured = Difficulty::measure(level, &question, &SystemClock::start());
    measured.ok()?.difficulty
}
