//! Which levels are being solved, for those who find a dead process.
//!
//! Each process has a small file with a line for each of its workers, and holds a lock on it
//! as long as it lives. A line names the level the worker is at. Nothing is synced: what a
//! process has written outlives its death, though not that of the machine. Whoever finds the
//! file of a dead process notes its levels in `crashes.jsonl`.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::place::Place;
use crate::steps::step;
use crate::{Error, now};

/// A level that was being solved so often when its process died is not tried again.
pub const DEADLY: usize = 3;
/// The line of a worker that is at nothing; a level's number has as many digits.
const EMPTY: &str = "--------------------\n";

/// The slots of this process.
pub(crate) struct Slots {
    #[cfg_attr(
        target_family = "wasm",
        expect(dead_code, reason = "files are not written at places there")
    )]
    file: File,
    path: PathBuf,
}

impl Slots {
    /// The slots of so many workers, all of them empty.
    pub(crate) fn make(place: &Place, who: &str, workers: usize) -> Result<Self, Error> {
        let path = place.slots(who);
        let fresh = path.with_extension("new");
        let fail = || Error::io("write", &fresh);
        let file = OpenOptions::new().write(true).create_new(true).open(&fresh);
        let mut file = file.map_err(fail())?;
        file.write_all(EMPTY.repeat(workers).as_bytes()).map_err(fail())?;
        // Where files cannot be locked, nobody is known to be alive: work may be done twice,
        // and is counted once.
        let _ = file.try_lock();
        // It gets its name only now: nobody finds it without its lock.
        fs::rename(&fresh, &path).map_err(fail())?;
        Ok(Self { file, path })
    }

    /// Notes what a worker is at. Where that cannot be written, a crash is not noted.
    pub(crate) fn set(&self, worker: usize, n: u64) {
        self.write(worker, &format!("{n:020}\n"));
    }

    /// Notes that a worker is at nothing.
    pub(crate) fn clear(&self, worker: usize) {
        self.write(worker, EMPTY);
    }

    fn write(&self, worker: usize, line: &str) {
        #[cfg(unix)]
        let _ = std::os::unix::fs::FileExt::write_all_at(
            &self.file,
            line.as_bytes(),
            (worker * EMPTY.len()) as u64,
        );
        #[cfg(not(unix))]
        let _ = (worker, line);
    }
}

/// Who ends in peace leaves nothing behind.
impl Drop for Slots {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A line of `crashes.jsonl`.
#[derive(Deserialize, Serialize)]
struct Crash {
    n: u64,
    pass: u32,
    who: String,
    found: String,
}

/// Notes what dead processes were at.
pub(crate) fn bury(place: &Place, pass: u32, slots: &[String]) -> Result<(), Error> {
    for who in slots {
        let path = place.slots(who);
        let Ok(file) = OpenOptions::new().read(true).write(true).open(&path) else {
            continue;
        };
        if file.try_lock().is_err() || !is_still(&path, &file) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        let levels: Vec<u64> =
            text.lines().filter_map(|line| line.parse().ok()).collect();
        let mut lines = Vec::new();
        for n in levels {
            let crash = Crash { n, pass, who: who.clone(), found: now() };
            serde_json::to_writer(&mut lines, &crash).expect("a crash can be written");
            lines.push(b'\n');
        }
        let crashes = place.crashes();
        let fail = || Error::io("write", &crashes);
        let mut log =
            OpenOptions::new().append(true).create(true).open(&crashes).map_err(fail())?;
        step("note a crash");
        log.write_all(&lines).map_err(fail())?;
        step("forget a process");
        fs::remove_file(&path).map_err(Error::io("delete", &path))?;
    }
    Ok(())
}

/// Whether the name still leads to this file: somebody else may have dealt with it.
fn is_still(path: &std::path::Path, file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let inode = |data: fs::Metadata| (data.dev(), data.ino());
        let (named, held) = (fs::metadata(path).map(inode), file.metadata().map(inode));
        matches!((named, held), (Ok(named), Ok(held)) if named == held)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// How often each level of a pass was being solved when its process died.
pub(crate) fn crashes(place: &Place, pass: u32) -> HashMap<u64, usize> {
    let text = fs::read_to_string(place.crashes()).unwrap_or_default();
    let mut counts = HashMap::new();
    for line in text.lines() {
        if let Ok(crash) = serde_json::from_str::<Crash>(line)
            && crash.pass == pass
        {
            *counts.entry(crash.n).or_default() += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use kuraban_testkit::Folder;

    use super::*;

    #[test]
    fn every_level_of_a_dead_process_is_noted_once() {
        let folder = Folder::new("batch-slots");
        let place = Place::new(folder.as_ref(), 1);
        fs::create_dir_all(place.results()).expect("a folder");
        let slots = Slots::make(&place, "me", 4).expect("slots");
        slots.set(1, 17);
        slots.set(2, 4);
        slots.set(3, 9);
        slots.clear(2);
        let found = || place.list().expect("names").slots;
        bury(&place, 1, &found()).expect("looked at");
        assert!(crashes(&place, 1).is_empty() && place.is_alive("me"), "it lives");
        // As if it had been killed: its file stays, its lock does not.
        let copy = fs::read(place.slots("me")).expect("slots");
        drop(slots);
        assert!(found().is_empty(), "who ends in peace leaves nothing");
        fs::write(place.slots("me"), copy).expect("written");
        bury(&place, 1, &found()).expect("buried");
        bury(&place, 1, &["me".to_owned()]).expect("nothing is left");
        assert_eq!(crashes(&place, 1), HashMap::from([(17, 1), (9, 1)]));
        assert!(crashes(&place, 2).is_empty());
    }
}
