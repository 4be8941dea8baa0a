//! Making a run: sources are read, duplicates dropped, levels split into parts.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use kuraban::{Cancel, Entry, Format, Level, Reader, Rules, Solver, identity};
use serde::{Deserialize, Serialize};

use crate::fresh::Fresh;
use crate::place::{Place, part_name};
use crate::run::{VERSION, write_description};
use crate::sources::{Found, expand, hash_file};
use crate::{
    Answered, Asked, Description, Error, Filter, LevelLine, Pass, Row, Run, Source,
    levels, now,
};

/// What makes two levels one.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dedup {
    /// Equal boards.
    #[default]
    Exact,
    /// The same puzzle: turned, mirrored, or with the player elsewhere in his zone.
    Canonical,
    /// Nothing: every level is solved.
    None,
}

impl Dedup {
    /// All of them, with their names.
    pub const NAMED: [(Self, &'static str); 3] =
        [(Self::Exact, "exact"), (Self::Canonical, "canonical"), (Self::None, "none")];
}

impl FromStr for Dedup {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = Self::NAMED.into_iter().find(|&(_, known)| known == name);
        let names = Self::NAMED.map(|(_, name)| name).join(", ");
        known.map(|(dedup, _)| dedup).ok_or_else(|| {
            Error::Usage(format!(
                "`{name}` is no way to drop duplicates; they are {names}"
            ))
        })
    }
}

/// How a run is to be made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// What is asked about every level.
    pub asked: Asked,
    /// Levels of a part, about.
    pub part_size: usize,
    /// What makes two levels one.
    pub dedup: Dedup,
    /// How the notation of the sources is known.
    pub format: Format,
    /// The commit that the program was built from, for the record.
    pub commit: Option<String>,
    /// Only levels for which this holds; it must not ask for what is known only later.
    pub filter: Option<Filter>,
    /// Stops the reading.
    pub cancel: Cancel,
}

impl Plan {
    /// Parts of about a thousand levels, each exact duplicate once.
    pub fn new(asked: Asked) -> Self {
        Self {
            asked,
            part_size: 1000,
            dedup: Dedup::default(),
            format: Format::Auto,
            commit: None,
            filter: None,
            cancel: Cancel::default(),
        }
    }
}

/// One line of `sources.jsonl`: where a level of the run stood.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct Stood {
    pub(crate) file: usize,
    pub(crate) index: usize,
    pub(crate) n: u64,
}

/// One line of `invalid.jsonl`.
#[derive(Serialize)]
struct Invalid {
    file: usize,
    index: usize,
    reason: String,
}

/// A line of `invalid.jsonl` about what is no file.
#[derive(Serialize)]
struct Skipped<'a> {
    path: String,
    reason: &'a str,
}

impl Run {
    /// Makes a run of the levels in these files; of a folder, all files below it count. The
    /// run appears in one step, once it is on the disk: `folder` must not exist, or be
    /// empty.
    pub fn create(
        folder: impl Into<PathBuf>,
        sources: &[PathBuf],
        plan: &Plan,
    ) -> Result<Self, Error> {
        let folder = folder.into();
        // A wrong name is told before any work is done.
        Solver::new(&plan.asked.engine)?;
        if plan.filter.as_ref().is_some_and(Filter::needs_rows) {
            return Err(Error::Usage(format!(
                "levels that are not solved yet have only the fields {}",
                Filter::level_fields().join(", ")
            )));
        }
        let fresh = Fresh::begin(&folder)?;
        let description = Reading::all(fresh.path(), sources, plan)?;
        write_description(fresh.path(), &description)?;
        fresh.finish()?;
        Self::open(folder)
    }
}

/// The sources being read.
struct Reading<'a> {
    plan: &'a Plan,
    /// The first level with each identity, by its hash.
    seen: HashMap<u128, u64>,
    /// What the part of each level follows from.
    ids: Vec<u64>,
    all: BufWriter<File>,
    stood: BufWriter<File>,
    invalid: BufWriter<File>,
    /// The folder, for errors.
    folder: PathBuf,
    counts: [u64; 3],
}

