//! Where answers are written: errors name the place, and no file is left half written.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

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

/// Makes a folder and those above it.
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| cannot_write(&quoted(path), &error))
}

/// Replaces a file in one step: writes a file beside it first, because the old file may be
/// the one being read. `text` also returns whether to keep what it wrote. Devices and pipes
/// are written to directly.
pub(crate) fn whole<T>(
    path: &Path,
    text: impl FnOnce(&mut dyn Write) -> io::Result<(T, bool)>,
) -> io::Result<T> {
    let named = |file| BufWriter::new(Named::new(file, quoted(path)));
    let fail = |error| cannot_write(&quoted(path), &error);
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let mut out = named(File::options().write(true).open(path).map_err(fail)?);
        let (told, _) = text(&mut out)?;
        out.flush()?;
        return Ok(told);
    }
    // If the path is a link, the file it points to is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = place.with_file_name(name);
    let mut out = named(File::create(&part).map_err(fail)?);
    let done = text(&mut out).and_then(|done| out.flush().map(|()| done));
    let moved = match done {
        Ok((told, true)) => fs::rename(&part, &place).map_err(fail).map(|()| told),
        Ok((told, false)) => fs::remove_file(&part).map(|()| told),
        Err(error) => Err(error),
    };
    if moved.is_err() {
        // Best effort: half a file is worth nothing.
        let _ = fs::remove_file(&part);
    }
    moved
}

fn quoted(path: &Path) -> String {
    format!("`{}`", path.display())
}
