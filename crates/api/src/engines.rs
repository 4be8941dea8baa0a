//! What can be asked of a host.

use kuraban::Listed;
use serde::Serialize;

use crate::Limits;

/// The engines, and what the host allows.
#[derive(Clone, Debug, Serialize)]
pub struct Abilities {
    /// The engines, `auto` first.
    pub engines: Vec<Listed>,
    /// The external SAT solver's name, where the host was started with one.
    pub external_solver: Option<String>,
    /// The folder for the SAT planner's files, where the host was started with one.
    pub files_folder: Option<String>,
    /// The longest time limit of a solve, in seconds.
    pub max_time: f64,
    /// The largest memory limit of a solve, in bytes.
    pub max_memory: usize,
    /// Solves that run or wait.
    pub unfinished: usize,
}

impl Abilities {
    /// Those of a host that has nothing but this crate.
    pub fn of(limits: &Limits) -> Self {
        let all = kuraban::engines();
        Self {
            engines: all.iter().map(|engine| Listed::of(&**engine)).collect(),
            external_solver: None,
            files_folder: None,
            max_time: limits.time.as_secs_f64(),
            max_memory: limits.memory,
            unfinished: 0,
        }
    }
}
