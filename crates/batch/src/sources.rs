//! The files that levels come from.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::{Error, Run, hex};

impl Run {
    /// What tells these sources, as they are now, from those that the run was made of, in words;
    /// `None` where nothing does.
    pub fn differs_from(&self, sources: &[PathBuf]) -> Result<Option<String>, Error> {
        let files = expand(sources, self.folder())?;
        let known = &self.description().sources;
        let names: Vec<_> =
            files.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        let before: HashSet<&String> = known.iter().map(|source| &source.file).collect();
        let now: HashSet<&String> = names.iter().collect();
        if let Some(new) = names.iter().find(|name| !before.contains(name)) {
            return Ok(Some(format!("`{new}` was not among its files")));
        }
        if let Some(gone) = known.iter().find(|source| !now.contains(&source.file)) {
            return Ok(Some(format!("`{}` was among its files", gone.file)));
        }
        if !names.iter().eq(known.iter().map(|source| &source.file)) {
            return Ok(Some("its files stood in another order".to_owned()));
        }
        for (path, source) in files.iter().zip(known) {
            if hash_file(path)? != source.sha256 {
                return Ok(Some(format!("`{}` has changed", source.file)));
            }
        }
        Ok(None)
    }
}

/// The files that were named; of folders, all files below them in the order of their names,
/// without those whose names begin with a dot, and those of the run itself.
pub(crate) fn expand(sources: &[PathBuf], run: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    let run = fs::canonicalize(run).ok();
    for source in sources {
        if source.is_dir() {
            below(source, run.as_deref(), &mut files)?;
        } else {
            files.push(source.clone());
        }
    }
    Ok(files)
}

fn below(
    folder: &Path,
    run: Option<&Path>,
    files: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    let fail = || Error::io("read", folder);
    let place = fs::canonicalize(folder).map_err(fail())?;
    if Some(&*place) == run {
        return Ok(());
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = entries.map_err(fail())?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() {
            below(&path, run, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

pub(crate) fn hash_file(path: &Path) -> Result<String, Error> {
    let fail = || Error::io("read", path);
    let mut file = File::open(path).map_err(fail())?;
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk).map_err(fail())? {
            0 => return Ok(hex(&hasher.finalize())),
            count => hasher.update(&chunk[..count]),
        }
    }
}
