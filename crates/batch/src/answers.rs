//! All answers of a run, in the order of the levels, with little memory.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::ops::Range;
use std::path::Path;

use crate::join::join;
use crate::place::Place;
use crate::plan::Stood;
use crate::{Error, LevelLine, Row, Run, segment};

/// Levels that are held in memory at once. All files are read once for each so many levels.
const CHUNK: u64 = 100_000;

/// One level with what is known about it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Answered<'a> {
    /// The level.
    pub line: &'a LevelLine,
    /// The file that it stands in, and its number there.
    pub file: &'a str,
    /// Its number there, from one.
    pub index: usize,
    /// The best of all passes.
    pub row: &'a Row,
}

/// A level and its rows, one for each pass, as text.
struct Lines {
    level: Box<[u8]>,
    rows: Vec<Box<[u8]>>,
}

/// Of which levels an export tells.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Per {
    /// Every level once.
    #[default]
    Level,
    /// Every place where a level stands in the sources, duplicates too.
    Source,
}

impl Run {
    /// Calls `visit` for every level that has a row, in order; rows of attempts that are not
    /// sealed count. Levels by the million need little memory: they are read some at a time.
    pub fn answers(
        &self,
        per: Per,
        visit: &mut dyn FnMut(&Answered<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let description = self.description();
        let objective = description.passes[0].question.objective;
        let mut stood = match per {
            Per::Level => None,
            Per::Source => Some(self.stood()?),
        };
        let mut from = 0;
        while from < description.levels {
            let range = from..(from + CHUNK).min(description.levels);
            let mut chunk = self.chunk(&range)?;
            for n in range.clone() {
                let Some(lines) = chunk.remove(&n) else { continue };
                let line: LevelLine = serde_json::from_slice(&lines.level)
                    .map_err(|why| Error::Description(format!("level {n}: {why}")))?;
                let rows =
                    lines.rows.iter().filter_map(|row| serde_json::from_slice(row).ok());
                let rows: Vec<Row> = rows.filter(|row: &Row| row.id == line.id).collect();
                let Some(row) = join(rows, objective) else { continue };
                let own = [Stood { file: line.file, index: line.index, n }];
                let places = match &mut stood {
                    None => own.to_vec(),
                    Some(stood) => stood.remove(&n).unwrap_or_default(),
                };
                for Stood { file, index, .. } in places {
                    let file =
                        description.sources.get(file).map_or("", |known| &known.file);
                    visit(&Answered { line: &line, file, index, row: &row })?;
                }
            }
            from = range.end;
        }
        Ok(())
    }

    /// The levels in a range of numbers, and their rows in all passes, as text: that takes less
    /// room.
    fn chunk(&self, range: &Range<u64>) -> Result<BTreeMap<u64, Lines>, Error> {
        let mut chunk: BTreeMap<u64, Lines> = BTreeMap::new();
        for pass in &self.description().passes {
            let place = self.place_of(pass);
            let listing = place.list()?;
            for part in 0..pass.parts() {
                if pass.pass == 1 {
                    let bytes = read(&place.level_part(part))?;
                    for (n, line) in lines_in(range, bytes.split(|&byte| byte == b'\n')) {
                        chunk.insert(n, Lines { level: line.into(), rows: Vec::new() });
                    }
                }
                let open = listing.open.get(&part).map_or(&[][..], Vec::as_slice);
                let mut seen = HashSet::new();
                for bytes in results(&place, (part, pass.sizes[part]), open)? {
                    for (n, line) in lines_in(range, segment::rows(&bytes)) {
                        if let Some(lines) = chunk.get_mut(&n)
                            && seen.insert(n)
                        {
                            lines.rows.push(line.into());
                        }
                    }
                }
            }
        }
        Ok(chunk)
    }

    /// Where each level stands in the sources.
    pub(crate) fn stood(&self) -> Result<BTreeMap<u64, Vec<Stood>>, Error> {
        let path = self.folder().join("levels").join("sources.jsonl");
        let fail = || Error::io("read", &path);
        let mut stood: BTreeMap<u64, Vec<Stood>> = BTreeMap::new();
        for line in BufReader::new(fs::File::open(&path).map_err(fail())?).lines() {
            let line = line.map_err(fail())?;
            let place: Stood = serde_json::from_str(&line).map_err(|why| {
                Error::Description(format!("{}: {why}", path.display()))
            })?;
            stood.entry(place.n).or_default().push(place);
        }
        Ok(stood)
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(Error::io("read", path))
}

/// What is known of a part of so many levels: the sealed file, or what attempts have.
pub(crate) fn results(
    place: &Place,
    (part, levels): (usize, u64),
    open: &[String],
) -> Result<Vec<Vec<u8>>, Error> {
    if place.sealed(part).exists() {
        return Ok(vec![place.read_sealed(part, levels)?]);
    }
    let mut all = Vec::new();
    for who in open {
        match read(&place.open(part, who)) {
            // It was sealed just now, or tidied away.
            Err(Error::Io { why, .. }) if why.kind() == io::ErrorKind::NotFound => {}
            bytes => all.push(bytes?),
        }
    }
    Ok(all)
}

/// The lines whose level is in a range, with its number; no more of them is read than that.
fn lines_in<'a>(
    range: &Range<u64>,
    lines: impl Iterator<Item = &'a [u8]>,
) -> impl Iterator<Item = (u64, &'a [u8])> {
    lines.filter_map(move |line| {
        let digits = line.strip_prefix(b"{\"n\":")?;
        let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
        let n = digits.fold(0u64, |n, digit| {
            n.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'))
        });
        range.contains(&n).then_some((n, line))
    })
}
