//! Parquet: columns of their own, compressed.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type,
};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::Header;
use crate::columns::{Kind, Value};

/// Rows that are written together.
const GROUP: usize = 100_000;

/// The values of a column that are there, and for each row whether it has one.
struct Column {
    kind: Kind,
    there: Vec<i16>,
    values: Values,
}

enum Values {
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Double(Vec<f64>),
    Bool(Vec<bool>),
    Text(Vec<ByteArray>),
}

impl Column {
    fn new(kind: Kind) -> Self {
        let values = match kind {
            Kind::Int32 => Values::Int32(Vec::new()),
            Kind::Int64 => Values::Int64(Vec::new()),
            Kind::Double => Values::Double(Vec::new()),
            Kind::Bool => Values::Bool(Vec::new()),
            Kind::Text => Values::Text(Vec::new()),
        };
        Self { kind, there: Vec::new(), values }
    }

    fn add(&mut self, value: &Value<'_>) {
        let there = match (&mut self.values, value) {
            // A figure that does not fit is left out rather than told wrongly.
            (Values::Int32(all), Value::Int(number)) => {
                i32::try_from(*number).map(|number| all.push(number)).is_ok()
            }
            (Values::Int64(all), Value::Int(number)) => {
                all.push(*number);
                true
            }
            (Values::Double(all), Value::Double(number)) => {
                all.push(*number);
                true
            }
            (Values::Bool(all), Value::Bool(is)) => {
                all.push(*is);
                true
            }
            (Values::Text(all), Value::Text(text)) => {
                all.push(ByteArray::from(text.as_ref()));
                true
            }
            _ => false,
        };
        self.there.push(i16::from(there));
    }

    /// Writes the column, and leaves it empty.
    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> io::Result<()> {
        let column = group.next_column().map_err(wrong)?;
        let mut column = column.ok_or_else(|| io::Error::other("a column too many"))?;
        let Self { kind, there, values } = std::mem::replace(self, Self::new(self.kind));
        let there = Some(there.as_slice());
        debug_assert_eq!(kind, self.kind);
        match values {
            Values::Int32(all) => {
                column.typed::<Int32Type>().write_batch(&all, there, None)
            }
            Values::Int64(all) => {
                column.typed::<Int64Type>().write_batch(&all, there, None)
            }
            Values::Double(all) => {
                column.typed::<DoubleType>().write_batch(&all, there, None)
            }
            Values::Bool(all) => {
                column.typed::<BoolType>().write_batch(&all, there, None)
            }
            Values::Text(all) => {
                column.typed::<ByteArrayType>().write_batch(&all, there, None)
            }
        }
        .map_err(wrong)?;
        column.close().map_err(wrong)
    }
}

pub(super) struct Parquet<'a> {
    file: SerializedFileWriter<&'a mut (dyn Write + Send)>,
    columns: Vec<Column>,
    rows: usize,
}

impl<'a> Parquet<'a> {
    /// `note` stands in the file as `kuraban.run`.
    pub(super) fn begin(
        out: &'a mut (dyn Write + Send),
        header: &Header,
        note: String,
    ) -> io::Result<Self> {
        let mut schema = String::from("message levels {\n");
        for (name, kind) in header {
            let kind = match kind {
                Kind::Int32 => "INT32",
                Kind::Int64 => "INT64",
                Kind::Double => "DOUBLE",
                Kind::Bool => "BOOLEAN",
                Kind::Text => "BINARY",
            };
            let text = if kind == "BINARY" { " (UTF8)" } else { "" };
            let _ = writeln!(schema, "optional {kind} {name}{text};");
        }
        schema.push('}');
        let schema = parse_message_type(&schema).map_err(wrong)?;
        let note = KeyValue::new("kuraban.run".to_owned(), note);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(vec![note]))
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties));
        Ok(Self {
            file: file.map_err(wrong)?,
            columns: header.iter().map(|&(_, kind)| Column::new(kind)).collect(),
            rows: 0,
        })
    }

    fn write_group(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        let mut group = self.file.next_row_group().map_err(wrong)?;
        for column in &mut self.columns {
            column.write(&mut group)?;
        }
        group.close().map(drop).map_err(wrong)
    }
}

impl super::Writer for Parquet<'_> {
    fn row(&mut self, values: &[Value<'_>]) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.add(value);
        }
        self.rows += 1;
        if self.rows == GROUP { self.write_group() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_group()?;
        self.file.finish().map(drop).map_err(wrong)
    }
}

fn wrong(error: parquet::errors::ParquetError) -> io::Error {
    io::Error::other(error)
}
