//! A level with everything its file says about it.

use crate::{Dialect, Level, Problem, Problems};

/// A line of step letters that stood with a level: a solution if it solves the level when it is
/// played, otherwise a snapshot of an unfinished game.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct SavedGame {
    /// The heading above it, if there was one.
    pub title: Option<String>,
    /// The letters as they were written, without white space.
    pub letters: String,
}

impl SavedGame {
    /// Whether its heading calls it something else than a solution: it need not solve.
    pub fn is_snapshot(&self) -> bool {
        self.title.as_deref().is_some_and(|title| !title.starts_with("Solution"))
    }
}

/// One level of a file, or why there is none in its place.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Counts from one in its file.
    pub index: usize,
    /// The line where the board begins.
    pub line: usize,
    /// Its name.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Further lines about it, as they were written.
    pub notes: Vec<String>,
    /// Solutions and snapshots that came with it.
    pub games: Vec<SavedGame>,
    /// The notation it was read in.
    pub dialect: Dialect,
    /// Whether the notation was found out rather than given.
    pub detected: bool,
    /// Whether the file asks for a trace of the search (`debug_on` of `boulder`).
    pub wants_trace: bool,
    /// What is legal but odd.
    pub warnings: Vec<String>,
    /// The level.
    pub level: Result<Level, Problems>,
}

impl Entry {
    /// Whether the file as a whole is at fault, not a level in it.
    pub fn is_file_problem(&self) -> bool {
        let problems = self.level.as_ref().err();
        problems.is_some_and(|problems| problems.0.iter().any(Problem::is_of_file))
    }

    /// A level without anything said about it.
    pub fn bare(dialect: Dialect, level: Result<Level, Problems>) -> Self {
        Self {
            index: 1,
            line: 1,
            title: None,
            author: None,
            notes: Vec::new(),
            games: Vec::new(),
            dialect,
            detected: false,
            wants_trace: false,
            warnings: Vec::new(),
            level,
        }
    }
}
