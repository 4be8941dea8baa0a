//! What a host brings and allows.

use std::time::Duration;

use kuraban::Clock;

/// Where a question is answered: what the host allows, and its clock, started for this question.
#[derive(Clone, Copy)]
pub struct Desk<'a> {
    /// What the host allows.
    pub limits: &'a Limits,
    /// Tells the time since the question was asked.
    pub clock: &'a dyn Clock,
}

/// What a host allows to a single question.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest time limit of a solve.
    pub time: Duration,
    /// The largest memory limit of a solve, in bytes.
    pub memory: usize,
    /// The most levels that one reading answers.
    pub levels: usize,
    /// The largest board that is solved or looked at, in squares.
    pub squares: usize,
    /// The most boxes of such a board.
    pub boxes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_hours(1),
            memory: 1 << 30,
            levels: 2000,
            squares: 40_000,
            boxes: 1000,
        }
    }
}
