//! What can be wrong with a text that should be a level.

use std::fmt;

use crate::rle::RleError;
use crate::words::count;
use crate::{Dialect, Flaw, MAX_SQUARES};

/// Where in a text: lines and columns count from one, as editors do, columns in characters.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The text of the line, for showing it.
    pub row: String,
}

/// What is wrong.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum Kind {
    #[error("the input is empty: there is no level in it")]
    Empty,
    #[error("there is no level in the input{}", .0.map_or(String::new(), |d| format!(" (looked for `{d}`)")))]
    NoLevel(Option<Dialect>),
    #[error("{} is not a character of {dialect} boards", quoted(*found))]
    Character { found: char, dialect: Dialect },
    #[error("{0}")]
    Flaw(Flaw),
    #[error("run-length encoding: {}", without_column(.0))]
    Rle(RleError),
    #[error("the board has more than {MAX_SQUARES} squares")]
    TooLarge,
    #[error("a line is longer than {0} bytes")]
    LongLine(usize),
    #[error("a NUL byte: this is not text{0}")]
    Nul(&'static str),
    #[error("this is not UTF-8: the encoding is unknown")]
    Encoding,
    #[error(
        "the level is not closed: the player can walk to the edge of the board, and a legal `ampersand` level is surrounded by walls"
    )]
    Open,
    #[error("cannot tell the dialect: {0}")]
    Ambiguous(String),
    #[error("this board is not in the file's dialect `{file}`, but could be `{here}`")]
    SecondDialect { file: Dialect, here: Dialect },
    #[error("this looks like {0}, which is not a Sokoban level format")]
    NotALevelFile(&'static str),
    #[error("boulder puzzle: {0}")]
    Boulder(String),
    #[error("XML: {0}")]
    Xml(String),
    #[error("{0}")]
    Io(String),
}

fn quoted(letter: char) -> String {
    match letter {
        '\t' => "a tab".into(),
        letter if letter.is_control() => {
            format!("control character U+{:04X}", letter as u32)
        }
        letter => match name(letter) {
            Some(name) => format!("{name} (U+{:04X})", letter as u32),
            None => format!("`{letter}`"),
        },
    }
}

/// The name of a character that cannot be seen, or is taken for another one.
const fn name(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\u{a0}' => "a non-breaking space",
        '\u{ad}' => "a soft hyphen",
        '\u{2000}'..='\u{200a}' | '\u{205f}' => "a space of another width",
        '\u{200b}' => "a zero-width space",
        '\u{200c}' | '\u{200d}' | '\u{2060}' => "an invisible joiner",
        '\u{2010}'..='\u{2015}' => "a hyphen or dash of another kind",
        '\u{202f}' => "a narrow non-breaking space",
        '\u{3000}' => "an ideographic space",
        '\u{feff}' => "a byte order mark",
        '\u{ff03}' => "a full-width number sign",
        '\u{fffd}' => "a character that was lost",
        _ => return None,
    })
}

fn without_column(error: &RleError) -> String {
    let text = error.to_string();
    text.split_once(": ").map_or(text.clone(), |(_, rest)| rest.to_owned())
}

impl Kind {
    /// What the user can do about it, where the message does not say so.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::NoLevel(_) => "without `--format` a board needs a row with a wall; \
                `--format` forces a dialect, `--map` names its characters"
                .into(),
            Self::Character { dialect, .. } => format!(
                "`--format` reads another dialect than `{dialect}`, `--map` names other characters"
            ),
            Self::Flaw(Flaw::NoPlayer) => "a level needs exactly one player".into(),
            Self::Flaw(Flaw::Players(_)) => "keep one of them".into(),
            Self::Flaw(Flaw::Unbalanced { boxes, goals }) => {
                let (few, many) = if boxes < goals {
                    ("box", goals - boxes)
                } else {
                    ("goal", boxes - goals)
                };
                format!("add {} or take away as many of the other kind", count(many, few))
            }
            Self::Open => {
                "close the walls, or read it as a dialect with open boards (`crate`)"
                    .into()
            }
            Self::Ambiguous(_) => "say which with `--format`".into(),
            Self::SecondDialect { .. } => {
                "read a file in several dialects with `--format mixed`".into()
            }
            Self::Encoding => "save the file as UTF-8".into(),
            _ => return None,
        })
    }
}

/// One problem of one level, with its place where it has one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    /// What is wrong.
    pub kind: Kind,
    /// Where.
    pub place: Option<Place>,
}

impl Problem {
    /// Whether it concerns the file as a whole, not a level in it.
    pub fn is_of_file(&self) -> bool {
        matches!(
            self.kind,
            Kind::Io(_) | Kind::Empty | Kind::NoLevel(_) | Kind::NotALevelFile(_)
        )
    }

    /// A problem without a place.
    pub fn new(kind: Kind) -> Self {
        Self { kind, place: None }
    }

    /// A problem at a place.
    pub fn at(kind: Kind, line: usize, column: usize, row: &str) -> Self {
        /// Longer rows are cut for display.
        const SHOWN: usize = 200;
        let row = row.chars().take(SHOWN).collect();
        Self { kind, place: Some(Place { line, column, row }) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "line {}, column {}: ", place.line, place.column)?;
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for Problem {}

/// Everything that is wrong with one level; never empty.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// A single problem.
    pub fn one(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