impl Reading<'_> {
    /// Reads the sources into a folder.
    fn all(
        folder: &Path,
        sources: &[PathBuf],
        plan: &Plan,
    ) -> Result<Description, Error> {
        let place = Place::new(folder, 1);
        let create = |path: &Path| {
            let file = File::create(path).map_err(Error::io("create", path))?;
            Ok::<_, Error>(BufWriter::with_capacity(1 << 16, file))
        };
        for folder in [place.levels(), place.results()] {
            fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        }
        let all = place.levels().join("all.jsonl");
        let mut reading = Reading {
            plan,
            seen: HashMap::new(),
            ids: Vec::new(),
            all: create(&all)?,
            stood: create(&place.levels().join("sources.jsonl"))?,
            invalid: create(&folder.join("invalid.jsonl"))?,
            folder: folder.to_owned(),
            counts: [0; 3],
        };
        let Found { files, skipped } = expand(sources, folder)?;
        for (path, reason) in &skipped {
            let path = path.to_string_lossy().into_owned();
            add(&mut reading.invalid, &Skipped { path, reason }, folder)?;
        }
        let mut read = Vec::new();
        for (number, path) in files.iter().enumerate() {
            read.push(reading.file(number, path)?);
        }
        if reading.ids.is_empty() {
            return Err(Error::NoLevels);
        }
        let written = Error::io("write", folder);
        [&mut reading.all, &mut reading.stood, &mut reading.invalid]
            .into_iter()
            .try_for_each(io::Write::flush)
            .map_err(written)?;
        let parts = reading.ids.len().div_ceil(plan.part_size.max(1));
        let sizes = split(&all, &reading.ids, parts, &place.levels())?;
        fs::remove_file(&all).map_err(Error::io("delete", &all))?;
        let [duplicates, invalid, left_out] = reading.counts;
        Ok(Description {
            format: Description::FORMAT,
            created: now(),
            kuraban: VERSION.to_owned(),
            commit: plan.commit.clone(),
            levels: reading.ids.len() as u64,
            sources: read,
            skipped: skipped.len() as u64,
            duplicates,
            invalid,
            left_out,
            filter: plan.filter.as_ref().map(ToString::to_string),
            dedup: plan.dedup,
            passes: vec![Pass::new(1, plan.asked.clone(), sizes)],
        })
    }

    fn file(&mut self, number: usize, path: &Path) -> Result<Source, Error> {
        let sha256 = hash_file(path)?;
        let format = self.plan.format.clone();
        let reader = Reader::open(path, format).map_err(Error::io("read", path))?;
        let mut count = 0;
        for entry in reader {
            if self.plan.cancel.is_cancelled() {
                return Err(Error::Stopped);
            }
            match &entry.level {
                Ok(level) => {
                    count += 1;
                    self.level((number, path), &entry, level)?;
                }
                Err(problems) => {
                    self.counts[1] += 1;
                    let reason = problems.to_string();
                    let line = Invalid { file: number, index: entry.index, reason };
                    add(&mut self.invalid, &line, &self.folder)?;
                }
            }
        }
        Ok(Source { file: path.to_string_lossy().into_owned(), sha256, levels: count })
    }

    fn level(
        &mut self,
        (file, path): (usize, &Path),
        entry: &Entry,
        level: &Level,
    ) -> Result<(), Error> {
        let (index, next) = (entry.index, self.ids.len() as u64);
        let line = LevelLine {
            n: next,
            id: identity::exact(level),
            board: levels::board(level),
            file,
            index,
            title: entry.title.clone(),
            boulders: level.rules() == Rules::Boulders,
            warnings: entry.warnings.clone(),
        };
        if let Some(filter) = &self.plan.filter {
            let (name, row) = (path.to_string_lossy(), Row::default());
            if !filter.holds(&Answered { line: &line, file: &name, index, row: &row }) {
                self.counts[2] += 1;
                return Ok(());
            }
        }
        let key = match self.plan.dedup {
            Dedup::Exact => Some(number(&line.id)),
            Dedup::Canonical => Some(number(&identity::canonical(level))),
            Dedup::None => None,
        };
        let n = match key.map(|key| self.seen.entry(key)) {
            Some(Slot::Occupied(known)) => *known.get(),
            Some(Slot::Vacant(slot)) => *slot.insert(next),
            None => next,
        };
        add(&mut self.stood, &Stood { file, index, n }, &self.folder)?;
        if n < next {
            self.counts[0] += 1;
            return Ok(());
        }
        self.ids.push((number(&line.id) >> 64) as u64);
        add(&mut self.all, &line, &self.folder)
    }
}

/// An identity as a number.
fn number(id: &str) -> u128 {
    u128::from_str_radix(id, 16).expect("identities are 32 hexadecimal digits")
}

/// Adds a line.
fn add(
    out: &mut impl io::Write,
    line: &impl Serialize,
    path: &Path,
) -> Result<(), Error> {
    let fail = || Error::io("write", path);
    serde_json::to_writer(&mut *out, line).map_err(|error| fail()(error.into()))?;
    out.write_all(b"\n").map_err(fail())
}

/// Splits the lines of a file into parts by the levels' identities, in order. A level's part
/// does not depend on its neighbours: those that are hard together are spread, so that parts
/// are much alike, and what is done tells how long the rest takes.
pub(crate) fn split(
    all: &Path,
    ids: &[u64],
    parts: usize,
    folder: &Path,
) -> Result<Vec<u64>, Error> {
    /// Bytes that are held back, for fewer and longer writes.
    const HELD: usize = 32 << 20;
    let mut sizes = vec![0; parts];
    let mut waiting = vec![Vec::new(); parts];
    let mut held = 0;
    let mut reader = BufReader::with_capacity(
        1 << 16,
        File::open(all).map_err(Error::io("read", all))?,
    );
    let flush = |waiting: &mut Vec<Vec<u8>>| {
        for (part, bytes) in waiting.iter_mut().enumerate() {
            let path = folder.join(part_name(part));
            let added = File::options()
                .create(true)
                .append(true)
                .open(&path)
                .and_then(|mut file| file.write_all(bytes));
            added.map_err(Error::io("write", &path))?;
            bytes.clear();
        }
        Ok::<(), Error>(())
    };
    for id in ids {
        let part = (id % parts as u64) as usize;
        let read = reader.read_until(b'\n', &mut waiting[part]);
        held += read.map_err(Error::io("read", all))?;
        sizes[part] += 1;
        if held > HELD {
            flush(&mut waiting)?;
            held = 0;
        }
    }
    flush(&mut waiting)?;
    Ok(sizes)
}
