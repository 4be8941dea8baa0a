//! The referee: plays solutions by the rules, naively, and counts them.
//!
//! This crate shares no code with any search: it looks at squares one by one, keeps no tables
//! and knows no shortcuts, so that an engine and the referee must be wrong in the same way to
//! fool anybody. A [`Solution`] can be made only here, by playing it.

mod figures;
mod replay;
mod solution;

pub use figures::{Figures, LetterFigures};
pub use replay::{Illegal, IllegalStep, Played, Replay, after, play};
pub use solution::{NotSolved, Solution};
