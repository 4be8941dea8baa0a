//! Writes boulder puzzles: a block of assignments.

use std::fmt::Write as _;

use crate::{Entry, Level};

pub(super) fn begin(preamble: &[String]) -> String {
    preamble.iter().fold(String::new(), |mut out, line| {
        writeln!(out, "# {}", line.trim()).expect("writing to a string");
        out
    })
}

pub(super) fn write(
    entry: &Entry,
    level: &Level,
    more: &[String],
    count: usize,
) -> String {
    let mut out = String::new();
    if count > 1 {
        out.push('\n');
    }
    for (key, value) in [("Title", &entry.title), ("Author", &entry.author)] {
        if let Some(value) = value {
            writeln!(out, "# {key}: {value}").expect("writing to a string");
        }
    }
    for note in &entry.notes {
        writeln!(out, "# {note}").expect("writing to a string");
    }
    for letters in more {
        writeln!(out, "# Solution: {letters}").expect("writing to a string");
    }
    let position = |at| {
        let (row, column) = level.row_column(at);
        format!("Position({row},{column})")
    };
    writeln!(out, "startpos = {}", position(level.player()))
        .expect("writing to a string");
    writeln!(out, "goalpos = {}", position(level.goals()[0]))
        .expect("writing to a string");
    writeln!(out, "gameAreaSizeV = {}", level.height()).expect("writing to a string");
    writeln!(out, "gameAreaSizeH = {}", level.width()).expect("writing to a string");
    out.push_str("startAreaState = [\n");
    for row in level.squares().chunks(level.width()) {
        let cells: Vec<&str> =
            row.iter().map(|square| if square.has_box { "1" } else { "0" }).collect();
        writeln!(out, "    [{}],", cells.join(",")).expect("writing to a string");
    }
    let debug = if entry.wants_trace { "True" } else { "False" };
    writeln!(out, "]\ndebug_on = {debug}").expect("writing to a string");
    out
}
