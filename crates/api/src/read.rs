//! Reading and writing levels, and the shipped ones.

use axum::Json;
use axum::extract::{Path, State};
use kuraban::{Entry, Format, Reader, WriteOptions, Writer, identity, write};
use serde::{Deserialize, Serialize};

use crate::assets;
use crate::board::{self, LevelAsked, Rows};
use crate::error::{ApiError, Asked, blocking};
use crate::router::App;

/// The levels of a text.
#[derive(Serialize)]
pub(crate) struct ReadAnswer {
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

/// `POST /api/read`.
pub(crate) async fn read(
    State(app): State<App>,
    Asked(asked): Asked<ReadAsked>,
) -> Result<Json<ReadAnswer>, ApiError> {
    let format = board::format(asked.format.as_deref())?;
    let text = asked.text.ok_or_else(|| ApiError::invalid("`text` is missing"))?;
    blocking(move || Ok(read_all(text.as_bytes(), format, app.limits().levels))).await
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

/// `POST /api/convert`.
pub(crate) async fn convert(
    State(app): State<App>,
    Asked(asked): Asked<ConvertAsked>,
) -> Result<Json<ConvertAnswer>, ApiError> {
    blocking(move || {
        let (dialect, style) = write::target(&asked.to)
            .map_err(|error| ApiError::invalid(error.to_string()))?;
        let alone = asked.level.board.is_some() || asked.level.index.is_some();
        let mut writer = Writer::new(dialect, WriteOptions { style, alone });
        let mut text = writer.begin(&[]);
        let mut add = |entry: &Entry| -> Result<(), ApiError> {
            let level = match &entry.level {
                Ok(level) => level,
                Err(problems) => return Err(ApiError::invalid(problems.to_string())),
            };
            let written = writer.write(entry, level, &asked.solutions);
            text += &written.map_err(|error| ApiError::invalid(error.to_string()))?;
            Ok(())
        };
        if alone {
            add(&asked.level.entry()?.0)?;
        } else {
            let source = asked.level.text.as_deref().unwrap_or_default();
            let reader = Reader::new(
                source.as_bytes(),
                board::format(asked.level.format.as_deref())?,
            );
            for entry in reader.take(app.limits().levels) {
                add(&entry)?;
            }
        }
        text += writer.end();
        Ok(ConvertAnswer { text, dialect: dialect.name() })
    })
    .await
}

/// A shipped file.
#[derive(Serialize)]
pub(crate) struct Collection {
    name: &'static str,
    title: String,
    levels: usize,
}

/// `GET /api/collections`.
pub(crate) async fn collections() -> Result<Json<Vec<Collection>>, ApiError> {
    blocking(|| {
        let told = assets::level_files().iter().map(|&(name, bytes)| Collection {
            name,
            title: title(name),
            levels: Reader::new(bytes, Format::Auto).count(),
        });
        Ok(told.collect())
    })
    .await
}

/// `GET /api/collections/{name}`.
pub(crate) async fn collection(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<ReadAnswer>, ApiError> {
    blocking(move || {
        let bytes = assets::level_file(&name)
            .ok_or_else(|| ApiError::not_found("there is no such collection"))?;
        Ok(read_all(bytes, Format::Auto, app.limits().levels))
    })
    .await
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
