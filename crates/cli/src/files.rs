//! Where answers are written: errors name the place, and no file is left half written.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use kuraban::{Saved, can_save};

/// A writer whose errors name it.
pub(crate) struct Named<W> {
    out: W,
    name: String,
}

impl<W: Write> Named<W> {
    pub(crate) fn new(out: W, name: impl Into<String>) -> Self {
        Self { out, name: name.into() }
    }
}

impl<W: Write> Write for Named<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes).map_err(|error| cannot_write(&self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| cannot_write(&self.name, &error))
    }
}

/// The same error, with the name of what could not be written.
pub(crate) fn cannot_write(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {name}: {error}"))
}

/// Whether a path stands for standard output.
pub(crate) fn is_dash(path: &Path) -> bool {
    [Path::new("-"), Path::new("/dev/stdout")].contains(&path)
}

/// A folder to be written: made now, where it is not there yet, and one that takes files.
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    let fail = |error| cannot_write(&quoted(path), &error);
    if is_dash(path) {
        let what = "this is standard output, and a folder is wanted";
        return Err(fail(io::Error::other(what)));
    }
    fs::create_dir_all(path).map_err(fail)?;
    can_save(&path.join("probe")).map_err(fail)
}

/// A folder as [`folder`], for files that must not mix with others: one that holds anything is
/// refused.
pub(crate) fn new_folder(path: &Path) -> io::Result<()> {
    let is_used = fs::read_dir(path).is_ok_and(|mut found| found.next().is_some());
    if is_used {
        let why = format!("{} exists and is not empty: name a new folder", quoted(path));
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    }
    folder(path)
}

/// Whether a folder takes files, or can be made; nothing is changed.
pub(crate) fn can_hold(folder: &Path) -> io::Result<()> {
    let there = folder.ancestors().find(|folder| folder.exists());
    let there = there.filter(|there| !there.as_os_str().is_empty());
    can_save(&there.unwrap_or(Path::new(".")).join("probe"))
}

/// Writes a file whole or not at all, as [`Saved`] does; `text` also returns whether to keep
/// what it wrote. The place is tried before `text` is called.
pub(crate) fn whole<T>(
    path: &Path,
    text: impl FnOnce(&mut dyn Write) -> io::Result<(T, bool)>,
) -> io::Result<T> {
    let fail = |error| cannot_write(&quoted(path), &error);
    let mut saved = Saved::begin(path).map_err(fail)?;
    let mut out = Named::new(&mut saved, quoted(path));
    let (told, keep) = text(&mut out)?;
    out.flush()?;
    if keep {
        saved.keep().map_err(fail)?;
    }
    Ok(told)
}

fn quoted(path: &Path) -> String {
    format!("`{}`", path.display())
}
