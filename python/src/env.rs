//! Boards to be played.

use std::path::PathBuf;
use std::sync::Arc;

use kuraban::{Format, Level, Reader, identity};
use kuraban_env::{Batch, Buffers, Finals, Levels, Options, Reset, Seeds, Seen, Told};
use numpy::{
    PyArray1, PyArrayDyn, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray1,
    PyReadwriteArrayDyn,
};
use pyo3::prelude::*;

use crate::errors::{failed, not_a_level, unreadable, wrong};
use crate::level::{Given, PyLevel, boards, files_of};
use crate::question::{self, Keywords, for_each};

/// Levels that are played, as codes of one size.
#[pyclass(frozen, name = "Levels", module = "kuraban._native")]
pub(crate) struct PyLevels {
    levels: Arc<Levels>,
    ids: Vec<String>,
}

impl PyLevels {
    fn of(
        py: Python<'_>,
        levels: impl Iterator<Item = PyResult<Arc<Level>>>,
    ) -> PyResult<Self> {
        let mut ids = Vec::new();
        let mut error = None;
        let good = levels.map_while(|level| match level {
            Ok(level) => {
                ids.push(identity::exact(&level));
                Some(level)
            }
            Err(why) => {
                error = Some(why);
                None
            }
        });
        let made = Levels::new(good.map(Held));
        match error {
            Some(error) => Err(error),
            None => Ok(Self {
                levels: Arc::new(made.map_err(|error| not_a_level(py, error))?),
                ids,
            }),
        }
    }
}

/// A level that somebody else may hold, too.
struct Held(Arc<Level>);

impl std::borrow::Borrow<Level> for Held {
    fn borrow(&self) -> &Level {
        &self.0
    }
}

#[pymethods]
impl PyLevels {
    #[new]
    fn new(py: Python<'_>, levels: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(boards) = boards(levels) {
            let boards = boards.into_iter();
            let levels =
                boards.map(|level| level.map_err(|flaws| not_a_level(py, flaws)));
            return Self::of(py, levels);
        }
        let levels = levels.try_iter()?;
        Self::of(py, levels.map(|level| Given::of(&level?)?.level(py)))
    }

    #[staticmethod]
    fn read(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Self> {
        let mut files = Vec::new();
        for path in paths {
            files.extend(files_of(path)?);
        }
        let read = files.into_iter().flat_map(|file| {
            let name = file.display().to_string();
            let (entries, error) = match Reader::open(&file, Format::Auto) {
                Ok(reader) => (Some(reader), None),
                Err(error) => (None, Some(Err(unreadable(&file, &error)))),
            };
            let entries = entries.into_iter().flatten().map(move |entry| {
                let index = entry.index;
                entry.level.map(Arc::new).map_err(|problems| {
                    Python::attach(|py| {
                        not_a_level(py, format!("{name}, level {index}: {problems}"))
                    })
                })
            });
            entries.chain(error)
        });
        Self::of(py, read)
    }

    fn __len__(&self) -> usize {
        self.levels.len()
    }

    #[getter]
    fn height(&self) -> usize {
        self.levels.height()
    }

    #[getter]
    fn width(&self) -> usize {
        self.levels.width()
    }

    #[getter]
    fn ids(&self) -> Vec<String> {
        self.ids.clone()
    }

    /// The identity of one level.
    fn id(&self, level: usize) -> PyResult<&str> {
        let id = self.ids.get(level).ok_or_else(|| wrong("there is no such level"))?;
        Ok(id)
    }
}

/// Many boards, stepped together.
#[pyclass(module = "kuraban._native")]
pub(crate) struct Boards {
    batch: Batch,
    /// What is kept up to date where it is copied for the caller; else empty.
    seen: Vec<u8>,
    told: Buffers,
    shape: Vec<usize>,
}

/// Where a step writes: rewards, terminated, truncated, level, boxes on target, solved.
type Figures<'py> = (
    PyReadwriteArray1<'py, f64>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, i32>,
    PyReadwriteArray1<'py, i32>,
    PyReadwriteArray1<'py, bool>,
);
/// Where a step writes how episodes ended: observations, level, boxes on target, solved.
type FinalFigures<'py> = (
    PyReadwriteArrayDyn<'py, u8>,
    PyReadwriteArray1<'py, i32>,
    PyReadwriteArray1<'py, i32>,
    PyReadwriteArray1<'py, bool>,
);
/// New arrays: observations and figures.
type Copies<'py> = (Bound<'py, PyArrayDyn<u8>>, CopiedFigures<'py>);
type CopiedFigures<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<bool>>,
);
/// What a board that is stepped alone tells: observation, reward, terminated, truncated, level,
/// boxes on target, solved.
type Alone<'py> = (Bound<'py, PyArrayDyn<u8>>, f64, bool, bool, i32, i32, bool);

