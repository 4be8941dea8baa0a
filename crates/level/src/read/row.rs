//! Which lines of a text are rows of a board.

use std::rc::Rc;

use crate::rle::{self, RleError};
use crate::{Alphabet, Dialect, MAX_SQUARES, Tile};

/// How much a line looks like a row.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Kind {
    /// Something else.
    No,
    /// Begins and ends like a row but holds a character that no row has.
    Bad,
    /// Only board characters, all of which occur in text too: a row only inside a board.
    Weak,
    /// A row that can begin a board.
    Strong,
}

/// One row of a board as it was written.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) line: usize,
    pub(crate) text: String,
    /// Where its characters stand in the file, unless they begin a line of their own.
    pub(crate) origin: Option<Box<Origin>>,
}

/// Where the characters of a row come from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// The column of each character.
    pub(crate) columns: Vec<usize>,
    /// The line as it stands in the file.
    pub(crate) source: Rc<str>,
}

impl Row {
    pub(crate) fn plain(line: usize, text: String) -> Self {
        Self { line, text, origin: None }
    }

    /// The column, from one, of the character with this index.
    pub(crate) fn column(&self, index: usize) -> usize {
        match &self.origin {
            Some(origin) => {
                let columns = &origin.columns;
                columns.get(index).or(columns.last()).copied().unwrap_or(1)
            }
            None => index + 1,
        }
    }

    pub(crate) fn source(&self) -> &str {
        self.origin.as_ref().map_or(&self.text, |origin| &origin.source)
    }
}

/// Judges a line by one alphabet. Inside a board a line between walls is a row, however
/// many foreign characters it has.
pub(crate) fn kind(alphabet: &Alphabet, text: &str, in_board: bool) -> Kind {
    if text.is_empty() || text.starts_with("::") || text.starts_with(';') {
        return Kind::No;
    }
    let mut walls = 0usize;
    let mut letters = 0usize;
    let mut known = 0usize;
    let mut unknown = 0usize;
    let mut encoded = false;
    let xsb = alphabet.dialect() == Dialect::Xsb;
    for letter in text.chars() {
        match alphabet.tile(letter) {
            Some(tile) => {
                known += 1;
                walls += usize::from(tile == Tile::Wall);
                letters += usize::from(xsb && letter.is_ascii_alphabetic());
            }
            None if xsb && matches!(letter, '0'..='9' | '(' | ')' | '|') => {
                encoded = true;
            }
            None => unknown += 1,
        }
    }
    let trimmed = text.trim();
    let (Some(first), Some(last)) = (trimmed.chars().next(), trimmed.chars().next_back())
    else {
        return if alphabet.dialect() == Dialect::Crate && !text.is_empty() && unknown == 0
        {
            Kind::Weak
        } else {
            Kind::No
        };
    };
    if unknown > 0 {
        let is_key = |key: &str| key.len() > 2 && key.chars().all(char::is_alphabetic);
        if trimmed.split_once(':').is_some_and(|(key, _)| is_key(key)) {
            return Kind::No;
        }
        let own = |letter: char| {
            alphabet.tile(letter).is_some() && !(xsb && letter.is_ascii_alphabetic())
        };
        let wall = |letter: char| alphabet.tile(letter) == Some(Tile::Wall);
        let walls_at_ends = usize::from(wall(first)) + usize::from(wall(last));
        let row_with_a_flaw = own(first) && own(last) && known >= unknown;
        let foreign_between_walls = in_board && walls_at_ends == 2;
        let flaw_at_one_end = in_board && walls_at_ends == 1 && known > unknown;
        let likely = trimmed.len() > 1
            && (row_with_a_flaw || foreign_between_walls || flaw_at_one_end);
        return if likely { Kind::Bad } else { Kind::No };
    }
    if encoded {
        return encoded_kind(text, walls, known);
    }
    let border = |letter: char| {
        matches!(alphabet.tile(letter), Some(Tile::Wall | Tile::BoxOnGoal))
    };
    let bordered = border(first) && border(last);
    match alphabet.dialect() {
        Dialect::Xsb if letters > 0 && !(bordered && trimmed.len() > 2) => Kind::No,
        Dialect::Xsb if walls > 0 || (bordered && trimmed.len() > 2) => Kind::Strong,
        Dialect::Letter if trimmed.len() < 2 => Kind::Weak,
        _ if walls > 0 => Kind::Strong,
        _ => Kind::Weak,
    }
}

