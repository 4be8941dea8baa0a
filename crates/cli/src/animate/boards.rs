//! A film in letters.

use kuraban::{Alphabet, Dialect, Rules, write};
use kuraban_draw::Film;

/// The boards of all frames, one below another.
pub(crate) fn boards(film: &Film) -> String {
    let boards: Vec<String> =
        (0..film.frames().len()).map(|index| board(film, index)).collect();
    boards.join("\n")
}

/// A frame in letters, with what is told of it.
pub(crate) fn board(film: &Film, index: usize) -> String {
    let level = film.level();
    let dialect =
        if level.rules() == Rules::Boulders { Dialect::Boulder } else { Dialect::Xsb };
    let rows = write::rows(&film.position(index), &Alphabet::of(dialect));
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    let mut text = rows.join("\n");
    text.push('\n');
    text.push_str(&film.caption(index));
    text.push('\n');
    text
}