/// How boards are played: as usual, but for what the keywords say.
fn played(keywords: Option<Keywords<'_, '_>>) -> PyResult<Options> {
    let mut options = Options::default();
    for_each(keywords, |name, value| {
        match name {
            "actions" => options.actions = named(value)?,
            "observation" => options.observation = named(value)?,
            "order" => options.order = named(value)?,
            "max_steps" => options.max_steps = value.extract()?,
            "min_steps" => options.min_steps = value.extract()?,
            "rewards" => {
                (options.step_reward, options.box_reward, options.solved_reward) =
                    value.extract()?;
            }
            "end_on_deadlock" => options.end_on_deadlock = value.extract()?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

/// What goes by the name that was given.
fn named<T: std::str::FromStr<Err: ToString>>(name: &Bound<'_, PyAny>) -> PyResult<T> {
    name.extract::<String>()?.parse().map_err(|error: T::Err| wrong(error.to_string()))
}

fn told<'a>(figures: &'a mut Figures<'_>) -> PyResult<Told<'a>> {
    Ok(Told {
        rewards: figures.0.as_slice_mut()?,
        terminated: figures.1.as_slice_mut()?,
        truncated: figures.2.as_slice_mut()?,
        level: figures.3.as_slice_mut()?,
        boxes_on_target: figures.4.as_slice_mut()?,
        solved: figures.5.as_slice_mut()?,
    })
}

fn finals<'a>(figures: Option<&'a mut FinalFigures<'_>>) -> PyResult<Option<Finals<'a>>> {
    let Some((observations, level, boxes_on_target, solved)) = figures else {
        return Ok(None);
    };
    Ok(Some(Finals {
        observations: observations.as_slice_mut()?,
        level: level.as_slice_mut()?,
        boxes_on_target: boxes_on_target.as_slice_mut()?,
        solved: solved.as_slice_mut()?,
    }))
}

#[pymethods]
impl Boards {
    /// With `copies`, and for a single board, figures are kept here and copied; so are observations
    /// that are not drawn as quickly.
    #[new]
    #[pyo3(signature = (
        levels, boards, *, threads = 1, autoreset = "NextStep", copies = false, **options
    ))]
    fn new(
        levels: &PyLevels,
        boards: usize,
        threads: usize,
        autoreset: &str,
        copies: bool,
        options: Option<Keywords<'_, '_>>,
    ) -> PyResult<Self> {
        let mut options = played(options)?;
        options.autoreset = autoreset.parse().map_err(wrong)?;
        let threads = question::threads(Some(threads))?;
        let shape =
            options.observation.shape(levels.levels.height(), levels.levels.width());
        let batch =
            Batch::new(&levels.levels, boards, threads, options).map_err(wrong)?;
        let kept = if copies || boards == 1 { boards } else { 0 };
        let is_drawn = batch.options().observation.is_quick() && boards > 1;
        let seen = if is_drawn { 0 } else { batch.observation_bytes() / boards * kept };
        let seen = vec![0; seen];
        Ok(Self { batch, seen, told: Buffers::of(kept), shape })
    }

    /// The shape of one observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.shape.clone()
    }

    /// The largest byte of an observation.
    #[getter]
    fn largest(&self) -> u8 {
        self.batch.options().observation.largest()
    }

    /// Whether a whole observation is drawn as quickly as copied.
    #[getter]
    fn is_quick(&self) -> bool {
        self.batch.options().observation.is_quick()
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.batch.options().actions.count()
    }

    /// Begins anew.
    #[pyo3(signature = (seed, seeds, mask, levels, observations, figures))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        seeds: Option<Vec<u64>>,
        mask: Option<PyReadonlyArray1<'_, bool>>,
        levels: Option<Vec<u32>>,
        mut observations: PyReadwriteArrayDyn<'_, u8>,
        mut figures: Figures<'_>,
    ) -> PyResult<()> {
        let seeds = seeds.as_deref().map(Seeds::Each).or(seed.map(Seeds::One));
        let mask = mask.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
        let reset = Reset { seeds, mask, levels: levels.as_deref() };
        let done =
            self.batch.reset(&reset, observations.as_slice_mut()?, told(&mut figures)?);
        done.map_err(|error| failed(py, error))
    }

    /// Begins anew, and returns copies.
    #[pyo3(signature = (seed, seeds, mask, levels))]
    fn reset_copies<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
        seeds: Option<Vec<u64>>,
        mask: Option<PyReadonlyArray1<'_, bool>>,
        levels: Option<Vec<u32>>,
    ) -> PyResult<Copies<'py>> {
        let seeds = seeds.as_deref().map(Seeds::Each).or(seed.map(Seeds::One));
        let mask = mask.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
        let reset = Reset { seeds, mask, levels: levels.as_deref() };
        let done = self.batch.reset(&reset, &mut self.seen, self.told.all());
        done.map_err(|error| failed(py, error))?;
        self.copies(py)
    }

    /// One step of all boards, drawn into an array that holds anything; returns copies of figures.
    fn step_fresh<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, i64>,
        mut observations: PyReadwriteArrayDyn<'_, u8>,
        mut finals: Option<FinalFigures<'_>>,
    ) -> PyResult<CopiedFigures<'py>> {
        let (actions, finals) = (actions.as_slice()?, self::finals(finals.as_mut())?);
        let (Self { batch, told, .. }, out) = (&mut *self, observations.as_slice_mut()?);
        let step = || batch.step(actions, Seen::Never, out, told.all(), finals);
        py.detach(step).map_err(|error| failed(py, error))?;
        Ok(self.figures(py))
    }

    /// One step of all boards, and returns copies.
    fn step_copies<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, i64>,
        mut finals: Option<FinalFigures<'_>>,
    ) -> PyResult<Copies<'py>> {
        let (actions, finals) = (actions.as_slice()?, self::finals(finals.as_mut())?);
        let Self { batch, seen, told, .. } = self;
        let step = || batch.step(actions, Seen::Last, seen, told.all(), finals);
        py.detach(step).map_err(|error| failed(py, error))?;
        self.copies(py)
    }

    /// One step of all boards. The observations are those of the call before the last.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut observations: PyReadwriteArrayDyn<'_, u8>,
        mut figures: Figures<'_>,
        mut finals: Option<FinalFigures<'_>>,
    ) -> PyResult<()> {
        let (actions, out) = (actions.as_slice()?, observations.as_slice_mut()?);
        let told = told(&mut figures)?;
        let finals = self::finals(finals.as_mut())?;
        let batch = &mut self.batch;
        let step = || batch.step(actions, Seen::BeforeLast, out, told, finals);
        let done = py.detach(step);
        done.map_err(|error| failed(py, error))
    }

    /// Begins a board anew that is stepped alone.
    fn reset_one<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
        level: Option<u32>,
    ) -> PyResult<Alone<'py>> {
        let level = level.map(|level| [level]);
        let reset = Reset {
            seeds: seed.map(Seeds::One),
            levels: level.as_ref().map(<[u32; 1]>::as_slice),
            ..Reset::default()
        };
        let done = self.batch.reset(&reset, &mut self.seen, self.told.all());
        done.map_err(|error| failed(py, error))?;
        self.alone(py)
    }

    /// One step of a board that is stepped alone.
    fn step_one<'py>(&mut self, py: Python<'py>, action: i64) -> PyResult<Alone<'py>> {
        let told = self.told.all();
        let done = self.batch.step(&[action], Seen::Last, &mut self.seen, told, None);
        done.map_err(|error| failed(py, error))?;
        self.alone(py)
    }

    /// A board as it stands.
    fn level(&self, py: Python<'_>, board: usize) -> PyResult<PyLevel> {
        if board >= self.batch.boards() {
            return Err(wrong(format!("there is no board {board}")));
        }
        let width = self.batch.levels().width();
        let level = Level::from_codes(width, self.batch.codes(board));
        level.map(PyLevel::of).map_err(|flaws| not_a_level(py, flaws))
    }
}

impl Boards {
    fn copies<'py>(&self, py: Python<'py>) -> PyResult<Copies<'py>> {
        let seen = PyArray1::from_slice(py, &self.seen);
        let shape = [&[self.batch.boards()], self.shape.as_slice()].concat();
        Ok((seen.reshape(shape)?, self.figures(py)))
    }

    fn figures<'py>(&self, py: Python<'py>) -> CopiedFigures<'py> {
        let told = &self.told;
        (
            PyArray1::from_slice(py, &told.rewards),
            PyArray1::from_slice(py, &told.terminated),
            PyArray1::from_slice(py, &told.truncated),
            PyArray1::from_slice(py, &told.level),
            PyArray1::from_slice(py, &told.boxes_on_target),
            PyArray1::from_slice(py, &told.solved),
        )
    }

    fn alone<'py>(&self, py: Python<'py>) -> PyResult<Alone<'py>> {
        let told = &self.told;
        let seen = PyArray1::from_slice(py, &self.seen).reshape(self.shape.as_slice())?;
        Ok((
            seen,
            told.rewards[0],
            told.terminated[0],
            told.truncated[0],
            told.level[0],
            told.boxes_on_target[0],
            told.solved[0],
        ))
    }
}
