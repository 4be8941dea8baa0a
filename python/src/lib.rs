//! Kuraban for Python: the native part of the package. What it offers is described by the type
//! stubs beside the package, `_native.pyi`, which the tests hold to it.

mod answer;
mod data;
mod env;
mod errors;
mod generate;
mod json;
mod level;
mod question;
mod run;
mod solve;
mod table;
mod wait;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::answer::PyAnswer;
    #[pymodule_export]
    use super::data::{PyPositions, positions, trajectory, wander};
    #[pymodule_export]
    use super::env::{Boards, PyLevels};
    #[pymodule_export]
    use super::generate::make;
    #[pymodule_export]
    use super::level::{_restore_level, LevelReader, PyLevel};
    #[pymodule_export]
    use super::run::{PyRun, PyWorker};
    #[pymodule_export]
    use super::solve::{engines, solve, solve_many, verify};
    #[pymodule_export]
    use super::table::Table;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("DEADLY", kuraban_batch::DEADLY)?;
        module.add("STATUSES", super::answer::Row::STATUSES)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
