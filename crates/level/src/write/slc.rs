//! XML collections of sourcecode.se.

use std::fmt::Write as _;

use quick_xml::escape::escape;

use crate::write::rows;
use crate::{Alphabet, Dialect, Entry, Level};

pub(super) const END: &str = "  </LevelCollection>\n</SokobanLevels>\n";

pub(super) fn begin(preamble: &[String]) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <SokobanLevels xmlns=\"http://sokosolve.sourceforge.net/SokobanXML\">\n",
    );
    let mut fields =
        [("Title", vec![]), ("Description", vec![]), ("Email", vec![]), ("Url", vec![])];
    for line in preamble {
        // Comments are for people who read the raw file.
        let line = line.trim_start_matches(';').trim();
        if line.is_empty() || line.starts_with("::") {
            continue;
        }
        let (field, value) = match line.split_once(':') {
            Some(("Collection", value)) => (0, value),
            Some(("Description", value)) => (1, value),
            Some(("Email", value)) => (2, value),
            Some(("Url", value)) => (3, value),
            _ => (1, line),
        };
        fields[field].1.push(value.trim());
    }
    for (name, values) in fields {
        let value = values.join(" ");
        if !value.is_empty() || name == "Title" {
            writeln!(out, "  <{name}>{}</{name}>", escape(&value))
                .expect("writing to a string");
        }
    }
    out.push_str("  <LevelCollection>\n");
    out
}

pub(super) fn write(entry: &Entry, level: &Level, count: usize) -> String {
    let id = entry.title.clone().unwrap_or_else(|| count.to_string());
    let mut out = format!(
        "    <Level Id=\"{}\" Width=\"{}\" Height=\"{}\"",
        escape(&id),
        level.width(),
        level.height()
    );
    if let Some(author) = &entry.author {
        write!(out, " Copyright=\"{}\"", escape(author)).expect("writing to a string");
    }
    out.push_str(">\n");
    for row in rows(level, &Alphabet::of(Dialect::Slc)) {
        let row = if level.is_enclosed() {
            row.trim_end().to_owned()
        } else {
            row.replace(' ', "-")
        };
        writeln!(out, "      <L>{row}</L>").expect("writing to a string");
    }
    out.push_str("    </Level>\n");
    out
}
