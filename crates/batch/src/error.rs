//! What can go wrong with a run.

use std::io;
use std::path::{Path, PathBuf};

use kuraban::AskError;

/// What can go wrong with a run. A level that cannot be solved is no error: it has a row.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
pub enum Error {
    #[error("cannot {what} `{}`: {why}", path.display())]
    Io { what: &'static str, path: PathBuf, why: io::Error },
    #[error("`{}` is no run: it has no run.json", .0.display())]
    NoRun(PathBuf),
    #[error("`{}` exists and is not empty: name a new folder", .0.display())]
    NotEmpty(PathBuf),
    #[error("the run's description cannot be read: {0}")]
    Description(String),
    #[error("the run is of format {found}; this program knows format {known}")]
    Format { found: u32, known: u32 },
    #[error("the run was made by kuraban {run}, and this is {this}: rows could differ")]
    Version { run: String, this: &'static str },
    #[error("the run's question does not fit its hash: run.json was changed by hand")]
    QuestionHash,
    #[error("stopped before the run was made")]
    Stopped,
    #[error("there is no level in what was named")]
    NoLevels,
    #[error("there is no part {part}: the parts are 0 to {}", parts.saturating_sub(1))]
    NoPart { part: usize, parts: usize },
    #[error("part {part}: {why}")]
    Part { part: usize, why: String },
    #[error(
        "pass {pass}, part {part} is damaged: `kuraban batch check RUN --mend` puts it aside, \
         and `kuraban batch run RUN` makes the rows anew"
    )]
    Damaged { pass: u32, part: usize },
    #[error("the run is not finished: {missing} of {parts} parts are missing")]
    Unfinished { missing: usize, parts: usize },
    #[error("no level has a row for which `{0}` holds")]
    NothingLeft(String),
    #[error("the runs cannot be merged: {0}")]
    Merge(String),
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Ask(#[from] AskError),
}

impl Error {
    /// Whether trying again, perhaps elsewhere, may help: a disk that is full or fails, a limit
    /// on files. What is not there, or may not be written to, stays so.
    pub fn is_temporary(&self) -> bool {
        use io::ErrorKind as Kind;
        let Self::Io { why, .. } = self else { return false };
        !matches!(
            why.kind(),
            Kind::NotFound
                | Kind::AlreadyExists
                | Kind::NotADirectory
                | Kind::IsADirectory
                | Kind::PermissionDenied
                | Kind::ReadOnlyFilesystem
                | Kind::InvalidFilename
                | Kind::InvalidInput
                | Kind::InvalidData
                | Kind::Unsupported
        )
    }

    /// Names what was tried, and where.
    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |why| Self::Io { what, path, why }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_wrong_is_not_tried_again() {
        let of = |kind: io::ErrorKind| Error::io("write", Path::new("x"))(kind.into());
        for kind in [
            io::ErrorKind::StorageFull,
            io::ErrorKind::QuotaExceeded,
            io::ErrorKind::FileTooLarge,
            io::ErrorKind::StaleNetworkFileHandle,
            io::ErrorKind::Other,
        ] {
            assert!(of(kind).is_temporary(), "{kind}");
        }
        for kind in [
            io::ErrorKind::NotFound,
            io::ErrorKind::NotADirectory,
            io::ErrorKind::PermissionDenied,
            io::ErrorKind::ReadOnlyFilesystem,
        ] {
            assert!(!of(kind).is_temporary(), "{kind}");
        }
        #[cfg(target_os = "linux")]
        assert!(
            Error::io("read", Path::new("x"))(io::Error::from_raw_os_error(5))
                .is_temporary(),
            "a disk that fails"
        );
    }
}
