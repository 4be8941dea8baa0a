//! Where the files of a pass lie, and who is at work there.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::fresh::is_locked;
use crate::segment;

/// The files of one pass of a run.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    folder: PathBuf,
    pass: u32,
}

impl Place {
    pub(crate) fn new(folder: &Path, pass: u32) -> Self {
        Self { folder: folder.to_owned(), pass }
    }

    /// The folder of the levels. Those of the first pass are all levels of the run.
    pub(crate) fn levels(&self) -> PathBuf {
        let levels = self.folder.join("levels");
        if self.pass == 1 { levels } else { levels.join(format!("p{}", self.pass)) }
    }

    pub(crate) fn level_part(&self, part: usize) -> PathBuf {
        self.levels().join(part_name(part))
    }

    pub(crate) fn results(&self) -> PathBuf {
        self.folder.join("results").join(format!("p{}", self.pass))
    }

    pub(crate) fn sealed(&self, part: usize) -> PathBuf {
        self.results().join(part_name(part))
    }

    /// The bytes of a sealed part of so many levels. That they are whole is not taken on trust:
    /// disks and people change files.
    pub(crate) fn read_sealed(&self, part: usize, levels: u64) -> Result<Vec<u8>, Error> {
        let path = self.sealed(part);
        let bytes = fs::read(&path).map_err(Error::io("read", &path))?;
        if segment::count(&bytes) == Some(levels) {
            Ok(bytes)
        } else {
            Err(Error::Damaged { pass: self.pass, part })
        }
    }

    /// What a damaged part is called once it is put aside.
    pub(crate) fn damaged(&self, part: usize, who: &str) -> PathBuf {
        self.results().join(format!("part-{part:05}.{who}.damaged"))
    }

    pub(crate) fn open(&self, part: usize, who: &str) -> PathBuf {
        self.results().join(format!("part-{part:05}.{who}.open"))
    }

    pub(crate) fn slots(&self, who: &str) -> PathBuf {
        self.results().join(format!("{who}.slots"))
    }

    pub(crate) fn crashes(&self) -> PathBuf {
        self.folder.join("crashes.jsonl")
    }

    /// What there is, by names alone.
    pub(crate) fn list(&self) -> Result<Listing, Error> {
        let folder = self.results();
        let fail = || Error::io("read", &folder);
        let mut listing = Listing::default();
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(listing),
            entries => entries.map_err(fail())?,
        };
        for entry in entries {
            let name = entry.map_err(fail())?.file_name();
            let Some(name) = name.to_str() else { continue };
            if let Some(who) = name.strip_suffix(".slots") {
                listing.slots.push(who.to_owned());
            }
            let Some(part) = name.strip_prefix("part-") else { continue };
            let (part, rest) = part.split_once('.').unwrap_or((part, ""));
            let Ok(part) = part.parse() else { continue };
            if rest == "jsonl" {
                listing.sealed.push(part);
            } else if let Some(who) = rest.strip_suffix(".open") {
                listing.open.entry(part).or_default().push(who.to_owned());
            }
        }
        listing.sealed.sort_unstable();
        Ok(listing)
    }

    /// Whether whoever goes by this name is at work: their slots are locked as long as they
    /// live. Where files cannot be locked, nobody is.
    pub(crate) fn is_alive(&self, who: &str) -> bool {
        is_locked(&self.slots(who))
    }

    /// The workers of whoever goes by this name and is at work: a slot for each.
    pub(crate) fn workers(&self, who: &str) -> usize {
        if !self.is_alive(who) {
            return 0;
        }
        fs::read_to_string(self.slots(who)).map_or(0, |slots| slots.lines().count())
    }
}

/// The name of a part's file.
pub(crate) fn part_name(part: usize) -> String {
    format!("part-{part:05}.jsonl")
}

/// What lies in the folder of a pass.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// Sealed parts, ascending.
    pub(crate) sealed: Vec<usize>,
    /// Attempts by part: who made them.
    pub(crate) open: BTreeMap<usize, Vec<String>>,
    /// Who has slots.
    pub(crate) slots: Vec<String>,
}

impl Listing {
    pub(crate) fn is_sealed(&self, part: usize) -> bool {
        self.sealed.binary_search(&part).is_ok()
    }

    /// Those of so many parts that are not sealed.
    pub(crate) fn missing(&self, parts: usize) -> Vec<usize> {
        (0..parts).filter(|&part| !self.is_sealed(part)).collect()
    }
}

/// A name that nobody else has: machine, process, and a random number.
pub(crate) fn who() -> String {
    let random = RandomState::new().build_hasher().finish() & 0xffff_ffff;
    format!("{}-{}-{random:08x}", host(), std::process::id())
}

/// The machine's name, without what file names are parted by.
fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let name: String = name.chars().take(40).map(plain).collect();
    if name.is_empty() { "host".to_owned() } else { name }
}

/// Lets the names in a folder reach the disk; not every file system can do that.
pub(crate) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Lets everything below a folder reach the disk.
pub(crate) fn sync_below(folder: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::fs::syncfs(File::open(folder)?)?;
    #[cfg(not(target_os = "linux"))]
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sync_below(&path)?;
        } else {
            File::open(&path)?.sync_all()?;
        }
    }
    Ok(())
}
