//! Lines of a byte stream: any line end, bounded length, UTF-8 or old ISO-8859-1.

use std::io::BufRead;

use crate::problem::{Kind, Problem};

/// The longest line that is read, in bytes: room for the longest solution.
pub(crate) const MAX_LINE: usize = 16 << 20;

/// One line without its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) text: String,
    /// Whether the bytes were not UTF-8, so that each was read as an ISO-8859-1 character.
    pub(crate) latin: bool,
    /// Whether they were not UTF-8 and yet hold symbols of `glyph`: a damaged row.
    pub(crate) damaged_row: bool,
    /// The line as it was, and how many characters were taken off its beginning.
    pub(crate) cut: Option<(String, usize)>,
}

/// Splits a stream at LF, CRLF and lone CR; a byte order mark at the start is dropped.
pub(crate) struct Lines<'a> {
    input: Box<dyn BufRead + 'a>,
    number: usize,
    after_return: bool,
    ended: bool,
    /// The beginning of a line whose end has not come yet.
    part: Option<Vec<u8>>,
}

/// What comes next.
#[derive(Debug)]
pub(crate) enum Next {
    Line(Line),
    /// Nothing now, but the stream goes on.
    Later,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(input: Box<dyn BufRead + 'a>) -> Self {
        Self { input, number: 0, after_return: false, ended: false, part: None }
    }

    /// The next line, or why nothing more can be read.
    pub(crate) fn next_line(&mut self) -> Option<Result<Next, Problem>> {
        if self.ended {
            return None;
        }
        if self.part.is_none() {
            self.number += 1;
        }
        let mut bytes = self.part.take().unwrap_or_default();
        match self.fill(&mut bytes) {
            Ok(Filled::Line) => {}
            Ok(Filled::End) => {
                self.ended = true;
                return None;
            }
            Ok(Filled::Later) => {
                self.part = Some(bytes);
                return Some(Ok(Next::Later));
            }
            Err(problem) => {
                self.ended = true;
                return Some(Err(problem));
            }
        }
        if self.number == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        let number = self.number;
        Some(Ok(Next::Line(match String::from_utf8(bytes) {
            Ok(text) => Line { number, text, ..Line::default() },
            Err(error) => {
                let bytes = error.as_bytes();
                let symbols = ['█', '◌', '■', '◙', '☺', '☻'];
                let damaged_row = String::from_utf8_lossy(bytes).contains(symbols);
                let text = bytes.iter().map(|&byte| char::from(byte)).collect();
                Line { number, text, latin: true, damaged_row, cut: None }
            }
        })))
    }

    /// Reads the bytes up to the next line end.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> Result<Filled, Problem> {
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    return Ok(Filled::Later);
                }
                Err(error) => return Err(Problem::new(Kind::Io(error.to_string()))),
            };
            if buffer.is_empty() {
                return Ok(if bytes.is_empty() { Filled::End } else { Filled::Line });
            }
            if self.after_return && buffer[0] == b'\n' {
                self.after_return = false;
                self.input.consume(1);
                continue;
            }
            self.after_return = false;
            let end = buffer.iter().position(|&byte| matches!(byte, b'\n' | b'\r' | 0));
            let part = &buffer[..end.unwrap_or(buffer.len())];
            if bytes.len() + part.len() > MAX_LINE {
                let row =
                    String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
                return Err(Problem::at(Kind::LongLine(MAX_LINE), self.number, 1, &row));
            }
            bytes.extend_from_slice(part);
            let Some(end) = end else {
                let length = buffer.len();
                self.input.consume(length);
                continue;
            };
            if buffer[end] == 0 {
                return Err(self.nul(bytes));
            }
            self.after_return = buffer[end] == b'\r';
            self.input.consume(end + 1);
            return Ok(Filled::Line);
        }
    }

    fn nul(&self, before: &[u8]) -> Problem {
        let utf16 = self.number == 1
            && (before.starts_with(b"\xff\xfe") || before.starts_with(b"\xfe\xff"));
        let hint =
            if utf16 || before.len() == 1 { " (UTF-16? save it as UTF-8)" } else { "" };
        let row = String::from_utf8_lossy(before).into_owned();
        Problem::at(Kind::Nul(hint), self.number, row.chars().count() + 1, &row)
    }
}

enum Filled {
    Line,
    Later,
    End,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &'static [u8]) -> Vec<String> {
        let mut lines = Lines::new(Box::new(bytes));
        std::iter::from_fn(|| match lines.next_line()?.unwrap() {
            Next::Line(line) => Some(line.text),
            Next::Later => unreachable!("all bytes are there"),
        })
        .collect()
    }

    #[test]
    fn every_line_end_counts_once() {
        assert_eq!(lines(b"a\nb\r\nc\rd"), ["a", "b", "c", "d"]);
        assert_eq!(lines(b"a\r\r\n\n"), ["a", "", ""]);
        assert_eq!(lines(b"\xef\xbb\xbfa\n"), ["a"]);
        assert_eq!(lines(b"caf\xe9\n"), ["caf\u{e9}"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn nul_is_named_with_its_place() {
        let mut lines = Lines::new(Box::new(&b"ab\nc\0"[..]));
        lines.next_line().unwrap().unwrap();
        let problem = lines.next_line().unwrap().unwrap_err();
        assert!(problem.to_string().starts_with("line 2, column 2: a NUL byte"));
        assert!(lines.next_line().is_none());
    }
}
