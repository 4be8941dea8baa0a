//! Reading and writing levels, and the shipped ones.

use kuraban::{Entry, Format, Reader, WriteOptions, Writer, identity, write};
use serde::{Deserialize, Serialize};

use crate::level::{self, LevelAsked, Rows};
use crate::shipped::LEVELS;
use crate::{Desk, Limits, Refusal};

/// The levels of a text.
#[derive(Serialize)]
pub struct ReadAnswer {
    levels: Vec<Told>,
    /// Whether the text holds more levels than are told.
    truncated: bool,
}

/// One level of a text, or why it is none.
#[derive(Serialize)]
struct Told {
    index: usize,
    title: Option<String>,
    author: Option<String>,
    dialect: &'static str,
    /// Equal for equal boards.
    id: Option<String>,
    board: Option<Rows>,
    warnings: Vec<String>,
    /// What is wrong, in words; empty where there is a board.
    problems: Vec<ProblemTold>,
    /// Further lines about it, as they were written.
    notes: Vec<String>,
    /// Lines of step letters that came with it.
    games: Vec<String>,
}

#[derive(Serialize)]
struct ProblemTold {
    message: String,
    line: Option<usize>,
    column: Option<usize>,
}

impl Told {
    fn new(entry: &Entry) -> Self {
        let (id, board, problems) = match &entry.level {
            Ok(level) => (Some(identity::exact(level)), Some(Rows::of(level)), vec![]),
            Err(problems) => {
                let told = problems.0.iter().map(|problem| ProblemTold {
                    message: problem.to_string(),
                    line: problem.place.as_ref().map(|place| place.line),
                    column: problem.place.as_ref().map(|place| place.column),
                });
                (None, None, told.collect())
            }
        };
        Self {
            index: entry.index,
            title: entry.title.clone(),
            author: entry.author.clone(),
            dialect: entry.dialect.name(),
            id,
            board,
            warnings: entry.warnings.clone(),
            problems,
            notes: entry.notes.clone(),
            games: entry.games.iter().map(|game| game.letters.clone()).collect(),
        }
    }
}

impl ReadAnswer {
    /// One level, as if it had been read.
    pub(crate) fn of(entry: &Entry) -> Self {
        Self { levels: vec![Told::new(entry)], truncated: false }
    }
}

fn read_all(bytes: &[u8], format: Format, most: usize) -> ReadAnswer {
    let mut reader = Reader::new(bytes, format);
    let levels: Vec<Told> =
        reader.by_ref().take(most).map(|entry| Told::new(&entry)).collect();
    ReadAnswer { truncated: levels.len() == most && reader.next().is_some(), levels }
}

/// Reads a text.
pub(crate) fn read(asked: &ReadAsked, desk: &Desk<'_>) -> Result<ReadAnswer, Refusal> {
    let format = level::format(asked.format.as_deref())?;
    let text = asked.text.as_ref();
    let text = text.ok_or_else(|| Refusal::invalid("`text` is missing"))?;
    Ok(read_all(text.as_bytes(), format, desk.limits.levels))
}

/// What to read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadAsked {
    text: Option<String>,
    format: Option<String>,
}

/// What to write.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConvertAsked {
    /// The dialect, or `rle`.
    to: String,
    #[serde(flatten)]
    level: LevelAsked,
    /// Solutions to be written with the level.
    #[serde(default)]
    solutions: Vec<String>,
}

/// The text.
#[derive(Serialize)]
pub(crate) struct ConvertAnswer {
    text: String,
    dialect: &'static str,
}

/// Writes levels in another dialect.
pub(crate) fn convert(
    asked: &ConvertAsked,
    desk: &Desk<'_>,
) -> Result<ConvertAnswer, Refusal> {
    let (dialect, style) = write::target(&asked.to).map_err(Refusal::invalid)?;
    let alone = asked.level.board.is_some() || asked.level.index.is_some();
    let mut writer = Writer::new(dialect, WriteOptions { style, alone });
    let mut text = writer.begin(&[]);
    let mut add = |entry: &Entry| -> Result<(), Refusal> {
        let level = entry.level.as_ref().map_err(Refusal::invalid)?;
        let written = writer.write(entry, level, &asked.solutions);
        text += &written.map_err(Refusal::invalid)?;
        Ok(())
    };
    if alone {
        add(&asked.level.entry()?.0)?;
    } else {
        let source = asked.level.text.as_deref().unwrap_or_default();
        let format = level::format(asked.level.format.as_deref())?;
        let reader = Reader::new(source.as_bytes(), format);
        for entry in reader.take(desk.limits.levels) {
            add(&entry)?;
        }
    }
    text += writer.end();
    Ok(ConvertAnswer { text, dialect: dialect.name() })
}

/// A shipped file.
#[derive(Serialize)]
pub struct Collection {
    name: &'static str,
    title: String,
    levels: usize,
}

/// The shipped files; our own collections first.
pub fn collections() -> Vec<Collection> {
    let told = LEVELS.iter().map(|&(name, bytes)| Collection {
        name,
        title: title(name),
        levels: Reader::new(bytes, Format::Auto).count(),
    });
    told.collect()
}

/// Which shipped file to read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CollectionAsked {
    pub(crate) name: String,
}

/// The levels of a shipped file.
pub fn collection(name: &str, limits: &Limits) -> Result<ReadAnswer, Refusal> {
    let file = LEVELS.iter().find(|file| file.0 == name);
    let (_, bytes) =
        file.ok_or_else(|| Refusal::not_found("there is no such collection"))?;
    Ok(read_all(bytes, Format::Auto, limits.levels))
}

/// A file's name as a title: `seeds/seed-003.txt` is `Example 003`, `dialects/collection.slc` is
/// `SLC notation`.
fn title(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let words = match (name.split_once('/'), stem) {
        (Some(("dialects", _)), "collection") => {
            format!("{} notation", extension.to_uppercase())
        }
        (Some(("dialects", _)), "rle") => "RLE notation".to_owned(),
        (Some(("dialects", _)), _) => format!("{stem} notation"),
        (Some(("seeds", _)), _) => stem.replace("seed", "example"),
        (None, "rising") => "a hundred rising".to_owned(),
        _ => stem.to_owned(),
    };
    let words = words.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
