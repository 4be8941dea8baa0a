//! Answers as tables that other programs read.

mod actions;
mod csv;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;

use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use kuraban::Saved;

pub use actions::ActionSet;
pub use csv::quoted;

use crate::answers::Per;
use crate::columns::{COLUMNS, Column, Kind, Value};
use crate::{Error, Filter, Run};

/// How a table is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum Table {
    Csv,
    Jsonl,
    Parquet,
}

impl Table {
    /// All of them, with the endings of their files.
    pub const NAMED: [(Self, &'static str); 3] =
        [(Self::Csv, "csv"), (Self::Jsonl, "jsonl"), (Self::Parquet, "parquet")];

    /// By the ending of a file's name.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let ending =
            path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        ending.parse()
    }
}

impl FromStr for Table {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = Self::NAMED.into_iter().find(|&(_, known)| known == name);
        let (table, _) = known.ok_or_else(|| {
            let names = Self::NAMED.map(|(_, name)| format!(".{name}")).join(", ");
            Error::Usage(format!("a table's name ends in {names}, not in `.{name}`"))
        })?;
        if table == Self::Parquet && !cfg!(feature = "parquet") {
            return Err(Error::Usage(
                "this program was built without Parquet: build it with `--features parquet`, \
                 or write .csv or .jsonl"
                    .to_owned(),
            ));
        }
        Ok(table)
    }
}

/// What to export.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Export {
    /// Only these rows.
    pub filter: Option<Filter>,
    /// Only these columns, in this order.
    pub columns: Option<Vec<String>>,
    /// Adds a column `actions`, the last where `columns` does not place it: solutions as digits
    /// of an action set.
    pub actions: Option<ActionSet>,
    /// Levels, or all places where they stand.
    pub per: Per,
}

impl Export {
    /// The columns, by name; unknown names are an error that lists them. The actions come last
    /// where they are not named.
    fn columns(&self) -> Result<Vec<Column>, Error> {
        let actions = self.actions.map(ActionSet::column);
        let known: Vec<Column> = COLUMNS.into_iter().chain(actions).collect();
        let Some(names) = &self.columns else { return Ok(known) };
        let find = |name: &String| {
            let column = known.iter().find(|column| column.name == name);
            column.copied().ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|column| column.name).collect();
                Error::Usage(match name.as_str() {
                    actions::NAME => {
                        "the column `actions` needs an action set".to_owned()
                    }
                    _ => format!(
                        "`{name}` is no column; the columns are {}",
                        names.join(", ")
                    ),
                })
            })
        };
        let mut columns = names.iter().map(find).collect::<Result<Vec<Column>, _>>()?;
        columns
            .extend(actions.filter(|_| !names.iter().any(|name| name == actions::NAME)));
        Ok(columns)
    }
}

/// A table being written, whatever it is about: its columns, then row by row.
///
/// ```
/// use kuraban_batch::{Kind, Rows, Table, Value};
///
/// let mut out = Vec::new();
/// let header = vec![("name", Kind::Text), ("pushes", Kind::Int32)];
/// let mut rows = Rows::begin(&mut out, Table::Csv, &header, "")?;
/// rows.row(&[Value::Text("one".into()), Value::Int(7)])?;
/// rows.finish()?;
/// assert_eq!(out, b"name,pushes\none,7\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Rows<'a>(Box<dyn Writer + 'a>);

impl<'a> Rows<'a> {
    /// Begins a table. `note` is kept in the file where it has a place for that (Parquet).
    pub fn begin(
        out: &'a mut (dyn Write + Send),
        table: Table,
        header: &Header,
        note: &str,
    ) -> std::io::Result<Self> {
        #[cfg(not(feature = "parquet"))]
        let _ = note;
        Ok(Self(match table {
            Table::Csv => Box::new(csv::Csv::begin(out, header)?),
            Table::Jsonl => Box::new(jsonl::Jsonl::begin(out, header)),
            #[cfg(feature = "parquet")]
            Table::Parquet => {
                Box::new(parquet::Parquet::begin(out, header, note.to_owned())?)
            }
            #[cfg(not(feature = "parquet"))]
            Table::Parquet => {
                let why = "parquet".parse::<Table>().unwrap_err();
                return Err(std::io::Error::other(why));
            }
        }))
    }

    /// Writes a row: a value for each column.
    pub fn row(&mut self, values: &[Value<'_>]) -> std::io::Result<()> {
        self.0.row(values)
    }

    /// Writes what is left.
    pub fn finish(self) -> std::io::Result<()> {
        self.0.finish()
    }
}

/// A form of tables.
trait Writer {
    fn row(&mut self, values: &[Value<'_>]) -> std::io::Result<()>;
    fn finish(self: Box<Self>) -> std::io::Result<()>;
}

/// Names and kinds of columns.
pub type Header = Vec<(&'static str, Kind)>;

impl Run {
    /// Writes a table of all that is known, by the ending of the file's name; the file appears
    /// whole or not at all. Returns the number of rows.
    pub fn export(&self, path: &Path, export: &Export) -> Result<u64, Error> {
        let table = Table::of(path)?;
        let fail = || Error::io("write", path);
        let mut file = Saved::begin(path).map_err(fail())?;
        let rows =
            self.export_to(&mut file, table, export).map_err(|error| match error {
                // The table does not know where it goes.
                Error::Io { what, why, path: to } if to.as_os_str().is_empty() => {
                    Error::Io { what, path: path.to_owned(), why }
                }
                error => error,
            })?;
        file.keep().map_err(fail())?;
        Ok(rows)
    }

    /// Writes a table to `out`. Returns the number of rows.
    pub fn export_to(
        &self,
        out: &mut (dyn Write + Send),
        table: Table,
        export: &Export,
    ) -> Result<u64, Error> {
        let fail = || Error::io("write", Path::new(""));
        let columns = export.columns()?;
        let header: Header =
            columns.iter().map(|column| (column.name, column.kind)).collect();
        let note = self.description().text();
        let mut writer = Rows::begin(out, table, &header, &note).map_err(fail())?;
        let mut rows = 0;
        self.answers(export.per, &mut |answered| {
            if export.filter.as_ref().is_some_and(|filter| !filter.holds(answered)) {
                return Ok(());
            }
            let values: Vec<Value<'_>> =
                columns.iter().map(|column| (column.value)(answered)).collect();
            rows += 1;
            writer.row(&values).map_err(fail())
        })?;
        writer.finish().map_err(fail())?;
        Ok(rows)
    }
}
