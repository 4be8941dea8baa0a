//! Plain data as Python's dictionaries, with the names that the command line's JSON has.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::errors::failed;

/// What can be written as a JSON object, as a dictionary.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    data: &impl Serialize,
) -> PyResult<Bound<'py, PyDict>> {
    let text = serde_json::to_string(data).map_err(|error| failed(py, error))?;
    let object = py.import("json")?.call_method1("loads", (text,))?;
    Ok(object.cast_into::<PyDict>()?)
}
