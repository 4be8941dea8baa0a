//! Writing: levels in any notation that can hold them.

mod boulder;
mod boxoban;
mod slc;
mod text;

use std::fmt::Write as _;

use crate::{Alphabet, Dialect, Entry, Level, NoDialect, Rules, Square, Tile};

/// Why a level cannot be written in a dialect.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum WriteError {
    #[error("a boulder puzzle can be written only as `boulder`, not as `{0}`")]
    Boulders(Dialect),
    #[error("a level with boxes and goals cannot be written as `boulder`")]
    Boxes,
    #[error("the board is open, and a legal `ampersand` level is surrounded by walls")]
    Open,
    #[error(
        "row {row} of the board holds only floor, and `{dialect}` takes such a row for the end of the board"
    )]
    BlankRow { row: usize, dialect: Dialect },
    #[error("the board is open, and a Boxoban level is surrounded by walls")]
    OpenBoxoban,
    #[error(
        "Boxoban boards are {side} x {side}, and this one is {width} x {height}",
        side = boxoban::SIDE
    )]
    Size { width: usize, height: usize },
    #[error("Boxoban has no letter for {0} on a goal")]
    OnGoal(&'static str),
}

/// A way to write `xsb`. Other dialects have only one.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Style {
    /// Numbered boards, with all that is said about them below.
    #[default]
    Plain,
    /// As `.sok` files have it: the title above the board, the rest below.
    Sok,
    /// Run-length encoded rows, for links and clipboards.
    Rle,
    /// Numbered boards of ten by ten, and nothing else.
    Boxoban,
}

impl Style {
    /// The styles that have a name of their own.
    pub const NAMED: [(Self, &'static str); 3] =
        [(Self::Sok, "sok"), (Self::Rle, "rle"), (Self::Boxoban, "boxoban")];
}

/// The names of all that can be written: the dialects, and the styles of `xsb`.
pub fn targets() -> impl Iterator<Item = &'static str> {
    let dialects = Dialect::NAMED.into_iter().map(Dialect::name);
    dialects.chain(Style::NAMED.into_iter().map(|(_, name)| name))
}

/// The dialect and style with this name.
///
/// ```
/// use kuraban_level::{Dialect, Style, write};
///
/// assert_eq!(write::target("crate"), Ok((Dialect::Crate, Style::Plain)));
/// assert_eq!(write::target("sok"), Ok((Dialect::Xsb, Style::Sok)));
/// ```
pub fn target(name: &str) -> Result<(Dialect, Style), NoDialect> {
    match Style::NAMED.into_iter().find(|&(_, known)| known == name) {
        Some((style, _)) => Ok((Dialect::Xsb, style)),
        None => name.parse().map(|dialect| (dialect, Style::Plain)),
    }
}

/// How to write.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct WriteOptions {
    /// The way to write `xsb`.
    pub style: Style,
    /// The level stands alone: no number before it, and no separator.
    pub alone: bool,
}

/// Writes collections: levels one after the other, with what is said about them.
///
/// ```
/// use kuraban_level::{Dialect, Format, Reader, WriteOptions, Writer};
///
/// let text = "#####\n#@$.#\n#####\n";
/// let entry = Reader::new(text.as_bytes(), Format::Auto).next().expect("an entry");
/// let level = entry.level.as_ref().expect("a level");
/// let mut writer = Writer::new(Dialect::Crate, WriteOptions::default());
/// let mut out = writer.begin(&[]);
/// out += &writer.write(&entry, level, &[])?;
/// assert_eq!(out, "#####\n#SCX#\n#####\n");
/// # Ok::<(), kuraban_level::WriteError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    dialect: Dialect,
    options: WriteOptions,
    count: usize,
}

impl Writer {
    /// A writer of one dialect.
    pub fn new(dialect: Dialect, options: WriteOptions) -> Self {
        Self { dialect, options, count: 0 }
    }

    /// What stands before the first level; `preamble` is what the source said there.
    pub fn begin(&self, preamble: &[String]) -> String {
        match self.dialect {
            Dialect::Slc => slc::begin(preamble),
            Dialect::Boulder => boulder::begin(preamble),
            _ if self.is_boxoban() => String::new(),
            _ => text::begin(preamble),
        }
    }

