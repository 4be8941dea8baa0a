//! A search with everything it tells.

use std::ops::ControlFlow;

use kuraban_level::Level;
use kuraban_search::{Clock, Event, Listener, Question};

use crate::{Answer, AskError, Solver, SystemClock};

/// Keeps what is traced.
#[derive(Default)]
struct Lines(Vec<String>);

impl Listener for Lines {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        if let Event::Trace(line) = event {
            self.0.extend(line.lines().map(str::to_owned));
        }
        ControlFlow::Continue(())
    }

    fn wants_trace(&self) -> bool {
        true
    }
}

/// The answer of an engine and the lines of its trace, one expansion after another; engines that
/// are not classic tell little or nothing. Memory for the lines is not counted: limit the nodes of
/// the question.
///
/// ```
/// use kuraban::{Level, Limits, Question, traced};
///
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// let question = Question::default().limits(Limits::default().nodes(100));
/// let (answer, lines) = traced(&level, "bfs", &question)?;
/// assert!(answer.solution.is_some());
/// assert!(lines[0].starts_with("expansion 1, depth 0: boxes (1,2)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn traced(
    level: &Level,
    engine: &str,
    question: &Question,
) -> Result<(Answer, Vec<String>), AskError> {
    traced_with(level, engine, question, &SystemClock::start())
}

/// The same with a clock of the host.
pub fn traced_with(
    level: &Level,
    engine: &str,
    question: &Question,
    clock: &dyn Clock,
) -> Result<(Answer, Vec<String>), AskError> {
    let mut lines = Lines::default();
    let answer = Solver::new(engine)?.solve_with(level, question, clock, &mut lines)?;
    Ok((answer, lines.0))
}
