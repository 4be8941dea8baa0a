//! Folders for tests.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of its own for a test, deleted at the end.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Makes it. Tests that run at once need different names.
    pub fn new(name: &str) -> Self {
        let folder = format!("kuraban-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    /// A place in it.
    pub fn place(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A place in it, as an argument.
    pub fn path(&self, name: &str) -> String {
        self.place(name).to_str().expect("UTF-8").to_owned()
    }

    /// A file in it; nothing where there is none.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let place = self.place(name);
        fs::write(&place, text).expect("written");
        place
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
