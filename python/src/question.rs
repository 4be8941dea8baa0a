//! The keywords of questions: what they mean stands here once.

use std::time::Duration;

use kuraban::Limits;
use kuraban_batch::Asked;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::wrong;

/// The keywords of a call that were not named in its signature.
pub(crate) type Keywords<'a, 'py> = &'a Bound<'py, PyDict>;

/// What is asked: `usual`, but for the keywords `engine`, `nodes`, `cpu`, `time` and `memory`.
pub(crate) fn asked(
    usual: Asked,
    objective: &str,
    keywords: Option<Keywords<'_, '_>>,
) -> PyResult<Asked> {
    let mut asked = Asked { objective: objective.parse().map_err(wrong)?, ..usual };
    for_each(keywords, |name, value| {
        match name {
            "engine" => asked.engine = value.extract()?,
            "nodes" => asked.nodes = value.extract()?,
            "cpu" => asked.cpu = seconds(name, value.extract()?)?,
            "time" => asked.time = seconds(name, value.extract()?)?,
            "memory" => asked.memory = value.extract()?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(asked)
}

/// Hands over the keywords one by one; where `take` does not know one, or its value is of another
/// type or no number that it could be, that is told as Python tells it.
pub(crate) fn for_each(
    keywords: Option<Keywords<'_, '_>>,
    mut take: impl FnMut(&str, &Bound<'_, PyAny>) -> PyResult<bool>,
) -> PyResult<()> {
    for (name, value) in keywords.into_iter().flatten() {
        let name: String = name.extract()?;
        let taken = take(&name, &value).map_err(|error| {
            let told = || format!("`{name}`: {}", error.value(value.py()));
            if error.is_instance_of::<PyTypeError>(value.py()) {
                PyTypeError::new_err(told())
            } else if error.is_instance_of::<PyOverflowError>(value.py()) {
                wrong(told())
            } else {
                error
            }
        })?;
        if !taken {
            return Err(PyTypeError::new_err(format!("there is no keyword `{name}`")));
        }
    }
    Ok(())
}

/// The limits of a search without a question.
pub(crate) fn limits(
    cpu: Option<f64>,
    time: Option<f64>,
    memory: Option<usize>,
) -> PyResult<Limits> {
    let mut limits = Limits::default();
    limits.memory = memory;
    (limits.cpu, limits.time) = (seconds("cpu", cpu)?, seconds("time", time)?);
    Ok(limits)
}

/// A time that was given in seconds.
fn seconds(name: &str, given: Option<f64>) -> PyResult<Option<Duration>> {
    let time = given.map(Duration::try_from_secs_f64).transpose();
    time.map_err(|_| wrong(format!("`{name}` is no number of seconds")))
}

/// How many threads are to work; all that the machine has where that is not said.
pub(crate) fn threads(given: Option<usize>) -> PyResult<usize> {
    match given {
        Some(0) => Err(wrong("`threads` is at least 1; None is all of the machine")),
        given => Ok(given.unwrap_or_else(kuraban::machine_threads)),
    }
}
