//! Levels.

use std::path::PathBuf;
use std::sync::Arc;

use kuraban::{
    Alphabet, Dialect, Entry, Facts, Flaws, Format, Level, Reader, Rules, WriteOptions,
    Writer, identity, lurd, write,
};
use kuraban_env::Observation;
use numpy::ndarray::ArrayView2;
use numpy::{
    PyArray2, PyArray3, PyArrayMethods as _, PyReadonlyArray2, PyReadonlyArray3,
    PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{bad_level, not_a_level, unreadable, wrong};
use crate::json::to_python;

/// A level, which does not change.
#[pyclass(frozen, name = "Level", module = "kuraban", eq, hash)]
#[derive(Clone)]
pub(crate) struct PyLevel {
    pub(crate) level: Arc<Level>,
    pub(crate) title: Option<String>,
}

impl PartialEq for PyLevel {
    fn eq(&self, other: &Self) -> bool {
        self.level == other.level
    }
}

impl std::hash::Hash for PyLevel {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.level.hash(state);
    }
}

impl PyLevel {
    pub(crate) fn of(level: Level) -> Self {
        Self { level: Arc::new(level), title: None }
    }

    fn of_entry(py: Python<'_>, entry: Entry) -> PyResult<Self> {
        let level = entry.level.map_err(|problems| bad_level(py, &problems))?;
        Ok(Self { level: Arc::new(level), title: entry.title })
    }

    fn text(&self) -> String {
        match self.level.rules() {
            Rules::Boxes => {
                write::rows(&self.level, &Alphabet::of(Dialect::Xsb)).join("\n")
            }
            Rules::Boulders => {
                let entry = Entry::bare(Dialect::Boulder, Ok((*self.level).clone()));
                let alone = WriteOptions { alone: true, ..WriteOptions::default() };
                let mut writer = Writer::new(Dialect::Boulder, alone);
                let written = writer.write(&entry, &self.level, &[]);
                written.unwrap_or_else(|error| error.to_string())
            }
        }
    }
}

#[pymethods]
impl PyLevel {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        let mut reader = Reader::new(text.as_bytes(), Format::Auto);
        let first = Self::of_entry(py, reader.next().expect("at least one entry"))?;
        if reader.next().is_some() {
            return Err(not_a_level(py, "there is more than one level in the text"));
        }
        Ok(first)
    }

    #[staticmethod]
    fn from_codes(codes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(board) = codes.extract::<PyReadonlyArray2<'_, u8>>() else {
            return Err(no_codes("codes are an array (uint8, two dimensions)", codes));
        };
        let level = of_codes(board.as_array());
        level.map(Self::of).map_err(|flaws| not_a_level(codes.py(), flaws))
    }

    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<LevelReader> {
        LevelReader::new(path)
    }

    fn codes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let flat = numpy::PyArray1::from_vec(py, self.level.to_codes());
        flat.reshape([self.level.height(), self.level.width()])
    }

    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (height, width) = (self.level.height(), self.level.width());
        let planes = Observation::Planes.draw(width, &self.level.to_codes());
        numpy::PyArray1::from_vec(py, planes).reshape([4, height, width])
    }

    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (height, width) = (self.level.height(), self.level.width());
        let shape = Observation::Rgb.shape(height, width);
        let picture = Observation::Rgb.draw(width, &self.level.to_codes());
        numpy::PyArray1::from_vec(py, picture).reshape([shape[0], shape[1], shape[2]])
    }

    fn after(&self, lurd: &str) -> PyResult<Self> {
        let steps = lurd::read(lurd).map_err(wrong)?;
        let level = kuraban::after(&self.level, &steps).map_err(wrong)?;
        Ok(Self { level: Arc::new(level), title: self.title.clone() })
    }

    #[getter]
    fn id(&self) -> String {
        identity::exact(&self.level)
    }

    #[getter]
    fn canonical_id(&self) -> String {
        identity::canonical(&self.level)
    }

    #[getter]
    fn width(&self) -> usize {
        self.level.width()
    }

    #[getter]
    fn height(&self) -> usize {
        self.level.height()
    }

    #[getter]
    fn boxes(&self) -> usize {
        self.level.boxes().len()
    }

    #[getter]
    fn rules(&self) -> &'static str {
        self.level.rules().name()
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut facts = Facts::of(&self.level);
        facts.title.clone_from(&self.title);
        to_python(py, &facts)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let Self { level, title } = self;
        let title = title.as_ref().map_or(String::new(), |title| format!(" {title:?}"));
        let (width, height, boxes) = (level.width(), level.height(), level.boxes().len());
        format!("<Level{title} {width}x{height}, {boxes} boxes>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let module = py.import("kuraban._native")?;
        let (level, title) = (&self.level, &self.title);
        match level.rules() {
            Rules::Boxes => {
                let codes = PyBytes::new(py, &level.to_codes());
                let parts = (codes, level.width(), title);
                let made = (module.getattr("_restore_level")?, parts);
                Ok(made.into_pyobject(py)?.into_any())
            }
            Rules::Boulders => {
                let made = (module.getattr("Level")?, (self.text(),));
                Ok(made.into_pyobject(py)?.into_any())
            }
        }
    }
}

