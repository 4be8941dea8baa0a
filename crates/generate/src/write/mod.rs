//! Levels as data sets.

mod columns;
mod concepts;
mod npy;
mod split;

pub use columns::{level_header, level_row, state_header, state_row};
pub use concepts::{ConceptSteps, concepts};
pub use npy::{Encoding, Field, Npy, fields, labels};
pub use split::{BadSplit, Split};

use kuraban::{Dialect, Entry, SavedGame};

use crate::make::Made;
use crate::random::VERSION;
use crate::recipe::Recipe;
use crate::title::title;

/// What a file says about where its levels come from.
pub fn note(recipe: &Recipe, from: u64) -> String {
    format!(
        "generator: kuraban {VERSION}, {}, {}x{}, boxes {}-{}, seed {}, from {from}",
        recipe.maker.name(),
        recipe.size.0,
        recipe.size.1,
        recipe.boxes.start(),
        recipe.boxes.end(),
        recipe.seed,
    )
}

/// A level with its title, what is known of it, and its solution, as collections hold it.
pub fn entry(made: &Made) -> Entry {
    let mut entry = Entry::bare(Dialect::Xsb, Ok(made.level.clone()));
    entry.title = Some(title(&made.id));
    entry.notes.push(words(made));
    if made.twin.is_none() {
        let letters = made.labels.solution.lurd();
        entry.games.push(SavedGame { title: None, letters });
    }
    entry
}

/// What is known of a level, in a line.
pub fn words(made: &Made) -> String {
    if made.twin.is_some() {
        return format!("Index: {}; it cannot be solved: proved", made.index);
    }
    let figures = made.labels.solution.figures();
    let proved: Vec<&str> = made.labels.proved.iter().map(|claim| claim.name()).collect();
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
    if let Some(difficulty) = &made.labels.difficulty {
        words += &format!("; difficulty: {}", difficulty.words());
    }
    words
}
