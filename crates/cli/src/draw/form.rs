//! In which form pictures are written, and where.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kuraban_draw::{Drawing, TooLarge};

use crate::files;

/// The form of a file, by the end of its name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Form {
    Svg,
    Png,
    Gif,
    Apng,
    Html,
    Text,
}

impl Form {
    const ALL: [(&'static str, Self); 6] = [
        ("svg", Self::Svg),
        ("png", Self::Png),
        ("gif", Self::Gif),
        ("apng", Self::Apng),
        ("html", Self::Html),
        ("txt", Self::Text),
    ];

    /// The form of a place, out of those that can be written; the error lists them.
    pub(crate) fn of(path: Option<&Path>, allowed: &[Self]) -> Result<Self, String> {
        let Some(path) = path.filter(|path| !files::is_dash(path)) else {
            return Ok(Self::Svg);
        };
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let form = Self::ALL
            .into_iter()
            .find(|(name, _)| ending.as_deref() == Some(name.as_ref()));
        if let Some((_, form)) = form.filter(|(_, form)| allowed.contains(form)) {
            return Ok(form);
        }
        let names = Self::ALL.into_iter().filter(|(_, form)| allowed.contains(form));
        let names: Vec<String> = names.map(|(name, _)| format!(".{name}")).collect();
        let (path, names) = (path.display(), names.join(" or "));
        Err(format!("`{path}`: give a name that ends in {names}"))
    }

    /// Pixels of a square, where nothing else is asked for.
    pub(crate) const fn tile(self) -> u32 {
        match self {
            Self::Svg | Self::Html | Self::Text => 32,
            Self::Png | Self::Apng => 24,
            Self::Gif => 16,
        }
    }

    /// A drawing in this form.
    pub(crate) fn bytes(self, drawing: &Drawing) -> Result<Vec<u8>, TooLarge> {
        match self {
            Self::Png => drawing.png(),
            _ => Ok(drawing.svg().into_bytes()),
        }
    }
}

/// Writes a picture whole; without a path to standard output.
pub(crate) fn write(
    path: Option<&Path>,
    bytes: &[u8],
    out: &mut impl Write,
) -> io::Result<()> {
    match path.filter(|path| !files::is_dash(path)) {
        None => out.write_all(bytes),
        Some(path) => files::whole(path, |file| {
            file.write_all(bytes)?;
            Ok(((), true))
        }),
    }
}

/// The name of one of several pictures: `out.svg` becomes `out-7.svg`.
pub(crate) fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(ending) => format!("{stem}-{number}.{}", ending.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_known_by_their_ending() {
        let allowed = [Form::Svg, Form::Png];
        assert_eq!(Form::of(Some(Path::new("a/b.PNG")), &allowed), Ok(Form::Png));
        assert_eq!(Form::of(Some(Path::new("-")), &allowed), Ok(Form::Svg));
        assert_eq!(Form::of(None, &allowed), Ok(Form::Svg));
        let why = Form::of(Some(Path::new("b.gif")), &allowed).unwrap_err();
        assert_eq!(why, "`b.gif`: give a name that ends in .svg or .png");
        assert!(Form::of(Some(Path::new("b")), &allowed).is_err());
    }

    #[test]
    fn several_pictures_have_numbers() {
        assert_eq!(numbered(Path::new("a/b.c.svg"), 7), Path::new("a/b.c-7.svg"));
    }
}
