//! The shipped levels, in the binary.

/// Names and contents.
type Files = [(&'static str, &'static [u8])];

macro_rules! files {
    ($($name:literal,)+) => {
        &[$(($name, include_bytes!(concat!("../levels/", $name)))),+]
    };
}

/// The shipped levels; our own collections first. The list is written out by hand, so that the
/// build needs no crate that walks folders; a test compares it with what lies there.
pub(crate) const LEVELS: &Files = files! {
    "kuraban.xsb",
    "rising.sok",
    "first-steps.xsb",
    "seeds/seed-000.txt",
    "seeds/seed-002.txt",
    "seeds/seed-003.txt",
    "dialects/ampersand.txt",
    "dialects/boulder.txt",
    "dialects/boxoban.txt",
    "dialects/collection.slc",
    "dialects/collection.sok",
    "dialects/crate.txt",
    "dialects/glyph.txt",
    "dialects/letter.txt",
    "dialects/rle.xsb",
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Every file below a folder whose name ends in one of these.
    fn below(folder: &Path, ends: &[&str]) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let name = entry.file_name().into_string().expect("UTF-8");
            if entry.path().is_dir() {
                let inside = below(&entry.path(), ends);
                names.extend(inside.into_iter().map(|inner| format!("{name}/{inner}")));
            } else if ends.iter().any(|end| name.ends_with(end)) {
                names.insert(name);
            }
        }
        names
    }

    #[test]
    fn every_level_of_the_folder_is_in_the_binary() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
        let names = LEVELS.iter().map(|file| file.0.to_owned()).collect();
        assert_eq!(below(&folder, &[".xsb", ".txt", ".sok", ".slc"]), names);
    }
}
