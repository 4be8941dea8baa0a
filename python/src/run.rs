//! Runs in a folder, shared with the command line and with other machines.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use kuraban::Cancel;
use kuraban_batch::{
    Asked, Event, Export, Filter, Options, Plan, Run, Worker, memory_share,
};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{of_run, wrong};
use crate::json::to_python;
use crate::question::{self, Keywords};
use crate::wait::{interruptible, nothing};

/// A run folder.
#[pyclass(frozen, name = "Run", module = "kuraban")]
pub(crate) struct PyRun(Run);

#[pymethods]
impl PyRun {
    #[staticmethod]
    #[pyo3(
        signature = (
            path, levels, objective = "pushes", *, part_size = 1000, dedup = "exact",
            r#where = None, **keywords
        ),
        text_signature = "(path, levels, objective='pushes', *, engine='auto', nodes=None, \
                          cpu=60.0, time=None, memory=None, part_size=1000, dedup='exact', \
                          where=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        levels: Vec<PathBuf>,
        objective: &str,
        part_size: usize,
        dedup: &str,
        r#where: Option<&str>,
        keywords: Option<Keywords<'_, '_>>,
    ) -> PyResult<Self> {
        let mut asked = question::asked(Asked::default(), objective, keywords)?;
        asked.memory.get_or_insert_with(|| memory_share(kuraban::machine_threads()));
        let mut plan = Plan::new(asked);
        plan.part_size = part_size;
        plan.dedup = dedup.parse().map_err(|error| of_run(py, &error))?;
        plan.filter = filter(r#where)?;
        let work = || Run::create(&path, &levels, &plan);
        let made = interruptible(py, &plan.cancel, work, &mut nothing())?;
        made.map(Self).map_err(|error| of_run(py, &error))
    }

    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        Run::open(&path).map(Self).map_err(|error| of_run(py, &error))
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.0.folder().to_owned()
    }

    #[getter]
    fn levels(&self) -> u64 {
        self.0.description().levels
    }

    #[getter]
    fn parts(&self) -> usize {
        self.0.description().last().parts()
    }

    #[getter]
    fn missing(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.0.missing().map_err(|error| of_run(py, &error))
    }

    /// The text of `run.json`, for a worker elsewhere.
    #[getter]
    fn description(&self) -> String {
        self.0.description().text()
    }

    /// Solves all that is missing; whether the run is complete.
    #[pyo3(signature = (threads = None, *, progress = None))]
    fn run(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<bool> {
        let cancel = Cancel::default();
        let options = options(threads, &cancel)?;
        let (done, total) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || {
            let mut heard = |event: &Event<'_>| {
                if let Event::Progress(now) = event {
                    done.store(now.done, Ordering::Relaxed);
                    total.store(now.total, Ordering::Relaxed);
                }
            };
            self.0.run(&options, &mut heard)
        };
        let mut told = 0;
        let mut meanwhile = |py: Python<'_>| {
            let now = done.load(Ordering::Relaxed);
            if let Some(progress) = &progress
                && std::mem::replace(&mut told, now) != now
            {
                progress.call1(py, (now, total.load(Ordering::Relaxed)))?;
            }
            Ok(())
        };
        let summary = interruptible(py, &cancel, work, &mut meanwhile)?;
        summary.map(|summary| summary.complete).map_err(|error| of_run(py, &error))
    }

    /// Solves one part and seals it.
    #[pyo3(signature = (part, threads = 1))]
    fn shard<'py>(
        &self,
        py: Python<'py>,
        part: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let cancel = Cancel::default();
        let options = options(Some(threads), &cancel)?;
        let work = || self.0.shard(part, &options, &mut |_| {});
        let shard = interruptible(py, &cancel, work, &mut nothing())?;
        to_python(py, &shard.map_err(|error| of_run(py, &error))?)
    }

    /// The levels of a part, to be sent to a worker.
    fn part_bytes<'py>(
        &self,
        py: Python<'py>,
        part: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.0.part_bytes(part).map_err(|error| of_run(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Seals a part that a worker has solved; `False` where it was sealed already.
    fn adopt(&self, py: Python<'_>, part: usize, segment: &[u8]) -> PyResult<bool> {
        let done = py.detach(|| self.0.adopt(part, segment));
        done.map_err(|error| of_run(py, &error))
    }

    /// Writes a table by the ending of its name.
    #[pyo3(signature = (out, *, r#where = None, columns = None, actions = None, per = "level"))]
    fn export(
        &self,
        py: Python<'_>,
        out: PathBuf,
        r#where: Option<&str>,
        columns: Option<Vec<String>>,
        actions: Option<&str>,
        per: &str,
    ) -> PyResult<u64> {
        let mut export = Export::default();
        export.filter = filter(r#where)?;
        export.columns = columns;
        export.actions = actions
            .map(str::parse)
            .transpose()
            .map_err(|error: kuraban_batch::Error| of_run(py, &error))?;
        export.per = match per {
            "level" => kuraban_batch::Per::Level,
            "source" => kuraban_batch::Per::Source,
            _ => return Err(wrong(format!("`{per}` is neither level nor source"))),
        };
        let rows = py.detach(|| self.0.export(&out, &export));
        rows.map_err(|error| of_run(py, &error))
    }

    /// Looks for faults.
    #[pyo3(signature = (*, replay = false))]
    fn check<'py>(&self, py: Python<'py>, replay: bool) -> PyResult<Bound<'py, PyDict>> {
        let checked = py.detach(|| self.0.check(replay));
        to_python(py, &checked.map_err(|error| of_run(py, &error))?)
    }

    fn __repr__(&self) -> String {
        let (levels, parts) = (self.levels(), self.parts());
        format!("<Run {}: {levels} levels in {parts} parts>", self.0.folder().display())
    }
}

fn options(threads: Option<usize>, cancel: &Cancel) -> PyResult<Options> {
    let mut options = Options::default();
    options.threads = question::threads(threads)?;
    options.cancel = cancel.clone();
    Ok(options)
}

fn filter(text: Option<&str>) -> PyResult<Option<Filter>> {
    text.map(str::parse)
        .transpose()
        .map_err(|error: kuraban_batch::BadFilter| wrong(error))
}

/// Solves parts of a run elsewhere: it needs the run's description and no folder.
#[pyclass(frozen, name = "Worker", module = "kuraban")]
pub(crate) struct PyWorker(Worker, Cancel);

#[pymethods]
impl PyWorker {
    #[new]
    fn new(py: Python<'_>, description: &str) -> PyResult<Self> {
        let cancel = Cancel::default();
        let worker =
            Worker::read(description, &cancel).map_err(|error| of_run(py, &error))?;
        Ok(Self(worker, cancel))
    }

    /// The sealed rows of a part, for `Run.adopt`.
    fn solve_part<'py>(
        &self,
        py: Python<'py>,
        part: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let work = || self.0.solve_part(part, &mut |_| {});
        let segment = interruptible(py, &self.1, work, &mut nothing())?;
        match segment.map_err(|error| of_run(py, &error))? {
            Some(segment) => Ok(PyBytes::new(py, &segment)),
            None => Err(PyKeyboardInterrupt::new_err("cancelled")),
        }
    }

    /// The rows of levels that are not tried again, as `solve_part` hands them over: so many
    /// processes died over them.
    fn give_up<'py>(
        &self,
        py: Python<'py>,
        part: &[u8],
        deaths: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let segment = self.0.give_up_part(part, deaths);
        Ok(PyBytes::new(py, &segment.map_err(|error| of_run(py, &error))?))
    }
}