    /// One level with its title, author, notes and games; `more` are lines of step letters to
    /// be written as further solutions.
    pub fn write(
        &mut self,
        entry: &Entry,
        level: &Level,
        more: &[String],
    ) -> Result<String, WriteError> {
        self.count += 1;
        match (level.rules(), self.dialect) {
            (Rules::Boulders, Dialect::Boulder) => {
                Ok(boulder::write(entry, level, more, self.count))
            }
            (Rules::Boulders, other) => Err(WriteError::Boulders(other)),
            (Rules::Boxes, Dialect::Boulder) => Err(WriteError::Boxes),
            (Rules::Boxes, Dialect::Slc) => Ok(slc::write(entry, level, self.count)),
            (Rules::Boxes, _) if self.is_boxoban() => {
                boxoban::write(level, self.count - 1, self.options.alone)
            }
            (Rules::Boxes, dialect) => {
                text::write(dialect, self.options, entry, level, more, self.count)
            }
        }
    }

    fn is_boxoban(&self) -> bool {
        self.dialect == Dialect::Xsb && self.options.style == Style::Boxoban
    }

    /// What of an entry is left out, in words: what the notation cannot hold.
    pub fn leaves_out(&self, entry: &Entry) -> Option<&'static str> {
        let silent = entry.notes.is_empty() && entry.games.is_empty();
        // Boxoban has its own numbers.
        let is_number = |title: &String| title.chars().all(|c| c.is_ascii_digit());
        let named =
            entry.author.is_some() || entry.title.as_ref().is_some_and(|t| !is_number(t));
        match self.dialect {
            Dialect::Slc if !silent => Some("neither notes nor solutions"),
            Dialect::Xsb if self.is_boxoban() && (named || !silent) => {
                Some("no titles, authors, notes or solutions")
            }
            _ => None,
        }
    }

    /// What stands after the last level.
    pub fn end(&self) -> &'static str {
        if self.dialect == Dialect::Slc { slc::END } else { "" }
    }
}

/// The rows of a position in an alphabet, padded to the board's width.
///
/// `position` tells where a box stands; the player's square is given too, so that any position
/// of a game can be drawn.
pub fn draw(
    level: &Level,
    alphabet: &Alphabet,
    has_box: impl Fn(usize) -> bool,
    player: usize,
) -> Vec<String> {
    let mut squares = level.squares().to_vec();
    for (at, square) in squares.iter_mut().enumerate() {
        square.has_box = has_box(at);
    }
    for &(at, decoration) in level.decorations() {
        squares[at] = decoration;
    }
    let letter =
        |(at, square): (usize, &Square)| alphabet.letter(tile(*square, at == player));
    let letters: Vec<char> = squares.iter().enumerate().map(letter).collect();
    letters.chunks(level.width()).map(|row| row.iter().collect()).collect()
}

/// The rows of the start position, padded to the board's width.
pub fn rows(level: &Level, alphabet: &Alphabet) -> Vec<String> {
    draw(level, alphabet, |at| level.square(at).has_box, level.player())
}

fn tile(square: Square, player: bool) -> Tile {
    match (square, player) {
        (Square { wall: true, .. }, _) => Tile::Wall,
        (Square { goal, .. }, true) => {
            [Tile::Player, Tile::PlayerOnGoal][usize::from(goal)]
        }
        (Square { has_box: true, goal, .. }, _) => {
            [Tile::Box, Tile::BoxOnGoal][usize::from(goal)]
        }
        (Square { goal: true, .. }, _) => Tile::Goal,
        _ => Tile::Floor,
    }
}

/// Rows joined by bars with counts, as links and clipboards carry them.
pub fn rle(level: &Level) -> String {
    let mut out = String::new();
    for (index, row) in rows(level, &Alphabet::of(Dialect::Xsb)).iter().enumerate() {
        if index > 0 {
            out.push('|');
        }
        let row = if level.is_enclosed() { row.trim_end() } else { row };
        let letters: Vec<char> =
            row.chars().map(|c| if c == ' ' { '-' } else { c }).collect();
        let letters = if letters.is_empty() { vec!['-'] } else { letters };
        for run in letters.chunk_by(|a, b| a == b) {
            if run.len() > 1 {
                write!(out, "{}", run.len()).expect("writing to a string");
            }
            out.push(run[0]);
        }
    }
    out
}
