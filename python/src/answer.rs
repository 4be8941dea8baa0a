//! Answers.

use std::sync::Arc;

use kuraban::{Answer, Claim, Entry, Figures, Level, Report, Status};
use kuraban_env::Actions;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet};

use crate::errors::wrong;
use crate::json::to_python;

/// What became of one level.
pub(crate) enum Row {
    Answered {
        level: Arc<Level>,
        answer: Box<Answer>,
        cpu: f64,
    },
    /// What was given is no level, or the question does not fit it.
    Invalid(String),
    /// A panic.
    Failed(String),
}

impl Row {
    /// All statuses, by their numbers in a table.
    pub(crate) const STATUSES: [&str; 5] =
        ["solved", "unsolvable", "limit", "invalid", "error"];

    pub(crate) fn status(&self) -> &'static str {
        match self {
            Self::Answered { answer, .. } => answer.status.name(),
            Self::Invalid(_) => "invalid",
            Self::Failed(_) => "error",
        }
    }

    pub(crate) fn reason(&self) -> Option<&str> {
        match self {
            Self::Answered { answer, .. } => match &answer.status {
                Status::Error(message) => Some(message),
                _ => answer.reason,
            },
            Self::Invalid(message) | Self::Failed(message) => Some(message),
        }
    }

    pub(crate) fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Answered { answer, .. } => Some(answer),
            Self::Invalid(_) | Self::Failed(_) => None,
        }
    }

    pub(crate) fn solution(&self) -> Option<String> {
        let solution = self.answer()?.solution.as_ref()?;
        Some(solution.lurd())
    }

    pub(crate) fn figures(&self) -> Option<Figures> {
        let solution = self.answer()?.solution.as_ref()?;
        Some(solution.figures())
    }

    pub(crate) fn bound(&self, claim: Claim) -> Option<u64> {
        self.answer()?.bounds.get(&claim).copied()
    }

    pub(crate) fn is_optimal(&self, claim: Claim) -> bool {
        self.answer().is_some_and(|answer| answer.optimal.contains(&claim))
    }

    pub(crate) fn cpu(&self) -> f64 {
        match self {
            Self::Answered { cpu, .. } => *cpu,
            Self::Invalid(_) | Self::Failed(_) => 0.0,
        }
    }

    /// The row as the command line's JSON has it.
    pub(crate) fn report(&self) -> Report {
        match self {
            Self::Answered { level, answer, .. } => Report::of(level, answer),
            Self::Invalid(message) => {
                let problems = kuraban::Problems(Vec::new());
                let entry = Entry::bare(kuraban::Dialect::Xsb, Err(problems));
                Report::invalid(&entry, message.clone())
            }
            Self::Failed(message) => Report::failed(message.clone()),
        }
    }
}

/// What is known about a level after a search.
#[pyclass(frozen, name = "Answer", module = "kuraban")]
pub(crate) struct PyAnswer(pub(crate) Arc<Row>);

#[pymethods]
impl PyAnswer {
    #[getter]
    fn status(&self) -> &'static str {
        self.0.status()
    }

    #[getter]
    fn reason(&self) -> Option<&str> {
        self.0.reason()
    }

    #[getter]
    fn solution(&self) -> Option<String> {
        self.0.solution()
    }

    #[getter]
    fn moves(&self) -> Option<usize> {
        self.0.figures().map(|figures| figures.moves)
    }

    #[getter]
    fn pushes(&self) -> Option<usize> {
        self.0.figures().map(|figures| figures.pushes)
    }

    #[getter]
    fn optimal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let claims = self.0.answer().map_or(&[][..], |answer| &answer.optimal);
        PyFrozenSet::new(py, claims.iter().map(|claim| claim.name()))
    }

    #[getter]
    fn lower_bound<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bounds = PyDict::new(py);
        for (claim, bound) in
            self.0.answer().into_iter().flat_map(|answer| &answer.bounds)
        {
            bounds.set_item(claim.name(), bound)?;
        }
        Ok(bounds)
    }

    #[getter]
    fn engine(&self) -> Option<&str> {
        self.0.answer().map(|answer| answer.engine.as_str())
    }

    #[getter]
    fn expanded(&self) -> u64 {
        self.0.answer().map_or(0, |answer| answer.account.expanded)
    }

    #[getter]
    fn generated(&self) -> u64 {
        self.0.answer().map_or(0, |answer| answer.account.generated)
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.0.answer().map_or(0.0, |answer| answer.elapsed.as_secs_f64())
    }

    #[getter]
    fn cpu_seconds(&self) -> f64 {
        self.0.cpu()
    }

    #[getter]
    fn peak_bytes(&self) -> usize {
        self.0.answer().map_or(0, |answer| answer.account.peak_bytes)
    }

    #[pyo3(signature = (kind = "envpool"))]
    fn actions<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let set: Actions = kind.parse().map_err(wrong)?;
        let solution = self.0.answer().and_then(|answer| answer.solution.as_ref());
        let steps = solution.map_or(&[][..], |solution| solution.steps());
        let actions = steps.iter().map(|step| set.number(step.dir)).collect();
        Ok(PyArray1::from_vec(py, actions))
    }

    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_python(py, &self.0.report())
    }

    fn __repr__(&self) -> String {
        match self.0.figures() {
            Some(figures) => {
                let optimal = self.0.answer().map_or(&[][..], |answer| &answer.optimal);
                let proved: Vec<&str> =
                    optimal.iter().map(|claim| claim.name()).collect();
                let proved = match &proved[..] {
                    [] => String::new(),
                    proved => format!("; proved least: {}", proved.join("; ")),
                };
                format!(
                    "<Answer solved: {} moves, {} pushes{proved}>",
                    figures.moves, figures.pushes
                )
            }
            None => match self.0.reason() {
                Some(reason) => format!("<Answer {}: {reason}>", self.0.status()),
                None => format!("<Answer {}>", self.0.status()),
            },
        }
    }
}
