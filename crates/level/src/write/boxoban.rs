//! Boxoban files: numbered boards of ten by ten, with `# @ $ .` and space.

use crate::write::{WriteError, rows};
use crate::{Alphabet, Dialect, Level};

/// Rows of a board, and letters of a row.
pub(super) const SIDE: usize = 10;

/// What lies round a smaller board is filled with walls, as Boxoban does.
pub(super) fn write(
    level: &Level,
    number: usize,
    alone: bool,
) -> Result<String, WriteError> {
    let (width, height) = (level.width(), level.height());
    if !level.is_enclosed() {
        return Err(WriteError::OpenBoxoban);
    }
    if width > SIDE || height > SIDE {
        return Err(WriteError::Size { width, height });
    }
    let edge = (0..width * height).filter(|&at| {
        let (row, column) = level.row_column(at);
        row == 0 || column == 0 || row == height - 1 || column == width - 1
    });
    let outside = edge.filter(|&at| !level.square(at).wall).collect();
    let outside = level.flood(outside, |at| !level.square(at).wall);
    let mut out = if alone { String::new() } else { format!("; {number}\n") };
    let drawn = rows(level, &Alphabet::of(Dialect::Xsb));
    for row in 0..SIDE {
        let drawn = drawn.get(row).map_or("", String::as_str);
        let inside = drawn.chars().enumerate().map(|(column, letter)| {
            if outside[row * width + column] { '#' } else { letter }
        });
        out.extend(inside.chain(std::iter::repeat('#')).take(SIDE));
        out.push('\n');
    }
    if !alone {
        out.push('\n');
    }
    match out.chars().find(|letter| matches!(letter, '*' | '+')) {
        Some('*') => Err(WriteError::OnGoal("a box")),
        Some(_) => Err(WriteError::OnGoal("the player")),
        None => Ok(out),
    }
}
