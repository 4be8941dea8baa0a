//! XML collections of sourcecode.se: `SokobanLevels` > `LevelCollection` > `Level` > `L`.

use std::cell::Cell;
use std::io::{BufRead, Read};
use std::rc::Rc;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::problem::{Kind, Problem};
use crate::read::board;
use crate::read::row::{Origin, Row};
use crate::{Alphabet, Dialect, Entry, MAX_SQUARES, Problems};

/// Counts lines as the XML reader consumes its input.
struct Counted<'a> {
    input: Box<dyn BufRead + 'a>,
    place: Rc<Cell<(usize, usize)>>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let available = self.fill_buf()?;
        let length = available.len().min(buffer.len());
        buffer[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if let Ok(buffer) = self.input.fill_buf() {
            let (mut line, mut column) = self.place.get();
            for &byte in &buffer[..amount.min(buffer.len())] {
                if byte == b'\n' {
                    (line, column) = (line + 1, 1);
                } else if byte & 0xc0 != 0x80 {
                    column += 1;
                }
            }
            self.place.set((line, column));
        }
        self.input.consume(amount);
    }
}

/// What the reader is inside of.
#[derive(Default)]
struct Draft {
    line: usize,
    title: Option<String>,
    author: Option<String>,
    rows: Vec<Row>,
    squares: usize,
}

pub(crate) struct SlcReader<'a> {
    xml: Reader<Counted<'a>>,
    place: Rc<Cell<(usize, usize)>>,
    alphabet: Alphabet,
    preamble: Vec<String>,
    author: Option<String>,
    any_entry: bool,
    ended: bool,
}

impl<'a> SlcReader<'a> {
    pub(crate) fn new(input: Box<dyn BufRead + 'a>) -> Self {
        let place = Rc::new(Cell::new((1, 1)));
        let mut xml = Reader::from_reader(Counted { input, place: Rc::clone(&place) });
        xml.config_mut().trim_text(false);
        xml.config_mut().check_end_names = true;
        Self {
            xml,
            place,
            alphabet: Alphabet::of(Dialect::Slc),
            preamble: Vec::new(),
            author: None,
            any_entry: false,
            ended: false,
        }
    }

    pub(crate) fn preamble(&self) -> &[String] {
        &self.preamble
    }

    pub(crate) fn next_entry(&mut self) -> Option<Entry> {
        let mut draft: Option<Draft> = None;
        let mut text: Option<String> = None;
        let mut begun = (1, 1);
        let mut buffer = Vec::new();
        while !self.ended {
            buffer.clear();
            let event = match self.xml.read_event_into(&mut buffer) {
                Ok(event) => event,
                Err(error) => return Some(self.fail(error.to_string())),
            };
            match event {
                Event::Start(start) => match start.local_name().as_ref() {
                    b"LevelCollection" => {
                        self.author = attribute(&start, b"Copyright");
                    }
                    b"Level" => {
                        draft = Some(Draft {
                            line: self.place.get().0,
                            title: attribute(&start, b"Id"),
                            author: attribute(&start, b"Copyright"),
                            ..Draft::default()
                        });
                    }
                    b"L" | b"Title" | b"Description" | b"Email" | b"Url" => {
                        text = Some(String::new());
                        begun = self.place.get();
                    }
                    _ => {}
                },
                Event::Empty(start) if start.local_name().as_ref() == b"L" => {
                    if let Some(draft) = &mut draft {
                        draft.push(self.place.get(), String::new());
                    }
                }
                Event::Text(part) => {
                    if let Some(text) = &mut text {
                        text.push_str(&latin(&part));
                    }
                }
                Event::CData(part) => {
                    if let Some(text) = &mut text {
                        text.push_str(&latin(&part));
                    }
                }
                Event::GeneralRef(name) => {
                    if let Some(text) = &mut text {
                        text.push_str(&entity(&latin(&name)));
                    }
                }
                Event::End(end) => {
                    let name =
                        String::from_utf8_lossy(end.local_name().as_ref()).into_owned();
                    match (name.as_str(), text.take()) {
                        ("L", Some(row)) => {
                            if let Some(draft) = &mut draft {
                                draft.push(begun, row);
                            }
                        }
                        ("Level", _) => {
                            if let Some(draft) = draft.take() {
                                return Some(self.finish(draft));
                            }
                        }
                        (
                            key @ ("Title" | "Description" | "Email" | "Url"),
                            Some(value),
                        ) => {
                            let value =
                                value.split_whitespace().collect::<Vec<_>>().join(" ");
                            if !value.is_empty() {
                                let key = if key == "Title" { "Collection" } else { key };
                                self.preamble.push(format!("{key}: {value}"));
                            }
                        }
                        _ => {}
                    }
                }
                Event::Eof => self.ended = true,
                _ => {}
            }
            if buffer.len() > MAX_SQUARES * 4 {
                return Some(self.fail("an element is too long".into()));
            }
        }
        if draft.is_some() {
            return Some(self.fail("the file ends inside a Level".into()));
        }
        (!self.any_entry).then(|| {
            self.any_entry = true;
            let problem = Problem::new(Kind::NoLevel(Some(Dialect::Slc)));
            Entry::bare(Dialect::Slc, Err(Problems::one(problem)))
        })
    }

