//! An attempt at a part: what others left is adopted, rows are committed, and the whole is
//! sealed under the part's name.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::place::{Place, sync_folder};
use crate::segment::{self, Block};
use crate::steps::step;
use crate::{Error, LevelLine, Row};

/// One process at work on one part. It writes a file of its own; nothing is locked.
pub(crate) struct Attempt {
    place: Place,
    part: usize,
    path: PathBuf,
    file: File,
    block: Block,
    /// The levels of the part, with their identities.
    wanted: HashMap<u64, String>,
    /// The levels that have a row, committed or not.
    have: HashSet<u64>,
    committed: u64,
}

impl Attempt {
    /// Begins, and adopts the rows that `others` have committed.
    pub(crate) fn begin(
        place: &Place,
        part: usize,
        (me, others): (&str, &[String]),
        lines: &[LevelLine],
    ) -> Result<(Self, Vec<Row>), Error> {
        let path = place.open(part, me);
        step("create the attempt");
        let file = OpenOptions::new().append(true).create_new(true).open(&path);
        let mut attempt = Self {
            place: place.clone(),
            part,
            file: file.map_err(Error::io("create", &path))?,
            path,
            block: Block::default(),
            wanted: lines.iter().map(|line| (line.n, line.id.clone())).collect(),
            have: HashSet::new(),
            committed: 0,
        };
        let mut adopted = Vec::new();
        for other in others.iter().filter(|other| *other != me) {
            let path = place.open(part, other);
            let bytes = match fs::read(&path) {
                // Its owner has sealed the part, or somebody has tidied up.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                bytes => bytes.map_err(Error::io("read", &path))?,
            };
            for line in segment::rows(&bytes) {
                let Ok(row) = serde_json::from_slice::<Row>(line) else { continue };
                let fits = attempt.wanted.get(&row.n) == Some(&row.id);
                if fits && !attempt.have.contains(&row.n) {
                    attempt.add(row.n, &[line, b"\n"].concat());
                    adopted.push(row);
                }
            }
        }
        attempt.commit()?;
        Ok((attempt, adopted))
    }

    pub(crate) fn has(&self, n: u64) -> bool {
        self.have.contains(&n)
    }

    /// Rows that are on the disk.
    pub(crate) fn committed(&self) -> u64 {
        self.committed
    }

    /// Bytes that are not.
    pub(crate) fn waiting(&self) -> usize {
        self.block.bytes()
    }

    /// Whether every level of the part has a row.
    pub(crate) fn is_complete(&self) -> bool {
        self.have.len() == self.wanted.len()
    }

    /// Takes in a row; a second one for the same level is dropped.
    pub(crate) fn add(&mut self, n: u64, line: &[u8]) {
        debug_assert!(self.wanted.contains_key(&n), "a row of another part");
        if self.have.insert(n) {
            self.block.add(line);
        }
    }

    /// Brings the rows so far to the disk: one write, one sync.
    pub(crate) fn commit(&mut self) -> Result<(), Error> {
        let Some((bytes, count)) = self.block.take() else { return Ok(()) };
        step("write a block");
        self.file.write_all(&bytes).map_err(Error::io("write", &self.path))?;
        step("sync a block");
        self.file.sync_data().map_err(Error::io("write", &self.path))?;
        step("count a block");
        self.committed += count;
        Ok(())
    }

    /// Gives the complete part its name. `false` where somebody else was first: their rows
    /// stand, ours are dropped.
    pub(crate) fn seal(mut self) -> Result<bool, Error> {
        assert!(self.is_complete(), "only a complete part is sealed");
        self.commit()?;
        step("sync the attempt");
        self.file.sync_all().map_err(Error::io("write", &self.path))?;
        let sealed = self.place.sealed(self.part);
        step("link");
        let first = match fs::hard_link(&self.path, &sealed) {
            Ok(()) => true,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
            // Whoever saw the sealed part may have deleted ours.
            Err(_) if sealed.exists() => false,
            Err(error) => return Err(Error::io("seal", &sealed)(error)),
        };
        step("unlink");
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Error::io("delete", &self.path)(error));
            }
            _ => {}
        }
        step("sync the folder");
        sync_folder(&self.place.results());
        step("sealed");
        Ok(first)
    }
}

/// Deletes attempts at parts that are sealed: nobody needs them.
pub(crate) fn tidy(place: &Place) -> Result<(), Error> {
    let listing = place.list()?;
    for (&part, attempts) in
        listing.open.iter().filter(|(part, _)| listing.is_sealed(**part))
    {
        for who in attempts {
            step("tidy");
            // Whatever is left is deleted next time.
            let _ = fs::remove_file(place.open(part, who));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use kuraban_testkit::{Folder, thread_cpu};

    use super::*;

    /// The store must never be the work: a core solves at most ten thousand levels a second.
    #[test]
    fn the_store_takes_a_hundred_thousand_rows_a_second() {
        const ROWS: u64 = 200_000;
        let folder = Folder::new("batch-store");
        let place = Place::new(folder.as_ref(), 1);
        fs::create_dir_all(place.results()).expect("a folder");
        let mut row = Row { solution: Some("uRdL".repeat(20)), ..Row::default() };
        let line = |n: u64| LevelLine {
            n,
            id: format!("{n:032x}"),
            board: String::new(),
            file: 0,
            index: 1,
            title: None,
            boulders: false,
            warnings: Vec::new(),
        };
        let lines: Vec<LevelLine> = (0..ROWS).map(line).collect();
        let began = thread_cpu();
        let (mut attempt, _) =
            Attempt::begin(&place, 0, ("me", &[]), &lines).expect("an attempt");
        let mut since = Instant::now();
        for line in &lines {
            row.n = line.n;
            attempt.add(line.n, &row.line());
            if attempt.waiting() >= crate::worker::FULL || since.elapsed().as_secs() > 0 {
                attempt.commit().expect("committed");
                since = Instant::now();
            }
        }
        assert!(attempt.seal().expect("sealed"));
        let used = thread_cpu().saturating_sub(began).as_secs_f64();
        let rate = ROWS as f64 / used;
        assert!(rate > 100_000.0, "{rate:.0} rows per second of processor time");
        let bytes = fs::read(place.sealed(0)).expect("a part");
        assert_eq!(segment::rows(&bytes).count() as u64, ROWS);
    }
}
