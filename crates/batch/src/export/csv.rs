//! Fields between commas.

use std::io::{self, Write};

use super::Header;
use crate::columns::Value;

/// A field on one line, quoted where it must be.
///
/// ```
/// assert_eq!(kuraban_batch::quoted("pushes,moves"), "\"pushes,moves\"");
/// ```
pub fn quoted(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    if text.contains([',', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

pub(super) struct Csv<'a>(&'a mut (dyn Write + Send));

impl<'a> Csv<'a> {
    pub(super) fn begin(
        out: &'a mut (dyn Write + Send),
        header: &Header,
    ) -> io::Result<Self> {
        let names: Vec<&str> = header.iter().map(|&(name, _)| name).collect();
        writeln!(out, "{}", names.join(","))?;
        Ok(Self(out))
    }
}

impl super::Writer for Csv<'_> {
    fn row(&mut self, values: &[Value<'_>]) -> io::Result<()> {
        let mut line = String::new();
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                line.push(',');
            }
            match value {
                Value::Null => {}
                Value::Int(number) => line += &number.to_string(),
                Value::Double(number) => line += &number.to_string(),
                Value::Bool(is) => line += if *is { "true" } else { "false" },
                Value::Text(text) => line += &quoted(text),
            }
        }
        line.push('\n');
        self.0.write_all(line.as_bytes())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}