    fn fail(&mut self, message: String) -> Entry {
        self.ended = true;
        self.any_entry = true;
        let (line, column) = self.place.get();
        let problem = Problem::at(Kind::Xml(message), line, column, "");
        Entry { line, ..Entry::bare(Dialect::Slc, Err(Problems::one(problem))) }
    }

    fn finish(&mut self, draft: Draft) -> Entry {
        self.any_entry = true;
        let (level, warnings) = if draft.squares > MAX_SQUARES {
            (
                Err(Problems::one(Problem::at(Kind::TooLarge, draft.line, 1, ""))),
                Vec::new(),
            )
        } else {
            match board::read(&self.alphabet, &draft.rows) {
                Ok((level, warnings)) => (Ok(level), warnings),
                Err(problems) => (Err(problems), Vec::new()),
            }
        };
        Entry {
            line: draft.line,
            title: draft.title,
            author: draft.author.or_else(|| self.author.clone()),
            detected: true,
            warnings,
            ..Entry::bare(Dialect::Slc, level)
        }
    }
}

impl Draft {
    fn push(&mut self, (line, column): (usize, usize), text: String) {
        self.squares += text.len().max(1);
        if self.squares > MAX_SQUARES {
            return;
        }
        let columns = (0..text.chars().count()).map(|index| column + index).collect();
        let source = format!("{}{text}", " ".repeat(column.saturating_sub(1).min(200)));
        let origin = Some(Box::new(Origin { columns, source: source.into() }));
        self.rows.push(Row { line, text, origin });
    }
}

/// UTF-8, or else ISO-8859-1 as many of these files are.
fn latin(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

fn entity(name: &str) -> String {
    let code = match name.strip_prefix("#x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => name.strip_prefix('#').and_then(|decimal| decimal.parse().ok()),
    };
    if let Some(letter) = code.and_then(char::from_u32) {
        return letter.to_string();
    }
    match name {
        "amp" => "&".into(),
        "lt" => "<".into(),
        "gt" => ">".into(),
        "quot" => "\"".into(),
        "apos" => "'".into(),
        other => format!("&{other};"),
    }
}

fn attribute(start: &BytesStart<'_>, name: &[u8]) -> Option<String> {
    let attribute =
        start.attributes().flatten().find(|a| a.key.local_name().as_ref() == name)?;
    let raw = latin(&attribute.value);
    let value = quick_xml::escape::unescape(&raw)
        .map_or(raw.clone(), std::borrow::Cow::into_owned);
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}
