//! Many answers, as columns.

use std::sync::Arc;

use kuraban::Claim;
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use crate::answer::{PyAnswer, Row};

/// Answers in the order of their levels.
#[pyclass(frozen, sequence, module = "kuraban")]
pub(crate) struct Table(pub(crate) Vec<Arc<Row>>);

/// What a column holds.
enum Column {
    /// With -1 where nothing is known.
    Whole(fn(&Row) -> Option<u64>),
    /// The same for numbers that may be large.
    Long(fn(&Row) -> Option<u64>),
    Flag(fn(&Row) -> bool),
    Real(fn(&Row) -> f64),
    Text(fn(&Row) -> Option<String>),
    Status,
}

/// The columns by name.
const COLUMNS: [(&str, Column); 18] = {
    use Column::{Flag, Long, Real, Status, Text, Whole};
    [
        ("status", Status),
        ("reason", Text(|row| row.reason().map(str::to_owned))),
        ("solution", Text(Row::solution)),
        ("moves", Whole(|row| Some(row.figures()?.moves as u64))),
        ("pushes", Whole(|row| Some(row.figures()?.pushes as u64))),
        ("box_lines", Whole(|row| Some(row.figures()?.box_lines as u64))),
        ("box_changes", Whole(|row| Some(row.figures()?.box_changes as u64))),
        ("pushing_sessions", Whole(|row| Some(row.figures()?.pushing_sessions as u64))),
        ("player_lines", Whole(|row| Some(row.figures()?.player_lines as u64))),
        ("optimal_moves", Flag(|row| row.is_optimal(Claim::Moves))),
        ("optimal_pushes", Flag(|row| row.is_optimal(Claim::Pushes))),
        ("lower_moves", Whole(|row| row.bound(Claim::Moves))),
        ("lower_pushes", Whole(|row| row.bound(Claim::Pushes))),
        ("expanded", Long(|row| Some(row.answer()?.account.expanded))),
        ("generated", Long(|row| Some(row.answer()?.account.generated))),
        ("peak_bytes", Long(|row| Some(row.answer()?.account.peak_bytes as u64))),
        (
            "seconds",
            Real(|row| row.answer().map_or(0.0, |answer| answer.elapsed.as_secs_f64())),
        ),
        ("cpu_seconds", Real(Row::cpu)),
    ]
};

impl Table {
    fn rows<T>(&self, of: impl Fn(&Row) -> T) -> Vec<T> {
        self.0.iter().map(|row| of(row)).collect()
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyAnswer> {
        let len = self.0.len() as isize;
        let at = if index < 0 { index + len } else { index };
        let row = usize::try_from(at).ok().and_then(|at| self.0.get(at));
        let missing = || PyIndexError::new_err(format!("there is no answer {index}"));
        row.map(|row| PyAnswer(Arc::clone(row))).ok_or_else(missing)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let answers = self.0.iter().map(|row| PyAnswer(Arc::clone(row)));
        PyList::new(py, answers.collect::<Vec<_>>())?.try_iter()
    }

    #[getter]
    #[expect(clippy::unused_self, reason = "Python asks the table")]
    fn columns(&self) -> Vec<&'static str> {
        COLUMNS.iter().map(|(name, _)| *name).collect()
    }

    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let Some((_, column)) = COLUMNS.iter().find(|(known, _)| *known == name) else {
            let names = self.columns().join(", ");
            let message = format!("there is no column `{name}`; there are {names}");
            return Err(PyKeyError::new_err(message));
        };
        Ok(match column {
            Column::Whole(of) => {
                let whole = |row: &Row| of(row).map_or(-1, |number| number as i32);
                PyArray1::from_vec(py, self.rows(whole)).into_any()
            }
            Column::Long(of) => {
                let long = |row: &Row| of(row).map_or(-1, |number| number as i64);
                PyArray1::from_vec(py, self.rows(long)).into_any()
            }
            Column::Flag(of) => PyArray1::from_vec(py, self.rows(of)).into_any(),
            Column::Real(of) => PyArray1::from_vec(py, self.rows(of)).into_any(),
            Column::Status => {
                let number = |row: &Row| {
                    let known =
                        Row::STATUSES.iter().position(|&name| name == row.status());
                    known.expect("a status of the list") as u8
                };
                PyArray1::from_vec(py, self.rows(number)).into_any()
            }
            Column::Text(of) => {
                let texts = PyList::new(py, self.rows(of))?;
                let objects = texts.iter().map(Bound::unbind).collect();
                let array: Bound<'py, PyArray1<Py<PyAny>>> =
                    PyArray1::from_vec(py, objects);
                array.into_any()
            }
        })
    }

    fn to_arrow<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("kuraban._tables")?.call_method1("to_arrow", (this,))
    }

    fn to_pandas<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("kuraban._tables")?.call_method1("to_pandas", (this,))
    }

    fn __repr__(&self) -> String {
        let count = |status| self.0.iter().filter(|row| row.status() == status).count();
        let counts: Vec<String> = Row::STATUSES
            .into_iter()
            .map(|status| (status, count(status)))
            .filter(|&(_, count)| count > 0)
            .map(|(status, count)| format!("{count} {status}"))
            .collect();
        let colon = if counts.is_empty() { "" } else { ": " };
        format!("<Table of {} answers{colon}{}>", self.0.len(), counts.join(", "))
    }
}
