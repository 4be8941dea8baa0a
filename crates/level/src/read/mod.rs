//! Reading: bytes in any notation become levels, one after the other.
//!
//! Collections stream: a reader holds one level at a time, whatever the length of its input.
//! Every byte string gives at least one [`Entry`], with a level or with the list of what is
//! wrong; nothing panics and nothing is read into memory without a bound.

mod board;
mod boulder;
mod detect;
mod forgive;
mod lines;
pub(crate) mod row;
mod slc;
mod text;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

pub(crate) use detect::DRAWN;
pub(crate) use text::is_plain_text;

use crate::problem::{Kind, Problem};
use crate::{Alphabet, Dialect, Entry, Level, Problems};

/// How the notation of an input is known.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Format {
    /// Found out from the input; one dialect for the whole file.
    #[default]
    Auto,
    /// Found out for each level by itself.
    Mixed,
    /// This one.
    Given(Dialect),
    /// Boards with these characters.
    Custom(Box<Alphabet>),
}

/// Reads one level after the other.
///
/// ```
/// use kuraban_level::{Format, Reader};
///
/// let text = "; 1\n#####\n#@$.#\n#####\nTitle: One push\n";
/// let entry = Reader::new(text.as_bytes(), Format::Auto).next().expect("at least one entry");
/// assert_eq!(entry.title.as_deref(), Some("One push"));
/// assert_eq!(entry.level.expect("a level").boxes(), &[7]);
/// ```
pub struct Reader<'a> {
    source: Source<'a>,
    count: usize,
    preamble: Vec<String>,
}

enum Source<'a> {
    Text(Box<text::TextReader<'a>>),
    List(std::vec::IntoIter<Entry>),
    Slc(Box<slc::SlcReader<'a>>),
}

impl<'a> Reader<'a> {
    /// Looks at the beginning of `input` and gets ready to read it.
    pub fn new(mut input: impl BufRead + 'a, format: Format) -> Self {
        let mut head = Vec::new();
        let looked = look(&mut input, &mut head);
        let nature = match format {
            Format::Given(Dialect::Slc) => Nature::Slc,
            Format::Given(Dialect::Boulder) => Nature::Boulder,
            Format::Auto | Format::Mixed => Nature::of(&head),
            Format::Given(_) | Format::Custom(_) => Nature::Text,
        };
        let source = match (looked, nature) {
            (Err(error), _) => Source::refuse(Kind::Io(error.to_string())),
            (_, Nature::Other(what)) => Source::refuse(Kind::NotALevelFile(what)),
            (_, nature) => {
                let whole: Box<dyn BufRead + 'a> =
                    Box::new(Cursor::new(head).chain(input));
                match nature {
                    Nature::Slc => {
                        let whole = Box::new(Patient(whole));
                        Source::Slc(Box::new(slc::SlcReader::new(whole)))
                    }
                    Nature::Boulder => {
                        let detected = format != Format::Given(Dialect::Boulder);
                        Source::List(
                            boulder::read(Box::new(Patient(whole)), detected).into_iter(),
                        )
                    }
                    _ => Source::Text(Box::new(text::TextReader::new(whole, format))),
                }
            }
        };
        Self { source, count: 0, preamble: Vec::new() }
    }

    /// Whether the last level was given before more of a stream had come: reading on waits. A
    /// stream tells that nothing more comes for now by the error `WouldBlock`.
    pub fn is_waiting(&self) -> bool {
        matches!(&self.source, Source::Text(text) if text.is_waiting())
    }

    /// What the file says before its first level; complete once that has been read.
    pub fn preamble(&self) -> &[String] {
        match &self.source {
            Source::Text(text) => text.preamble(),
            Source::Slc(slc) => slc.preamble(),
            Source::List(_) => &self.preamble,
        }
    }
}

impl Reader<'static> {
    /// Opens a file. Errors that come later, while it is read, are told in an [`Entry`]
    /// like any other problem of the file.
    pub fn open(path: impl AsRef<Path>, format: Format) -> io::Result<Self> {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok(Self::new(BufReader::with_capacity(1 << 16, file), format))
    }
}

