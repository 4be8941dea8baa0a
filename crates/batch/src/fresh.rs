//! Folders that appear whole or not at all.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::place::{sync_below, sync_folder, who};
use crate::steps::step;

/// The file that is locked while a folder is being made.
const LOCK: &str = "lock";

/// A folder that is being made beside the place where it will appear. What is not finished
/// leaves nothing behind; what a killed process has left is deleted by the next one.
pub(crate) struct Fresh {
    path: PathBuf,
    becomes: PathBuf,
    /// Holds the lock.
    _lock: File,
}

impl Fresh {
    /// Begins a folder; nothing may be in the place where it is to appear.
    pub(crate) fn begin(becomes: &Path) -> Result<Self, Error> {
        if fs::read_dir(becomes).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(Error::NotEmpty(becomes.to_owned()));
        }
        sweep(becomes);
        let path = becomes.with_file_name(format!("{}{}.new", prefix(becomes), who()));
        let fail = || Error::io("create", &path);
        fs::create_dir_all(&path).map_err(fail())?;
        let lock = File::create(path.join(LOCK)).map_err(fail())?;
        // Where files cannot be locked, what is left behind stays.
        let _ = lock.try_lock();
        Ok(Self { path, becomes: becomes.to_owned(), _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts it in its place, once everything in it is on the disk.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let (path, becomes) = (&self.path, &self.becomes);
        sync_below(path).map_err(Error::io("write", path))?;
        step("name the folder");
        fs::rename(path, becomes).map_err(|error| match error.kind() {
            io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                Error::NotEmpty(becomes.clone())
            }
            _ => Error::io("create", becomes)(error),
        })?;
        step("the folder exists");
        // Where it stays it does no harm.
        let _ = fs::remove_file(becomes.join(LOCK));
        if let Some(parent) = becomes.parent() {
            sync_folder(parent);
        }
        Ok(())
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        // It is gone where it has got its name.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// How the names of unfinished folders begin.
fn prefix(becomes: &Path) -> String {
    let name = becomes.file_name().map_or("run".into(), |name| name.to_string_lossy());
    format!(".{name}.")
}

/// Deletes what dead processes have left; best effort.
fn sweep(becomes: &Path) {
    let parent = becomes.parent().filter(|parent| !parent.as_os_str().is_empty());
    let prefix = prefix(becomes);
    let Ok(entries) = fs::read_dir(parent.unwrap_or(Path::new("."))) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_new = Path::new(&name).extension().is_some_and(|ending| ending == "new");
        if !is_new || !name.to_string_lossy().starts_with(&prefix) {
            continue;
        }
        let lock = OpenOptions::new().write(true).open(entry.path().join(LOCK));
        let is_dead = lock.is_ok_and(|lock| lock.try_lock().is_ok());
        if is_dead {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether somebody holds the lock of a file. Where files cannot be locked, nobody does.
pub(crate) fn is_locked(path: &Path) -> bool {
    // Network file systems want it open for writing.
    let Ok(file) = OpenOptions::new().write(true).open(path) else { return false };
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use kuraban_testkit::Folder;

    use super::*;

    #[test]
    fn what_is_not_finished_is_swept_up_and_the_rest_is_left() {
        let folder = Folder::new("batch-fresh");
        let place = folder.place("run");
        let dead = folder.place(".run.dead.new");
        fs::create_dir_all(&dead).expect("a folder");
        fs::write(dead.join(LOCK), "").expect("written");
        let alive = Fresh::begin(&place).expect("a folder");
        assert!(!dead.exists() && alive.path().exists());
        let second = Fresh::begin(&place).expect("a folder");
        assert!(alive.path().exists(), "its maker lives");
        fs::write(second.path().join("run.json"), "{}").expect("written");
        second.finish().expect("named");
        assert!(place.join("run.json").exists() && !place.join(LOCK).exists());
        let path = alive.path().to_owned();
        assert!(matches!(alive.finish(), Err(Error::NotEmpty(_))));
        assert!(!path.exists());
        assert!(matches!(Fresh::begin(&place), Err(Error::NotEmpty(_))));
    }
}
