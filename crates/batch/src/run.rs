//! A run: a folder of levels, and of what is known about them.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use kuraban::Saved;
use serde::{Deserialize, Serialize};

use crate::place::{Listing, Place};
use crate::{Asked, Dedup, Error, LevelLine, levels};

/// The version of the folder's layout.
const FORMAT: u32 = 1;

/// This version of Kuraban, as `run.json` names it.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// `run.json`: all that holds for the whole run.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Description {
    /// The version of the folder's layout.
    pub format: u32,
    /// When it was made, UTC.
    pub created: String,
    /// The version of Kuraban that made it.
    pub kuraban: String,
    /// The commit of that, where it is known.
    #[serde(default)]
    pub commit: Option<String>,
    /// Levels, each counted once.
    pub levels: u64,
    /// The files that were read.
    pub sources: Vec<Source>,
    /// What lay among them and is no file, as pipes and links to nothing; `invalid.jsonl` lists
    /// it.
    #[serde(default)]
    pub skipped: u64,
    /// Levels that stood in the sources before.
    pub duplicates: u64,
    /// What stood where a level was expected and is none; `invalid.jsonl` lists it.
    pub invalid: u64,
    /// Levels that the filter left out.
    #[serde(default)]
    pub left_out: u64,
    /// The filter.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// What makes two levels one.
    pub dedup: Dedup,
    /// The passes. Work is done on the last.
    pub passes: Vec<Pass>,
}

/// A file of levels.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Source {
    /// Its name, as it was given.
    pub file: String,
    /// The hash of its bytes.
    pub sha256: String,
    /// Its levels, duplicates included.
    pub levels: u64,
}

/// One question to some levels of the run.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Pass {
    /// Counts from one.
    pub pass: u32,
    /// What is asked.
    pub question: Asked,
    /// What tells the question from any other.
    pub question_hash: String,
    /// Which rows of earlier passes it is for; the first pass is for all levels.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// The levels of each part.
    pub sizes: Vec<u64>,
}

impl Pass {
    pub(crate) fn new(pass: u32, question: Asked, sizes: Vec<u64>) -> Self {
        Self { pass, question_hash: question.hash(), question, filter: None, sizes }
    }

    /// How many parts it has.
    pub fn parts(&self) -> usize {
        self.sizes.len()
    }

    /// Levels of all parts.
    pub fn levels(&self) -> u64 {
        self.sizes.iter().sum()
    }
}

impl Description {
    /// Reads `run.json`.
    pub fn read(text: &str) -> Result<Self, Error> {
        /// What every format has.
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let wrong = |why: serde_json::Error| Error::Description(why.to_string());
        let head: Head = serde_json::from_str(text).map_err(wrong)?;
        if head.format != FORMAT {
            return Err(Error::Format { found: head.format, known: FORMAT });
        }
        let read: Self = serde_json::from_str(text).map_err(wrong)?;
        let numbers = read.passes.iter().map(|pass| pass.pass);
        if read.passes.is_empty() || !numbers.eq(1..=read.passes.len() as u32) {
            return Err(Error::Description("its passes are not 1, 2, …".to_owned()));
        }
        Ok(read)
    }

    /// The description as `run.json` holds it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a description can be written") + "\n"
    }

    /// The last pass.
    pub fn last(&self) -> &Pass {
        self.passes.last().expect("a run has a pass")
    }

    /// Whether this version of Kuraban made the run.
    pub fn is_of_this_version(&self) -> bool {
        self.kuraban == VERSION
    }

    pub(crate) const FORMAT: u32 = FORMAT;
}

/// A run: a folder that any number of processes, on any number of machines, may work on at
/// once. Nothing in it is ever changed, only added.
///
/// ```
/// use kuraban_batch::{Asked, Options, Plan, Run};
/// # let folder = std::env::temp_dir().join(format!("kuraban-run-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let (levels, folder) = (folder.join("levels.xsb"), folder.join("run"));
/// std::fs::write(&levels, "#####\n#@$.#\n#####\n")?;
/// let run = Run::create(&folder, &[levels], &Plan::new(Asked::default()))?;
/// assert_eq!(run.missing()?, [0]);
/// let done = run.run(&Options::default(), &mut |_| {})?;
/// assert!(done.complete && run.missing()?.is_empty());
/// # std::fs::remove_dir_all(folder.parent().expect("a folder"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    folder: PathBuf,
    pub(crate) description: Description,
}

impl Run {
    /// Opens a run.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, Error> {
        let folder = folder.into();
        let path = folder.join("run.json");
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                Error::NoRun(folder.clone())
            }
            _ => Error::io("read", &path)(error),
        })?;
        Ok(Self { folder, description: Description::read(&text)? })
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What holds for all of it.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The parts of the last pass that are not sealed, by names alone.
    pub fn missing(&self) -> Result<Vec<usize>, Error> {
        Ok(self.list()?.missing(self.description.last().parts()))
    }

    /// The run as it was while this pass was the last.
    pub(crate) fn until(&self, pass: &Pass) -> Self {
        let mut run = self.clone();
        run.description.passes.truncate(pass.pass as usize);
        run
    }

    /// Refuses a run of which parts are missing, in any pass.
    pub(crate) fn must_be_complete(&self) -> Result<(), Error> {
        for pass in &self.description.passes {
            let (missing, parts) = (self.until(pass).missing()?.len(), pass.parts());
            if missing > 0 {
                return Err(Error::Unfinished { missing, parts });
            }
        }
        Ok(())
    }

    /// The levels of a part of the last pass, as bytes for a worker elsewhere.
    pub fn part_bytes(&self, part: usize) -> Result<Vec<u8>, Error> {
        self.has_part(part)?;
        let path = self.place().level_part(part);
        fs::read(&path).map_err(Error::io("read", &path))
    }

    /// The levels of a part of the last pass.
    pub fn part(&self, part: usize) -> Result<Vec<LevelLine>, Error> {
        levels::read_part(&self.part_bytes(part)?, part)
    }

    pub(crate) fn has_part(&self, part: usize) -> Result<(), Error> {
        let parts = self.description.last().parts();
        if part < parts { Ok(()) } else { Err(Error::NoPart { part, parts }) }
    }

    /// The files of the last pass.
    pub(crate) fn place(&self) -> Place {
        self.place_of(self.description.last())
    }

    pub(crate) fn place_of(&self, pass: &Pass) -> Place {
        Place::new(&self.folder, pass.pass)
    }

    pub(crate) fn list(&self) -> Result<Listing, Error> {
        self.place().list()
    }
}

/// Writes `run.json`, whole or not at all.
pub(crate) fn write_description(
    folder: &Path,
    description: &Description,
) -> Result<(), Error> {
    let path = folder.join("run.json");
    let save = || {
        let mut file = Saved::begin(&path)?;
        file.write_all(description.text().as_bytes())?;
        file.keep()
    };
    save().map_err(Error::io("write", &path))
}