/// All entries of a file in any notation, wrong ones included. [`Reader::open`] reads them
/// one after the other.
pub fn read_path(path: impl AsRef<Path>) -> io::Result<Vec<Entry>> {
    Ok(Reader::open(path, Format::Auto)?.collect())
}

/// Reads the beginning, up to 64 KiB. Where nothing more comes for now (`WouldBlock`), a row of
/// a board is enough: what writes it may wait for its answer.
fn look(input: &mut impl BufRead, head: &mut Vec<u8>) -> io::Result<()> {
    /// How much is read to find out the kind of file.
    const HEAD: usize = 64 << 10;
    loop {
        match input.take((HEAD - head.len()) as u64).read_to_end(head) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if has_a_row(head) {
                    return Ok(());
                }
            }
            done => return done.map(drop),
        }
    }
}

/// Waits where a stream has nothing for now.
struct Patient<R>(R);

impl<R: BufRead> BufRead for Patient<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.0.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
                Ok(_) => break,
            }
        }
        // What is buffered is given again; the borrow above could not be returned.
        self.0.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.0.consume(count);
    }
}

impl<R: BufRead> Read for Patient<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(to)?;
        self.consume(count);
        Ok(count)
    }
}

/// Whether a whole line is a row that no text would have: walls around something else.
fn has_a_row(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let alphabets = DRAWN.map(Alphabet::of);
    let mut lines = text.split_inclusive(['\n', '\r']).filter_map(|line| {
        line.strip_suffix(['\n', '\r']).map(str::trim).filter(|line| line.len() > 2)
    });
    lines.any(|line| {
        let first = line.chars().next();
        line.chars().any(|letter| Some(letter) != first)
            && alphabets
                .iter()
                .any(|alphabet| row::kind(alphabet, line, false) > row::Kind::Weak)
    })
}

impl Source<'_> {
    fn refuse(kind: Kind) -> Self {
        let problems = Problems::one(Problem::new(kind));
        Self::List(vec![Entry::bare(Dialect::Xsb, Err(problems))].into_iter())
    }
}

impl Iterator for Reader<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let mut entry = match &mut self.source {
            Source::Text(text) => text.next_entry(),
            Source::Slc(slc) => slc.next_entry(),
            Source::List(list) => list.next(),
        }?;
        self.count += 1;
        entry.index = self.count;
        Some(entry)
    }
}

/// What kind of file it is, before any board is looked at.
enum Nature {
    Text,
    Boulder,
    Slc,
    Other(&'static str),
}

impl Nature {
    fn of(head: &[u8]) -> Self {
        let text = String::from_utf8_lossy(head);
        let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        if start.starts_with('<') && text.contains("<SokobanLevels") {
            return Self::Slc;
        }
        if start.starts_with('<') {
            let lower = start.get(..start.len().min(200)).unwrap_or(start).to_lowercase();
            if lower.contains("<!doctype html") || lower.contains("<html") {
                return Self::Other("HTML");
            }
            if lower.starts_with("<?xml") {
                return Self::Other("XML without SokobanLevels");
            }
        }
        for (magic, what) in [
            (&b"\x7fELF"[..], "a program"),
            (b"%PDF", "PDF"),
            (b"\x89PNG", "a PNG picture"),
            (b"PK\x03\x04", "a ZIP archive"),
            (b"\x1f\x8b", "a gzip archive"),
        ] {
            if head.starts_with(magic) {
                return Self::Other(what);
            }
        }
        let assigns = |line: &str, name: &str| {
            let rest = line.trim_start().strip_prefix(name);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let boulder = text.split(['\n', '\r']).any(|line| {
            ["startpos", "startAreaState", "goalpos"]
                .iter()
                .any(|name| assigns(line, name))
        });
        if boulder { Self::Boulder } else { Self::Text }
    }
}

/// Reads the one level of a text, in any dialect.
impl std::str::FromStr for Level {
    type Err = Problems;

    fn from_str(text: &str) -> Result<Self, Problems> {
        let mut reader = Reader::new(text.as_bytes(), Format::Auto);
        reader.next().expect("a reader gives at least one entry").level
    }
}
