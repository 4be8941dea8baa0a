//! Levels as data sets.

mod columns;
mod concepts;
mod npy;
mod split;

pub use columns::{level_header, level_row, state_header, state_row};
pub use concepts::{ConceptSteps, concepts};
pub use npy::{Encoding, Field, Npy, fields, labels};
pub use split::{BadSplit, Split};

use std::fmt::Write as _;

use kuraban::{Dialect, Entry, SavedGame};
use kuraban_lint::trimmed;

use crate::make::Made;
use crate::title::title;

/// A level with its title, what is known of it, and its solution, as collections hold it: without
/// walls that touch no floor.
pub fn entry(made: &Made) -> Entry {
    let mut entry = Entry::bare(Dialect::Xsb, Ok(trimmed(&made.level)));
    entry.title = Some(title(&made.id));
    entry.notes.push(words(made));
    if let Some(labels) = made.told() {
        let letters = labels.solution.lurd();
        entry.games.push(SavedGame { title: None, letters });
    }
    entry
}

/// What is known of a level, in a line.
pub fn words(made: &Made) -> String {
    if made.twin.is_some() {
        return format!("Index: {}; it cannot be solved: proved", made.index);
    }
    let Some(labels) = made.told() else {
        return format!("Index: {}", made.index);
    };
    let figures = labels.solution.figures();
    let proved: Vec<&str> = labels.proved.iter().map(|claim| claim.name()).collect();
    let least = |claim: &str| if proved.contains(&claim) { " (least)" } else { "" };
    let mut words = format!(
        "Index: {}; pushes: {}{}; moves: {}{}; box lines: {}",
        made.index,
        figures.pushes,
        least("pushes"),
        figures.moves,
        least("moves"),
        figures.box_lines
    );
    if let Some(difficulty) = &labels.difficulty {
        let _ = write!(words, "; difficulty: {}", difficulty.words());
    }
    words
}
