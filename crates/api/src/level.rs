//! Levels as requests carry them: as text in any dialect, or as the rows of the page's board.

use std::num::NonZeroU32;

use kuraban::{Alphabet, Dialect, Entry, Format, Level, Reader, Rules, Square, write};
use serde::{Deserialize, Serialize};

use crate::{Desk, Refusal};

/// A level in a request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelAsked {
    /// Text in any dialect.
    pub text: Option<String>,
    /// The dialect, where it is not to be found out.
    pub format: Option<String>,
    /// Which level of the text, from one.
    pub index: Option<NonZeroU32>,
    /// A board, instead of a text.
    pub board: Option<Rows>,
    /// Its name.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
}

/// A board as rows of XSB characters, whatever its rules. The edge blocks.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// `boxes` or `boulders`.
    #[serde(default = "boxes")]
    pub rules: String,
    /// From the top.
    pub rows: Vec<String>,
}

fn boxes() -> String {
    Rules::Boxes.name().to_owned()
}

impl Rows {
    /// The rows of a level.
    pub(crate) fn of(level: &Level) -> Self {
        let rows = write::rows(level, &Alphabet::of(Dialect::Xsb));
        Self { rules: level.rules().name().to_owned(), rows }
    }

    fn level(&self) -> Result<Level, String> {
        let rules = match self.rules.as_str() {
            "boxes" => Rules::Boxes,
            "boulders" => Rules::Boulders,
            other => {
                return Err(format!(
                    "`{other}` are no rules; rules are boxes or boulders"
                ));
            }
        };
        let alphabet = Alphabet::of(Dialect::Xsb);
        let width = self.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        if width.saturating_mul(self.rows.len()) > LARGEST {
            return Err("the board is too large".into());
        }
        let mut squares = Vec::with_capacity(width * self.rows.len());
        let mut players = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            for (column, letter) in row.chars().enumerate() {
                let tile = alphabet.tile(letter).ok_or_else(|| {
                    format!("row {number}, column {column}: `{letter}` is no square")
                })?;
                if tile.is_player() {
                    players.push(squares.len());
                }
                squares.push(tile.square());
            }
            squares.resize(width * (number + 1), Square::FLOOR);
        }
        Level::new(rules, width, squares, &players).map_err(|flaws| flaws.to_string())
    }
}

/// Boards with more squares are refused before memory is spent on them.
const LARGEST: usize = 1_000_000;

/// How a text is to be read.
pub(crate) fn format(name: Option<&str>) -> Result<Format, Refusal> {
    match name {
        None | Some("auto") => Ok(Format::Auto),
        Some("mixed") => Ok(Format::Mixed),
        Some(name) => {
            let given = name.parse().map(Format::Given);
            given.map_err(Refusal::invalid)
        }
    }
}

impl LevelAsked {
    /// The level with what is said about it.
    pub(crate) fn entry(&self) -> Result<(Entry, Level), Refusal> {
        let format = format(self.format.as_deref())?;
        if let Some(rows) = &self.board {
            let level = rows.level().map_err(Refusal::invalid)?;
            let dialect = match level.rules() {
                Rules::Boxes => Dialect::Crate,
                Rules::Boulders => Dialect::Boulder,
            };
            let mut entry = Entry::bare(dialect, Ok(level.clone()));
            entry.title = self.title.clone().filter(|title| !title.trim().is_empty());
            entry.author = self.author.clone().filter(|author| !author.trim().is_empty());
            return Ok((entry, level));
        }
        let text = self.text.as_deref().ok_or_else(|| {
            Refusal::invalid("the request holds no level: `text` or `board` is needed")
        })?;
        let index = self.index.map_or(1, |index| index.get() as usize);
        let entry =
            Reader::new(text.as_bytes(), format).nth(index - 1).ok_or_else(|| {
                Refusal::invalid(format!("the text holds no level {index}"))
            })?;
        match entry.level.clone() {
            Ok(level) => Ok((entry, level)),
            Err(problems) => Err(Refusal::invalid(problems)),
        }
    }

    /// The same, refused where it is larger than the host works on.
    pub(crate) fn bounded(&self, desk: &Desk<'_>) -> Result<(Entry, Level), Refusal> {
        let (entry, level) = self.entry()?;
        let limits = desk.limits;
        let squares = level.squares().len();
        if squares > limits.squares || level.boxes().len() > limits.boxes {
            return Err(Refusal::invalid(format!(
                "the page works on levels of at most {} squares and {} boxes, and this one has \
                 {squares} and {}; the command line has no such limit",
                limits.squares,
                limits.boxes,
                level.boxes().len()
            )));
        }
        Ok((entry, level))
    }
}