/// A level as `__reduce__` takes it apart.
#[pyfunction]
pub(crate) fn _restore_level(
    py: Python<'_>,
    codes: &[u8],
    width: usize,
    title: Option<String>,
) -> PyResult<PyLevel> {
    let level =
        Level::from_codes(width, codes).map_err(|flaws| not_a_level(py, flaws))?;
    Ok(PyLevel { level: Arc::new(level), title })
}

/// The levels of files, one after the other.
#[pyclass(unsendable, module = "kuraban._native")]
pub(crate) struct LevelReader {
    /// What is left, the next one last.
    files: Vec<PathBuf>,
    reader: Option<Reader<'static>>,
}

impl LevelReader {
    fn new(path: PathBuf) -> PyResult<Self> {
        let mut files = files_of(path)?;
        files.reverse();
        Ok(Self { files, reader: None })
    }
}

/// A file itself, or the files of a folder and its folders by name.
pub(crate) fn files_of(path: PathBuf) -> PyResult<Vec<PathBuf>> {
    if !path.is_dir() {
        // A missing file is told now and not at the first level.
        std::fs::metadata(&path).map_err(|error| unreadable(&path, &error))?;
        return Ok(vec![path]);
    }
    let mut entries = std::fs::read_dir(&path)
        .and_then(|entries| {
            entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>()
        })
        .map_err(|error| unreadable(&path, &error))?;
    entries.retain(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| !name.starts_with('.'))
    });
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        files.extend(files_of(entry)?);
    }
    Ok(files)
}

#[pymethods]
impl LevelReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            if let Some(entry) = self.reader.as_mut().and_then(Iterator::next) {
                return Ok(Some(match PyLevel::of_entry(py, entry) {
                    Ok(level) => Bound::new(py, level)?.into_any(),
                    Err(error) => error.into_value(py).into_bound(py).into_any(),
                }));
            }
            let Some(file) = self.files.pop() else { return Ok(None) };
            let reader = Reader::open(&file, Format::Auto);
            self.reader = Some(reader.map_err(|error| unreadable(&file, &error))?);
        }
    }
}

/// What can be given as a level.
pub(crate) enum Given {
    Level(Arc<Level>),
    Text(String),
}

impl Given {
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(level) = given.cast::<PyLevel>() {
            return Ok(Self::Level(Arc::clone(&level.get().level)));
        }
        if let Ok(text) = given.extract::<String>() {
            return Ok(Self::Text(text));
        }
        if let Ok(codes) = given.extract::<PyReadonlyArray2<'_, u8>>() {
            let level = of_codes(codes.as_array()).map(Arc::new);
            return level
                .map(Self::Level)
                .map_err(|flaws| not_a_level(given.py(), flaws));
        }
        let takes =
            "a level is a Level, a text or an array of codes (uint8, two dimensions)";
        Err(no_codes(takes, given))
    }

    pub(crate) fn level(self, py: Python<'_>) -> PyResult<Arc<Level>> {
        match self {
            Self::Level(level) => Ok(level),
            Self::Text(text) => {
                text.parse().map(Arc::new).map_err(|problems| bad_level(py, &problems))
            }
        }
    }
}

/// A board of codes as a level.
fn of_codes(board: ArrayView2<'_, u8>) -> Result<Level, Flaws> {
    let codes: Vec<u8> = board.iter().copied().collect();
    Level::from_codes(board.ncols(), &codes)
}

/// The boards of an array of codes with three dimensions; `None` where it is something else.
pub(crate) fn boards(
    levels: &Bound<'_, PyAny>,
) -> Option<Vec<Result<Arc<Level>, Flaws>>> {
    let codes = levels.extract::<PyReadonlyArray3<'_, u8>>().ok()?;
    let level = |board| of_codes(board).map(Arc::new);
    Some(codes.as_array().outer_iter().map(level).collect())
}

/// What was given instead of codes; of an array its kind, which is what people get wrong.
fn no_codes(takes: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let found = match given.cast::<PyUntypedArray>() {
        Ok(array) => {
            format!("an array of {} with {} dimensions", array.dtype(), array.ndim())
        }
        Err(_) => given.get_type().to_string(),
    };
    PyTypeError::new_err(format!("{takes}, not {found}"))
}
