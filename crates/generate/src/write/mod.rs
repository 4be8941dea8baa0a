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

use kuraban::{Dialect, Entry, Level, SavedGame};

use crate::make::Made;
use crate::random::VERSION;
use crate::recipe::{Maker, Recipe};
use crate::title::title;

/// What a file says about where its levels come from; of an archive, how many rooms it looked at.
pub fn note(recipe: &Recipe, archive: Option<u64>, from: u64) -> String {
    let maker = match archive {
        Some(rooms) => format!("archive of {rooms} rooms"),
        None => recipe.maker.name().to_owned(),
    };
    let (boxes, (width, height)) = (&recipe.boxes, recipe.size);
    let size = match recipe.maker {
        // Those of the given level.
        Maker::Vary => String::new(),
        _ => format!(", {width}x{height}, boxes {}-{}", boxes.start(), boxes.end()),
    };
    let twins = match recipe.unsolvable {
        share if share > 0.0 => format!(", unsolvable {share}"),
        _ => String::new(),
    };
    let seed = recipe.seed;
    format!(
        "generator: kuraban {VERSION}, {maker}{size}{twins}, seed {seed}, from {from}"
    )
}

/// A level without the walls that are far from all floor.
fn trimmed(level: &Level) -> Level {
    let (width, height) = (level.width(), level.height());
    let reach = level.flood(vec![level.player()], |_| true);
    let is_near = |row: usize, column: usize| {
        let rows = row.saturating_sub(1)..=(row + 1).min(height - 1);
        rows.into_iter().any(|row| {
            let columns = column.saturating_sub(1)..=(column + 1).min(width - 1);
            columns.into_iter().any(|column| reach[row * width + column])
        })
    };
    let near: Vec<(usize, usize)> = (0..reach.len())
        .map(|at| level.row_column(at))
        .filter(|&(row, column)| is_near(row, column))
        .collect();
    let (Some(&(top, _)), Some(&(bottom, _))) = (near.first(), near.last()) else {
        return level.clone();
    };
    let columns = || near.iter().map(|&(_, column)| column);
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let cut =
        || (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column)));
    let squares = cut().map(|(row, column)| level.square(row * width + column)).collect();
    let player = cut().position(|(row, column)| row * width + column == level.player());
    Level::new(level.rules(), right - left + 1, squares, player.as_slice())
        .unwrap_or_else(|_| level.clone())
}

/// A level with its title, what is known of it, and its solution, as collections hold it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trimming_leaves_the_puzzle() {
        let text = "########\n########\n##@ $.##\n##  ####\n########\n########";
        let level: Level = text.parse().expect("a level");
        let cut = trimmed(&level);
        assert_eq!(cut, "######\n#@ $.#\n#  ###\n######".parse().expect("a level"));
        assert_eq!(trimmed(&cut), cut);
    }
}
