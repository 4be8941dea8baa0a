//! Errors as Python's exceptions.

use std::io;
use std::path::Path;

use kuraban::{Problem, Problems};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// An exception of `kuraban._errors`.
fn class<'py>(
    py: Python<'py>,
    cell: &PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<Bound<'py, PyType>> {
    cell.import(py, "kuraban._errors", name).cloned()
}

/// A `KurabanError` with a message.
pub(crate) fn failed(py: Python<'_>, message: impl ToString) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match class(py, &CLASS, "KurabanError") {
        Ok(class) => PyErr::from_type(class, message.to_string()),
        Err(error) => error,
    }
}

/// A `LevelError` with everything that is wrong.
pub(crate) fn bad_level(py: Python<'_>, problems: &Problems) -> PyErr {
    let line = |problem: &Problem| problem.place.as_ref().map(|place| place.line);
    let column = |problem: &Problem| problem.place.as_ref().map(|place| place.column);
    let listed: Vec<_> = problems
        .0
        .iter()
        .map(|problem| (line(problem), column(problem), problem.kind.to_string()))
        .collect();
    level_error(py, problems.to_string(), listed)
}

/// A `LevelError` without a place.
pub(crate) fn not_a_level(py: Python<'_>, message: impl ToString) -> PyErr {
    let message = message.to_string();
    level_error(py, message.clone(), vec![(None, None, message)])
}

fn level_error(
    py: Python<'_>,
    message: String,
    problems: Vec<(Option<usize>, Option<usize>, String)>,
) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match class(py, &CLASS, "LevelError") {
        Ok(class) => PyErr::from_type(class, (message, problems)),
        Err(error) => error,
    }
}

/// A wrong argument.
pub(crate) fn wrong(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// A file that cannot be read, by its name.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

/// A file that cannot be read or written, or another fault of a run.
pub(crate) fn of_run(py: Python<'_>, error: &kuraban_batch::Error) -> PyErr {
    match error {
        kuraban_batch::Error::Io { .. } => PyOSError::new_err(error.to_string()),
        kuraban_batch::Error::Usage(_) | kuraban_batch::Error::Ask(_) => wrong(error),
        _ => failed(py, error),
    }
}
