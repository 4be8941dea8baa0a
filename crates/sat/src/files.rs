//! Files of the planner: the last formula, its answer, and the formula in words.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use kuraban_level::{Saved, can_save};
use kuraban_search::Stop;

use crate::error::{Halt, SatError};

/// Files that are to hold the last formula.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Files {
    /// DIMACS, what a solver reads.
    pub input: Option<PathBuf>,
    /// The answer, in MiniSat's form.
    pub output: Option<PathBuf>,
    /// The formula with names.
    pub readable: Option<PathBuf>,
}

impl Files {
    fn named(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let files = [
            ("the formula", &self.input),
            ("the answer", &self.output),
            ("the readable formula", &self.readable),
        ];
        files.into_iter().filter_map(|(what, path)| Some((what, path.as_deref()?)))
    }

    /// Whether each of them can be written, before anything is searched for.
    pub fn check(&self) -> Result<(), SatError> {
        for (_, path) in self.named() {
            can_save(path)
                .map_err(|error| SatError::Write { path: path.into(), error })?;
        }
        Ok(())
    }

    /// Refuses to write two things to one file, or to overwrite a `kept` file; each comes
    /// with a description. Devices such as `/dev/null` may be named any number of times.
    pub fn refuse_clashes(&self, kept: &[(&'static str, &Path)]) -> Result<(), SatError> {
        let mut seen = kept.to_vec();
        for (what, path) in self.named() {
            if let Some((other, _)) = seen.iter().find(|(_, other)| same(path, other)) {
                return Err(SatError::Usage(format!(
                    "`{}` cannot be the file of {what}: it is that of {other} too",
                    path.display()
                )));
            }
            seen.push((what, path));
        }
        Ok(())
    }

    /// Refuses files, the `kept` ones too, that lie in a folder to be written.
    pub fn refuse_inside(
        &self,
        folder: &Path,
        kept: &[(&'static str, &Path)],
    ) -> Result<(), SatError> {
        let folder = place(folder);
        let all = kept.iter().copied().chain(self.named());
        for (what, path) in all {
            if place(path).parent() == Some(&folder) {
                return Err(SatError::Usage(format!(
                    "`{}`, the file of {what}, lies in the certificate's folder",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

/// Whether writing to one path changes what the other one holds.
fn same(a: &Path, b: &Path) -> bool {
    let regular = |path: &Path| fs::metadata(path).map_or(true, |data| data.is_file());
    regular(a) && regular(b) && (place(a) == place(b) || linked(a, b))
}

/// Where a path leads, whether or not there is a file yet.
fn place(path: &Path) -> PathBuf {
    if let Ok(whole) = fs::canonicalize(path) {
        return whole;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match (fs::canonicalize(folder.unwrap_or(Path::new("."))), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.into(),
    }
}

#[cfg(unix)]
fn linked(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let number = |path: &Path| fs::metadata(path).map(|data| (data.dev(), data.ino()));
    matches!((number(a), number(b)), (Ok(a), Ok(b)) if a == b)
}

#[cfg(not(unix))]
const fn linked(_: &Path, _: &Path) -> bool {
    false
}

/// Asked between pieces of text whether to stop writing.
pub(crate) type Asked<'a> = &'a dyn Fn() -> Option<Stop>;

/// Writes a file piece by piece; until it is finished, what was there before stays.
pub(crate) fn write_file(
    path: &Path,
    asked: Asked<'_>,
    text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Halt> {
    let failed = |error| SatError::Write { path: path.into(), error };
    let mut file = Saved::begin(path).map_err(failed)?;
    write_to(&mut file, asked, text).map_err(|halt| match halt {
        Halt::Error(SatError::Write { error, .. }) => failed(error).into(),
        halt => halt,
    })?;
    Ok(file.keep().map_err(failed)?)
}

/// Writes piece by piece to what is open already.
pub(crate) fn write_to(
    out: impl Write,
    asked: Asked<'_>,
    text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Halt> {
    let mut out = BufWriter::with_capacity(1 << 16, Guarded { out, asked });
    text(&mut out).and_then(|()| out.flush()).map_err(|error| {
        let stop = error.get_ref().and_then(|inner| inner.downcast_ref::<Stopped>());
        match stop {
            Some(&Stopped(stop)) => Halt::Stop(stop),
            None => SatError::Write { path: "standard output".into(), error }.into(),
        }
    })
}

struct Guarded<'a, W> {
    out: W,
    asked: Asked<'a>,
}

impl<W: Write> Write for Guarded<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match (self.asked)() {
            Some(stop) => Err(io::Error::other(Stopped(stop))),
            None => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("stopped")]
struct Stopped(Stop);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_is_not_written_twice() {
        let files = |input: &str, output: &str| Files {
            input: Some(input.into()),
            output: Some(output.into()),
            readable: None,
        };
        assert!(files("a.cnf", "./b.cnf").refuse_clashes(&[]).is_ok());
        assert!(files("a.cnf", "./a.cnf").refuse_clashes(&[]).is_err());
        assert!(files("/dev/null", "/dev/null").refuse_clashes(&[]).is_ok());
        let kept = [("the level", Path::new("src/../a.cnf"))];
        assert!(files("a.cnf", "b.cnf").refuse_clashes(&kept).is_err());
        assert!(files("src/lib.rs", "b").refuse_inside(Path::new("src"), &[]).is_err());
        assert!(files("Cargo.toml", "b").refuse_inside(Path::new("src"), &[]).is_ok());
    }

    #[test]
    fn what_is_not_finished_leaves_nothing_behind() {
        let path =
            std::env::temp_dir().join(format!("kuraban-stopped-{}", std::process::id()));
        let stopped = write_file(&path, &|| Some(Stop::Time), |out| out.write_all(b"x"));
        assert!(matches!(stopped, Err(Halt::Stop(Stop::Time))));
        assert!(!path.exists());
        let full = write_file(&path, &|| None, |out| {
            out.write_all(&vec![b'x'; 1 << 17])?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(matches!(full, Err(Halt::Error(SatError::Write { .. }))));
        assert!(!path.exists());
        write_file(&path, &|| None, |out| out.write_all(b"x")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"x");
        fs::remove_file(path).unwrap();
    }
}
