//! Collections and solutions for tests; skipped where they are not at hand.

use std::path::PathBuf;

use kuraban_level::{Dir, Level};

/// The folder with the collections, beside the workspace.
pub(crate) fn collections() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    folder.is_dir().then_some(folder)
}

/// The boards of a collection: runs of lines that hold a wall and nothing but level characters.
pub(crate) fn boards(text: &str) -> Vec<String> {
    let mut boards = Vec::new();
    let mut board = String::new();
    for line in text.lines().chain([""]) {
        let row =
            line.contains('#') && line.chars().all(|letter| "#@+$*. -_".contains(letter));
        if row {
            board.push_str(line);
            board.push('\n');
        } else if !board.is_empty() {
            boards.push(std::mem::take(&mut board));
        }
    }
    boards.retain(|board| board.contains(['@', '+']));
    boards
}

/// The levels of a collection with their known solutions, by number.
pub(crate) fn solved_levels(name: &str) -> Vec<(usize, Level, Vec<Dir>)> {
    let Some(folder) = collections() else { return Vec::new() };
    let read = |path: PathBuf| -> String {
        String::from_utf8_lossy(&std::fs::read(path).expect("readable")).into_owned()
    };
    let levels = boards(&read(folder.join(format!("{name}.xsb"))));
    let solutions = read(folder.join(format!("solutions/{name}.csv")));
    solutions
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let number: usize = line.split(',').next()?.parse().ok()?;
            let steps = line.rsplit(',').next()?.chars().filter_map(Dir::from_letter);
            let level: Level = levels.get(number - 1)?.parse().ok()?;
            Some((number, level, steps.collect()))
        })
        .collect()
}
