//! The levels of all files that were named, one after the other.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use kuraban::{Dialect, Entry, Kind, Problem, Problems, Reader};

use crate::args::Input;
use crate::interrupt;
use crate::stream::Stream;

/// Calls `visit` for every level that is wanted, with the reader's preamble and whether more
/// than one level is asked for in all; a file that cannot be read counts as one level with that
/// problem. Stops early where `visit` says so, and at an interrupt.
pub(crate) fn each(
    files: &[String],
    input: &Input,
    mut visit: impl FnMut(&Item<'_>) -> io::Result<Next>,
) -> io::Result<()> {
    let several_files = files.len() > 1;
    for file in files {
        let mut entries = Wanted::open(file, input);
        let mut entry = entries.next();
        let mut first = true;
        while let Some(this) = entry {
            if interrupt::came() {
                return Ok(());
            }
            // Where a stream goes on, others may follow, but nobody waits for them.
            let waiting = entries.reader.is_waiting();
            let next = if waiting { None } else { entries.next() };
            let several = several_files || next.is_some() || !first || waiting;
            let item =
                Item { file, entry: this, several, first, preamble: entries.preamble() };
            if visit(&item)? == Next::Stop {
                return Ok(());
            }
            first = false;
            entry = if waiting { entries.next() } else { next };
        }
    }
    Ok(())
}

/// What a visit wants next.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Next {
    Go,
    Stop,
}

/// One wanted level.
pub(crate) struct Item<'a> {
    pub(crate) file: &'a str,
    pub(crate) entry: Entry,
    /// Whether it is one of several answers.
    pub(crate) several: bool,
    /// Whether it is the first of its file.
    pub(crate) first: bool,
    pub(crate) preamble: &'a [String],
}

impl Item<'_> {
    /// The file for reports, where more than standard input was read.
    pub(crate) fn file_name(&self) -> Option<String> {
        (self.file != "-").then(|| self.file.to_owned())
    }
}

/// The wanted entries of one file.
struct Wanted<'a> {
    reader: Reader<'a>,
    input: &'a Input,
    count: usize,
    ended: bool,
}

impl<'a> Wanted<'a> {
    fn open(file: &str, input: &'a Input) -> Self {
        let source: Box<dyn BufRead> = match open(file) {
            Ok(source) => source,
            Err(error) => Box::new(BufReader::new(Broken(Some(error)))),
        };
        let reader = Reader::new(source, input.format());
        Self { reader, input, count: 0, ended: false }
    }

    fn preamble(&self) -> &[String] {
        self.reader.preamble()
    }
}

impl Iterator for Wanted<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let picks = self.input.picks.as_ref();
        while !self.ended {
            if picks.is_some_and(|picks| self.count >= picks.last()) {
                self.ended = true;
                return None;
            }
            let Some(entry) = self.reader.next() else { break };
            self.count = entry.index;
            // A problem of the whole file is told whichever levels were picked.
            if entry.is_file_problem() {
                self.ended = true;
                return Some(entry);
            }
            if picks.is_none_or(|picks| picks.contains(entry.index)) {
                return Some(entry);
            }
        }
        if self.ended {
            return None;
        }
        self.ended = true;
        let missing = picks.and_then(|picks| picks.first_after(self.count))?;
        let message =
            format!("there is no level {missing}: the file holds {}", self.count);
        let problems = Problems(vec![Problem::new(Kind::Io(message))]);
        Some(Entry { index: missing, ..Entry::bare(Dialect::Xsb, Err(problems)) })
    }
}

/// Opens a file for reading; `-` is standard input.
fn open(file: &str) -> io::Result<Box<dyn BufRead>> {
    if file == "-" {
        return Ok(Box::new(Stream::open()?));
    }
    let opened = File::open(file).map_err(in_words)?;
    if opened.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(io::Error::other("this is a folder, not a file of levels"));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, opened)))
}

/// An error of reading a file, as people say it.
pub(crate) fn in_words(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(error.kind(), "no such file"),
        io::ErrorKind::InvalidData => io::Error::new(error.kind(), "this is not text"),
        _ => error,
    }
}

/// What is said where steps are given and it is not clear for which level.
pub(crate) const SEVERAL: &str = "the file holds several levels: say which with --level";

/// Reads a short text argument; `-` is standard input.
pub(crate) fn text_argument(text: &str) -> io::Result<String> {
    /// Room for the longest solution.
    const MOST: u64 = 16 << 20;
    if text != "-" {
        return Ok(text.to_owned());
    }
    let mut read = String::new();
    io::stdin().lock().take(MOST).read_to_string(&mut read)?;
    Ok(read)
}

/// Reads a text file whole, `-` being standard input; errors name it.
pub(crate) fn text_file(path: &str) -> io::Result<String> {
    /// Room for the longest list of solutions.
    const MOST: u64 = 256 << 20;
    let fail = |error: io::Error| {
        let (kind, error) = (error.kind(), in_words(error));
        io::Error::new(kind, format!("cannot read `{path}`: {error}"))
    };
    let mut text = String::new();
    let read = if path == "-" {
        io::stdin().lock().take(MOST).read_to_string(&mut text)
    } else {
        File::open(path).map_err(fail)?.take(MOST).read_to_string(&mut text)
    };
    if read.map_err(fail)? as u64 == MOST {
        return Err(fail(io::Error::other("it is too long")));
    }
    Ok(text)
}

/// An input that could not be opened: reading it tells why.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// What the lines above the first level say under one of some keys, as in `Author: NAME`; they may
/// be comments.
pub(crate) fn of_file<'a>(preamble: &'a [String], keys: &[&str]) -> Option<&'a str> {
    preamble.iter().find_map(|line| {
        let (key, value) = line.trim_start_matches([';', ':', ' ']).split_once(':')?;
        let is_known = keys.contains(&key.trim().to_lowercase().as_str());
        (is_known && !value.trim().is_empty()).then(|| value.trim())
    })
}