/// A line with digits, brackets or bars: a row if it can be expanded; a bad row if it would
/// expand to too much, or has walls and bars and yet cannot be expanded.
fn encoded_kind(text: &str, walls: usize, known: usize) -> Kind {
    match rle::expand(text, MAX_SQUARES) {
        Ok(_) if walls > 0 => Kind::Strong,
        Ok(_) if known > 0 && text.contains(['|', '@', '$', '+', '*']) => Kind::Weak,
        Err(RleError::TooLong { .. } | RleError::TooDeep(_)) if walls > 0 => Kind::Bad,
        Err(_) if walls > 0 && text.contains('|') => Kind::Bad,
        _ => Kind::No,
    }
}

/// Expands a run-length encoded line into its rows; a plain line is one row.
pub(crate) fn expand(line: usize, text: String) -> Result<Vec<Row>, RleError> {
    let is_mark = |letter: char| matches!(letter, '0'..='9' | '(' | ')' | '|');
    let xsb = Alphabet::of(Dialect::Xsb);
    let foreign = |letter: char| !is_mark(letter) && xsb.tile(letter).is_none();
    if !text.contains(is_mark) || text.contains(foreign) {
        return Ok(vec![Row::plain(line, text)]);
    }
    let letters = rle::expand(&text, MAX_SQUARES)?;
    let source: Rc<str> = text.into();
    let mut rows = Vec::new();
    for part in letters.split(|&(_, letter)| letter == '|') {
        let columns = part.iter().map(|&(column, _)| column).collect();
        rows.push(Row {
            line,
            text: part.iter().map(|&(_, letter)| letter).collect(),
            origin: Some(Box::new(Origin { columns, source: Rc::clone(&source) })),
        });
    }
    if rows.last().is_some_and(|row| row.text.is_empty()) {
        rows.pop();
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_text_are_told_apart() {
        let judge = |dialect, text| kind(&Alphabet::of(dialect), text, false);
        for (text, expected) in [
            ("#####", Kind::Strong),
            ("  #@$.#", Kind::Strong),
            ("#bp o#", Kind::Strong),
            ("***", Kind::Strong),
            ("-----", Kind::Weak),
            ("-$-", Kind::Weak),
            ("bob", Kind::No),
            ("Bob", Kind::No),
            ("#1", Kind::No),
            ("Level 1", Kind::No),
            ("#@$.x#", Kind::Bad),
            ("#@\t$.#", Kind::Bad),
            ("5#|#@$.#|5#3", Kind::Bad),
            ("# a heading", Kind::No),
            ("7#|#-@-$.#|7#", Kind::Strong),
            ("99999999(#)", Kind::Bad),
            ("", Kind::No),
            ("   ", Kind::No),
        ] {
            assert_eq!(judge(Dialect::Xsb, text), expected, "{text:?}");
        }
        assert_eq!(kind(&Alphabet::of(Dialect::Xsb), "####y", true), Kind::Bad);
        assert_eq!(kind(&Alphabet::of(Dialect::Xsb), "# a comment", true), Kind::No);
        assert_eq!(judge(Dialect::Crate, "#@$.#"), Kind::No);
        assert_eq!(kind(&Alphabet::of(Dialect::Crate), "#@$.#", true), Kind::Bad);
        assert_eq!(judge(Dialect::Crate, "   "), Kind::Weak);
        assert_eq!(judge(Dialect::Crate, "Credits"), Kind::No);
        assert_eq!(judge(Dialect::Glyph, "█☺■◌♥█"), Kind::Bad);
        assert_eq!(judge(Dialect::Letter, "XXXX"), Kind::Strong);
    }
}
