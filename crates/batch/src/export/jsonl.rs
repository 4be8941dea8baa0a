//! One JSON object a line.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::Header;
use crate::columns::Value;

pub(super) struct Jsonl<'a> {
    out: &'a mut (dyn Write + Send),
    names: Vec<&'static str>,
}

impl<'a> Jsonl<'a> {
    pub(super) fn begin(out: &'a mut (dyn Write + Send), header: &Header) -> Self {
        Self { out, names: header.iter().map(|&(name, _)| name).collect() }
    }
}

impl super::Writer for Jsonl<'_> {
    fn row(&mut self, values: &[Value<'_>]) -> io::Result<()> {
        let mut line = serde_json::to_vec(&Object(&self.names, values))?;
        line.push(b'\n');
        self.out.write_all(&line)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// Names and their values.
struct Object<'a>(&'a [&'static str], &'a [Value<'a>]);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0.iter().zip(self.1) {
            match value {
                Value::Null => map.serialize_entry(name, &())?,
                Value::Int(number) => map.serialize_entry(name, number)?,
                Value::Double(number) => map.serialize_entry(name, number)?,
                Value::Bool(is) => map.serialize_entry(name, is)?,
                Value::Text(text) => map.serialize_entry(name, text)?,
            }
        }
        map.end()
    }
}
