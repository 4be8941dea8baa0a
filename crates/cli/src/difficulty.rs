//! How hard levels are, for `show`, `stats` and `draw`: as `lint` tells it.

use std::time::Duration;

use kuraban::{Difficulty, Level, Limits, Question, SystemClock};
use kuraban_lint::judge;

/// Memory that judging a level may take.
const MEMORY: usize = 2 << 30;

/// Solves a level within a limit of time, and judges it; `None` where no solution was found. It
/// takes one thread, so that the result does not depend on the machine.
pub(crate) fn measure(level: &Level, time: Duration) -> Option<Difficulty> {
    judge(level, question(time), &SystemClock::start(), false)
}

/// The same with all reasons, which takes longer.
pub(crate) fn explain(level: &Level, time: Duration) -> Option<Difficulty> {
    judge(level, question(time), &SystemClock::start(), true)
}

fn question(time: Duration) -> Question {
    let mut limits = Limits::default().memory(MEMORY);
    limits.time = (!time.is_zero()).then_some(time);
    Question::default().limits(limits).threads(1)
}
