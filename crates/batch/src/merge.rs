//! Several runs of one question become one.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::fresh::Fresh;
use crate::place::Place;
use crate::plan::{Stood, split};
use crate::run::write_description;
use crate::segment::commit_line;
use crate::{Dedup, Description, Error, LevelLine, Pass, Row, Run, levels, now, segment};

impl Run {
    /// Makes one run of several that are complete and of the same question, in `folder`, which
    /// must not exist, or be empty. A level of several runs is taken from the first.
    pub fn merge(folder: impl Into<PathBuf>, runs: &[Self]) -> Result<Self, Error> {
        let folder = folder.into();
        let [first, ..] = runs else {
            return Err(Error::Merge("none was named".to_owned()));
        };
        let hashes = |run: &Self| -> Vec<String> {
            let passes = run.description.passes.iter();
            passes.map(|pass| pass.question_hash.clone()).collect()
        };
        for run in runs {
            run.must_be_complete()?;
            if hashes(run) != hashes(first)
                || run.description.dedup != first.description.dedup
            {
                return Err(Error::Merge(format!(
                    "`{}` asks something else than `{}`, or drops other duplicates",
                    run.folder().display(),
                    first.folder().display()
                )));
            }
        }
        let fresh = Fresh::begin(&folder)?;
        let merged = Merging { fresh: fresh.path(), runs, ids: HashMap::new() }.all()?;
        write_description(fresh.path(), &merged)?;
        fresh.finish()?;
        Self::open(folder)
    }
}

struct Merging<'a> {
    fresh: &'a Path,
    runs: &'a [Run],
    /// The new number of each level, by run and old number, and whether no earlier run has it.
    ids: HashMap<(usize, u64), (u64, bool)>,
}

impl Merging<'_> {
    fn all(&mut self) -> Result<Description, Error> {
        let first = &self.runs[0].description();
        let mut merged = (*first).clone();
        (merged.created, merged.passes) = (now(), Vec::new());
        (merged.sources, merged.levels, merged.skipped) = (Vec::new(), 0, 0);
        (merged.duplicates, merged.invalid, merged.left_out) = (0, 0, 0);
        for run in self.runs {
            let of = run.description();
            merged.sources.extend(of.sources.iter().cloned());
            merged.skipped += of.skipped;
            merged.invalid += of.invalid;
            merged.duplicates += of.duplicates;
            merged.left_out += of.left_out;
        }
        for (index, pass) in first.passes.iter().enumerate() {
            let sizes = self.pass(index)?;
            let mut new = Pass::new(pass.pass, pass.question.clone(), sizes);
            new.filter.clone_from(&pass.filter);
            merged.passes.push(new);
        }
        merged.levels = merged.passes[0].levels();
        let before: u64 = self.runs.iter().map(|run| run.description().levels).sum();
        merged.duplicates += before - merged.levels;
        self.stood()?;
        Ok(merged)
    }

    /// Writes the levels and rows of one pass.
    fn pass(&mut self, index: usize) -> Result<Vec<u64>, Error> {
        let place = Place::new(self.fresh, index as u32 + 1);
        let results = place.results();
        for folder in [place.levels(), results.clone()] {
            fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        }
        let (all, rows) = (place.levels().join("all.jsonl"), results.join("all.jsonl"));
        let create = |path: &Path| {
            File::create(path).map(BufWriter::new).map_err(Error::io("create", path))
        };
        let (mut level_out, mut row_out) = (create(&all)?, create(&rows)?);
        let mut heads = Vec::new();
        let mut seen: HashMap<String, u64> = HashMap::new();
        let mut files = 0;
        for (which, run) in self.runs.iter().enumerate() {
            let pass = &run.description().passes[index];
            let from = run.place_of(pass);
            for part in 0..pass.parts() {
                let read =
                    |path: PathBuf| fs::read(&path).map_err(Error::io("read", &path));
                let lines = levels::read_part(&read(from.level_part(part))?, part)?;
                let bytes = from.read_sealed(part, pass.sizes[part])?;
                let mut known: HashMap<u64, Row> = segment::rows(&bytes)
                    .filter_map(|row| serde_json::from_slice::<Row>(row).ok())
                    .map(|row| (row.n, row))
                    .collect();
                for mut line in lines {
                    let old = line.n;
                    let Some(n) = self.number((index, which), &line, &mut seen) else {
                        continue;
                    };
                    let Some(mut row) = known.remove(&old) else {
                        let why = format!("level {old} has no row");
                        return Err(Error::Part { part, why });
                    };
                    (line.n, row.n, line.file) = (n, n, line.file + files);
                    let head = line.id.get(..16).unwrap_or_default();
                    heads.push(u64::from_str_radix(head, 16).unwrap_or_default());
                    let text =
                        serde_json::to_string(&line).expect("a line can be written");
                    writeln!(level_out, "{text}").map_err(Error::io("write", &all))?;
                    row_out.write_all(&row.line()).map_err(Error::io("write", &rows))?;
                }
            }
            files += run.description().sources.len();
        }
        level_out.flush().map_err(Error::io("write", &all))?;
        row_out.flush().map_err(Error::io("write", &rows))?;
        let most =
            self.runs.iter().flat_map(|run| &run.description().passes[index].sizes);
        let size = most.copied().max().unwrap_or(1).max(1);
        let parts = heads.len().div_ceil(size as usize).max(1);
        let sizes = split(&all, &heads, parts, &place.levels())?;
        split(&rows, &heads, parts, &results)?;
        for (part, &count) in sizes.iter().enumerate() {
            let path = place.sealed(part);
            let rows = fs::read(&path).map_err(Error::io("read", &path))?;
            if !rows.is_empty() {
                let commit = commit_line(count, &rows);
                let file = File::options().append(true).open(&path);
                let added = file.and_then(|mut file| file.write_all(&commit));
                added.map_err(Error::io("write", &path))?;
            }
        }
        for path in [all, rows] {
            fs::remove_file(&path).map_err(Error::io("delete", &path))?;
        }
        Ok(sizes)
    }

    /// The new number of a level; `None` where an earlier run has it too. `seen` holds the
    /// levels of this pass so far, by identity.
    fn number(
        &mut self,
        (index, which): (usize, usize),
        line: &LevelLine,
        seen: &mut HashMap<String, u64>,
    ) -> Option<u64> {
        if index > 0 {
            let known = self.ids.get(&(which, line.n));
            return known.and_then(|&(n, is_new)| is_new.then_some(n));
        }
        let drops = self.runs[0].description().dedup != Dedup::None;
        let next = seen.len() as u64;
        let key = if drops { line.id.clone() } else { format!("{which} {}", line.n) };
        let is_new = !seen.contains_key(&key);
        let n = *seen.entry(key).or_insert(next);
        self.ids.insert((which, line.n), (n, is_new));
        is_new.then_some(n)
    }

    /// Writes where the levels stand in all sources.
    fn stood(&self) -> Result<(), Error> {
        let path = self.fresh.join("levels").join("sources.jsonl");
        let fail = || Error::io("write", &path);
        let mut out = BufWriter::new(File::create(&path).map_err(fail())?);
        let mut files = 0;
        for (which, run) in self.runs.iter().enumerate() {
            for Stood { file, index, n } in run.stood()?.into_values().flatten() {
                if let Some((n, _)) = self.ids.get(&(which, n)) {
                    let stood = Stood { file: file + files, index, n: *n };
                    let line =
                        serde_json::to_string(&stood).expect("a place can be written");
                    writeln!(out, "{line}").map_err(fail())?;
                }
            }
            files += run.description().sources.len();
        }
        out.flush().map_err(fail())
    }
}
