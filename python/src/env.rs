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
    /// For a board that is stepped alone.
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

#[pymethods]
impl Boards {
    #[new]
    #[pyo3(signature = (
        levels, boards, *, threads = 1, autoreset = "NextStep", **options
    ))]
    fn new(
        levels: &PyLevels,
        boards: usize,
        threads: usize,
        autoreset: &str,
        options: Option<Keywords<'_, '_>>,
    ) -> PyResult<Self> {
        let mut options = played(options)?;
        options.autoreset = autoreset.parse().map_err(wrong)?;
        let threads = question::threads(Some(threads))?;
        let shape =
            options.observation.shape(levels.levels.height(), levels.levels.width());
        let batch =
            Batch::new(&levels.levels, boards, threads, options).map_err(wrong)?;
        let alone = usize::from(boards == 1);
        let seen = vec![0; batch.observation_bytes() * alone];
        Ok(Self { batch, seen, told: Buffers::of(alone), shape })
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

    /// One step of all boards. `seen` is 0 where the observations are those of the last call, 1
    /// where they are those of the call before, else anything.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        seen: u8,
        mut observations: PyReadwriteArrayDyn<'_, u8>,
        mut figures: Figures<'_>,
        mut finals: Option<FinalFigures<'_>>,
    ) -> PyResult<()> {
        let seen = match seen {
            0 => Seen::Last,
            1 => Seen::BeforeLast,
            _ => Seen::Never,
        };
        let (actions, out) = (actions.as_slice()?, observations.as_slice_mut()?);
        let told = told(&mut figures)?;
        let finals = match &mut finals {
            None => None,
            Some((observations, level, boxes_on_target, solved)) => Some(Finals {
                observations: observations.as_slice_mut()?,
                level: level.as_slice_mut()?,
                boxes_on_target: boxes_on_target.as_slice_mut()?,
                solved: solved.as_slice_mut()?,
            }),
        };
        let batch = &mut self.batch;
        let done = py.detach(|| batch.step(actions, seen, out, told, finals));
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
