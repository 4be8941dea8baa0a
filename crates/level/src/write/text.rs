//! Boards as text, with title, author, notes and solutions below them.

use std::fmt::Write as _;

use crate::read::{DRAWN, is_plain_text, row};
use crate::write::{Style, WriteError, WriteOptions, rle, rows};
use crate::{Alphabet, Dialect, Entry, Level};

/// Step letters are broken into lines of this length.
const LINE: usize = 100;

pub(super) fn begin(preamble: &[String]) -> String {
    let mut out = String::new();
    for line in preamble {
        // A `;` keeps it from being taken for a title or a row.
        let safe = [";", "::", "Collection:"].iter().any(|begin| line.starts_with(begin));
        let comment = if safe || line.trim().is_empty() { "" } else { "; " };
        writeln!(out, "{comment}{}", line.trim_end()).expect("writing to a string");
    }
    if !preamble.is_empty() {
        out.push('\n');
    }
    out
}

pub(super) fn write(
    dialect: Dialect,
    options: WriteOptions,
    entry: &Entry,
    level: &Level,
    more: &[String],
    count: usize,
) -> Result<String, WriteError> {
    let alphabet = Alphabet::of(dialect);
    let mut out = String::new();
    if count > 1 && !options.alone {
        out.push('\n');
    }
    let style = if dialect == Dialect::Xsb { options.style } else { Style::Plain };
    let described =
        (entry.title.is_some() || entry.index > 1 || count > 1) && !options.alone;
    let heading = entry.title.as_deref().filter(|title| can_head(title));
    let heading = heading.filter(|_| style == Style::Sok && !options.alone);
    let number = match (style, heading) {
        _ if !described => String::new(),
        (Style::Sok, Some(title)) => format!("{title}\n\n"),
        // A number keeps the text above from being taken for a title.
        (Style::Sok, None) => format!("{count}\n\n"),
        _ => format!("; {count}\n"),
    };
    out.push_str(&number);
    if style == Style::Rle {
        out.push_str(&rle(level));
        out.push('\n');
    } else {
        for row in board(dialect, &alphabet, level)? {
            out.push_str(&row);
            out.push('\n');
        }
    }
    let title = entry.title.as_ref().filter(|_| heading.is_none());
    for (key, value) in [("Title", title), ("Author", entry.author.as_ref())] {
        if let Some(value) = value {
            writeln!(out, "{key}: {value}").expect("writing to a string");
        }
    }
    for note in &entry.notes {
        let guard = if could_be_more_than_text(note) { ":: " } else { "" };
        writeln!(out, "{guard}{}", note.trim_end()).expect("writing to a string");
    }
    let games = entry.games.iter().map(|game| (game.title.as_deref(), &game.letters));
    for (title, letters) in games.chain(more.iter().map(|letters| (None, letters))) {
        let title = title.unwrap_or("Solution");
        writeln!(out, "\n{title}").expect("writing to a string");
        let letters: Vec<char> = letters.chars().collect();
        for line in letters.chunks(LINE) {
            out.extend(line);
            out.push('\n');
        }
    }
    Ok(out)
}

/// Whether a title can stand above its board and is read as such.
fn can_head(title: &str) -> bool {
    title.starts_with(char::is_alphabetic)
        && !title.contains(['#', '\n', '\r'])
        && title.trim_end() == title
        && is_plain_text(title)
        && !could_be_more_than_text(title)
}

/// Whether a note would be taken for a row, a heading or steps when it is read again.
fn could_be_more_than_text(note: &str) -> bool {
    // Spaces before it may be floor.
    let written = note.trim_end();
    let note = note.trim();
    let is_row =
        |dialect, text| row::kind(&Alphabet::of(dialect), text, true) > row::Kind::No;
    let row = |dialect| is_row(dialect, note) || is_row(dialect, written);
    note.starts_with(';') || (!note.is_empty() && DRAWN.into_iter().any(row))
}

/// The rows of a board as the dialect wants them.
fn board(
    dialect: Dialect,
    alphabet: &Alphabet,
    level: &Level,
) -> Result<Vec<String>, WriteError> {
    let padded = rows(level, alphabet);
    let is_blank = |row: &String| row.trim().is_empty();
    let refuse_blank = |rows: Vec<String>| match rows.iter().position(is_blank) {
        Some(row) => Err(WriteError::BlankRow { row, dialect }),
        None => Ok(rows),
    };
    if level.is_enclosed() {
        let blank = if dialect == Dialect::Xsb { "-" } else { " " };
        let mut trimmed: Vec<String> = padded
            .iter()
            .map(
                |row| {
                    if is_blank(row) { blank.into() } else { row.trim_end().to_owned() }
                },
            )
            .collect();
        if dialect != Dialect::Crate {
            // What lies outside a closed level is not part of it.
            let empty = |row: &String| matches!(row.as_str(), "-" | " ");
            let first = trimmed.iter().position(|row| !empty(row)).unwrap_or(0);
            let last = trimmed.iter().rposition(|row| !empty(row)).unwrap_or(0);
            trimmed = trimmed[first..=last].to_vec();
        }
        // Levels of these two end at a blank row.
        return match dialect {
            Dialect::Ampersand | Dialect::Glyph => refuse_blank(trimmed),
            _ => Ok(trimmed),
        };
    }
    match dialect {
        Dialect::Ampersand => Err(WriteError::Open),
        Dialect::Xsb => {
            let plain = |row: &String| !row.contains(['#', '$', '@', '*', '+']);
            let last = padded.len() - 1;
            match [0, last].into_iter().find(|&row| plain(&padded[row])) {
                Some(row) => Err(WriteError::BlankRow { row, dialect }),
                None => Ok(padded.iter().map(|row| row.replace(' ', "-")).collect()),
            }
        }
        Dialect::Glyph => refuse_blank(padded),
        _ => Ok(padded),
    }
}
