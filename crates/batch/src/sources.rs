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
        let Found { files, .. } = expand(sources, self.folder())?;
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

/// The files below what was named.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) files: Vec<PathBuf>,
    /// What is no file of levels, and why.
    pub(crate) skipped: Vec<(PathBuf, String)>,
}

/// The files that were named; of folders, all files below them in the order of their names,
/// without those whose names begin with a dot, and those of the run itself. What cannot be
/// read to its end is skipped there; a pipe or a device that is named is refused.
pub(crate) fn expand(sources: &[PathBuf], run: &Path) -> Result<Found, Error> {
    let mut found = Found::default();
    let run = fs::canonicalize(run).ok();
    for source in sources {
        let data = fs::metadata(source).map_err(Error::io("read", source))?;
        if data.is_dir() {
            found.below(source, run.as_deref(), &mut Vec::new())?;
        } else if data.is_file() {
            found.files.push(source.clone());
        } else {
            let name = source.display();
            return Err(Error::Usage(format!("`{name}` is {NO_FILE}: name a file")));
        }
    }
    Ok(found)
}

const NO_FILE: &str = "a pipe, a socket or a device";

impl Found {
    /// Adds what is below a folder; `above` holds the folders that it is in.
    fn below(
        &mut self,
        folder: &Path,
        run: Option<&Path>,
        above: &mut Vec<PathBuf>,
    ) -> Result<(), Error> {
        let fail = || Error::io("read", folder);
        let place = fs::canonicalize(folder).map_err(fail())?;
        if Some(&*place) == run {
            return Ok(());
        }
        if above.contains(&place) {
            let why = "a link to a folder that it is in".to_owned();
            self.skipped.push((folder.to_owned(), why));
            return Ok(());
        }
        above.push(place);
        let entries =
            fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut entries = entries.map_err(fail())?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            match fs::metadata(&path) {
                Ok(data) if data.is_dir() => self.below(&path, run, above)?,
                Ok(data) if data.is_file() => self.files.push(path),
                Ok(_) => self.skipped.push((path, NO_FILE.to_owned())),
                // A link to nothing, or to itself.
                Err(why) => self.skipped.push((path, why.to_string())),
            }
        }
        above.pop();
        Ok(())
    }
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
