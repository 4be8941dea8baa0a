//! Writing files: whole or not at all.
//!
//! A regular file is replaced in one step, by a file that was written beside it and is on the
//! disk; its mode stays. Links are followed. Anything else, such as a device or a pipe, is
//! written to. Whatever goes wrong, the old file stays as it was.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Links are followed this far, as Linux does.
const MOST_LINKS: usize = 40;
/// Names that are tried for the file beside the old one.
const MOST_NAMES: usize = 100;

/// Files that are being written, for [`discard_unfinished`].
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Where something can be written: made before the work begins, so that a place that takes
/// nothing is known by then.
///
/// ```
/// let path = std::env::temp_dir().join(format!("kuraban-save-{}", std::process::id()));
/// let mut file = kuraban_level::Saved::begin(&path)?;
/// std::io::Write::write_all(&mut file, b"#####\n")?;
/// assert!(!path.exists());
/// file.keep()?;
/// assert_eq!(std::fs::read(&path)?, b"#####\n");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Saved {
    out: BufWriter<File>,
    /// The file that is written, and the one that it replaces.
    replaces: Option<(PathBuf, PathBuf)>,
}

impl Saved {
    /// Opens a file beside `path`, or `path` itself where it is a device or a pipe.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let place = behind_links(path)?;
        let old = match fs::metadata(&place) {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(old) if !old.is_file() || is_open_file(path) => {
                let out = OpenOptions::new().append(true).open(path)?;
                return Ok(Self { out: BufWriter::new(out), replaces: None });
            }
            Ok(old) => {
                // A file that must not be written to must not be replaced.
                OpenOptions::new().write(true).open(&place)?;
                Some(old)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let (part, file) = beside(&place, old.as_ref())?;
        unfinished().push(part.clone());
        let mut saved = Self { out: BufWriter::new(file), replaces: Some((part, place)) };
        if let Some(old) = old {
            saved.resemble(&old)?;
        }
        Ok(saved)
    }

    /// Gives the new file the mode of the old one and, where that is allowed, its owner.
    fn resemble(&mut self, old: &fs::Metadata) -> io::Result<()> {
        let file = self.out.get_mut();
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt as _, fchown};
            let new = file.metadata()?;
            if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
                // Who may not give files away keeps them.
                let _ = fchown(&*file, Some(old.uid()), Some(old.gid()));
            }
        }
        file.set_permissions(old.permissions())
    }

    /// Puts what was written in its place, once it is on the disk.
    pub fn keep(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some((part, place)) = self.replaces.take() else { return Ok(()) };
        let moved =
            self.out.get_ref().sync_all().and_then(|()| fs::rename(&part, &place));
        forget(&part);
        if moved.is_err() {
            // Best effort: half a file is worth nothing.
            let _ = fs::remove_file(&part);
        } else if let Some(folder) =
            place.parent().and_then(|folder| File::open(folder).ok())
        {
            // The name too; not every file system can do that.
            let _ = folder.sync_all();
        }
        moved
    }
}

impl Write for Saved {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What is not kept leaves nothing behind.
impl Drop for Saved {
    fn drop(&mut self) {
        if let Some((part, _)) = self.replaces.take() {
            forget(&part);
            let _ = fs::remove_file(&part);
        }
    }
}

/// Whether a file can be written at `path`, as far as that can be known before; nothing
/// is changed. A pipe that waits for its reader is not touched.
pub fn can_save(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() && !data.is_dir() => Ok(()),
        _ => Saved::begin(path).map(drop),
    }
}

/// Removes the files that are being written: for a process that is about to end.
pub fn discard_unfinished() {
    for part in unfinished().drain(..) {
        let _ = fs::remove_file(part);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn forget(part: &Path) {
    unfinished().retain(|other| other != part);
}

/// A new file in the same folder. Nobody may read it who may not read the old one.
fn beside(place: &Path, old: Option<&fs::Metadata>) -> io::Result<(PathBuf, File)> {
    let Some(name) = place.file_name() else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "this is not a file name",
        ));
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if old.is_some() {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = old;
    let mut number = 0;
    loop {
        let mut name = name.to_owned();
        name.push(format!(".{}-{number}.part", std::process::id()));
        let part = place.with_file_name(name);
        match options.open(&part) {
            Ok(file) => return Ok((part, file)),
            Err(error)
                if error.kind() == io::ErrorKind::AlreadyExists
                    && number < MOST_NAMES =>
            {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Where a path leads, also where a link points to a file that is not there yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    if let Ok(place) = fs::canonicalize(path) {
        return Ok(place);
    }
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&place) else { return Ok(place) };
        place = place.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other("too many links"))
}

/// Whether a path names a file that is open already, as `/dev/stdout` does.
fn is_open_file(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_kept_leaves_nothing_behind() {
        let folder = std::env::temp_dir()
            .join(format!("kuraban-level-save-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        let names = || fs::read_dir(&folder).unwrap().count();
        drop(Saved::begin(&path).unwrap());
        can_save(&path).unwrap();
        assert_eq!(names(), 0);
        fs::write(&path, "old").unwrap();
        let mut saved = Saved::begin(&path).unwrap();
        saved.write_all(b"new").unwrap();
        drop(saved);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let mut saved = Saved::begin(&path).unwrap();
        saved.write_all(b"new").unwrap();
        saved.keep().unwrap();
        assert_eq!((fs::read(&path).unwrap(), names()), (b"new".to_vec(), 1));
        assert!(can_save(&folder).is_err());
        assert!(can_save(&folder.join("no").join("file")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
