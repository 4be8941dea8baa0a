//! Labelled data.

use std::sync::Arc;

use kuraban::{
    Cancel, Dir, NoPositions, Positions, Replay, Run, Scope, SystemClock, lurd,
};
use kuraban_env::{Actions, Stream};
use numpy::{PyArray1, PyArray3, PyArrayMethods as _};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors::{failed, wrong};
use crate::level::{Given, PyLevel};
use crate::question::limits;
use crate::wait::{interruptible, nothing};

type Codes<'py> = Bound<'py, PyArray3<u8>>;
type Numbers<'py> = Bound<'py, PyArray1<i32>>;

/// All positions of a level, with the pushes to go from each.
#[pyclass(frozen, name = "Positions", module = "kuraban.data")]
pub(crate) struct PyPositions(Arc<Positions>);

/// Finds all positions of a level.
#[pyfunction]
#[pyo3(signature = (
    level, limit = 1_000_000, *, scope = "reachable", cpu = None, time = None, memory = None
))]
pub(crate) fn positions(
    py: Python<'_>,
    level: &Bound<'_, PyAny>,
    limit: usize,
    scope: &str,
    cpu: Option<f64>,
    time: Option<f64>,
    memory: Option<usize>,
) -> PyResult<PyPositions> {
    let level = Given::of(level)?.level(py)?;
    let scope = match scope {
        "reachable" => Scope::Reachable,
        "solvable" => Scope::Solvable,
        _ => return Err(wrong(format!("`{scope}` is neither reachable nor solvable"))),
    };
    let limits = limits(cpu, time, memory)?;
    let cancel = Cancel::default();
    let work = || {
        let clock = SystemClock::start();
        Positions::within(&level, scope, limit, &Run::new(limits, cancel.clone(), &clock))
    };
    match interruptible(py, &cancel, work, &mut nothing())? {
        Ok(found) => Ok(PyPositions(Arc::new(found))),
        Err(error @ NoPositions::Boulders) => Err(wrong(error)),
        Err(error) => Err(failed(py, error)),
    }
}

#[pymethods]
impl PyPositions {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: usize) -> PyResult<PyLevel> {
        if index >= self.0.len() {
            return Err(PyIndexError::new_err(format!("there is no position {index}")));
        }
        Ok(PyLevel::of(self.0.position(index)))
    }

    #[getter]
    fn pushes<'py>(&self, py: Python<'py>) -> Numbers<'py> {
        let pushes =
            |index| self.0.pushes_to_go(index).map_or(-1, |pushes| pushes as i32);
        PyArray1::from_vec(py, (0..self.0.len()).map(pushes).collect())
    }

    #[pyo3(signature = (start = 0, stop = None))]
    fn codes<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        stop: Option<usize>,
    ) -> PyResult<Codes<'py>> {
        let stop = stop.unwrap_or(self.0.len()).min(self.0.len());
        let start = start.min(stop);
        let level = self.0.level();
        let all = Arc::clone(&self.0);
        let codes = py.detach(move || {
            (start..stop).flat_map(|index| all.position(index).to_codes()).collect()
        });
        let shape = [stop - start, level.height(), level.width()];
        PyArray1::from_vec(py, codes).reshape(shape)
    }

    fn find(&self, py: Python<'_>, level: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        Ok(self.0.find(&*Given::of(level)?.level(py)?))
    }

    fn __repr__(&self) -> String {
        let lost =
            (0..self.0.len()).filter(|&index| self.0.pushes_to_go(index).is_none());
        format!("<Positions: {}, of which {} dead>", self.0.len(), lost.count())
    }
}

/// Every position along a solution before each of its steps: codes, the action, and the moves
/// and pushes that are left.
#[pyfunction]
#[pyo3(signature = (level, lurd, actions = "envpool"))]
pub(crate) fn trajectory<'py>(
    py: Python<'py>,
    level: &Bound<'py, PyAny>,
    lurd: &str,
    actions: &str,
) -> PyResult<(Codes<'py>, Bound<'py, PyArray1<u8>>, Numbers<'py>, Numbers<'py>)> {
    let level = Given::of(level)?.level(py)?;
    let set: Actions = actions.parse().map_err(wrong)?;
    let steps = lurd::read(lurd).map_err(wrong)?;
    let mut position = Replay::new(&level);
    let (mut codes, mut numbers, mut pushed) = (Vec::new(), Vec::new(), Vec::new());
    for (index, step) in steps.iter().enumerate() {
        codes.extend(position.to_level().to_codes());
        numbers.push(set.number(step.dir));
        let push = position.step(step.dir).map_err(|why| {
            wrong(format!("step {index} (counted from zero) is illegal: {why}"))
        })?;
        pushed.push(i32::from(push.is_some()));
    }
    let moves_left = (1..=steps.len() as i32).rev().collect();
    let mut left = 0;
    let mut pushes_left: Vec<i32> = pushed
        .iter()
        .rev()
        .map(|push| {
            left += push;
            left
        })
        .collect();
    pushes_left.reverse();
    let shape = [steps.len(), level.height(), level.width()];
    Ok((
        PyArray1::from_vec(py, codes).reshape(shape)?,
        PyArray1::from_vec(py, numbers),
        PyArray1::from_vec(py, moves_left),
        PyArray1::from_vec(py, pushes_left),
    ))
}

/// Positions that random play comes to, each after one to `most_pushes` pushes.
#[pyfunction]
pub(crate) fn wander<'py>(
    py: Python<'py>,
    level: &Bound<'py, PyAny>,
    count: usize,
    most_pushes: u32,
    seed: u64,
) -> PyResult<Codes<'py>> {
    /// Steps without end are cut off: where no box can be pushed none comes.
    const STEPS_PER_PUSH: u32 = 100;
    let level = Given::of(level)?.level(py)?;
    let mut codes = Vec::new();
    for index in 0..count {
        let mut stream = Stream::new(seed, index as u64);
        let mut position = Replay::new(&level);
        let mut left = 1 + stream.below(most_pushes.max(1));
        for _ in 0..left * STEPS_PER_PUSH {
            let step = position.step(Dir::from_index(stream.below(4) as usize));
            left -= u32::from(matches!(step, Ok(Some(_))));
            if left == 0 {
                break;
            }
        }
        codes.extend(position.to_level().to_codes());
    }
    PyArray1::from_vec(py, codes).reshape([count, level.height(), level.width()])
}
