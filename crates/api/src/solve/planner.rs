//! The SAT planner with its own options.

use std::path::{Path, PathBuf};

use kuraban::sat::{self, Backend, Encoding, Planner};
use kuraban::{Answer, Clock, Level, Question};
use serde::Deserialize;

use super::Pass;

/// What the page asks of the planner.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the page"
)]
pub(crate) struct PlannerAsked {
    /// The most steps a plan may have.
    pub(crate) max_steps: u32,
    /// Whether any plan within the bound will do.
    pub(crate) any: bool,
    /// Whether files and external solver get the optimised formula.
    pub(crate) optimize: bool,
    /// Whether to use the external solver that the host was started with.
    pub(crate) external: bool,
    /// Whether to keep the last formula and its answer.
    pub(crate) files: bool,
}

impl Default for PlannerAsked {
    fn default() -> Self {
        Self {
            max_steps: Planner::MAX_STEPS,
            any: false,
            optimize: true,
            external: false,
            files: false,
        }
    }
}

/// What a host with an operating system lends to the planner.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// An external solver.
    pub solver: Option<PathBuf>,
    /// The folder for the planner's files.
    pub folder: Option<PathBuf>,
}

impl Files {
    /// Names of the planner's files.
    pub const NAMES: [&str; 3] =
        ["solver_input.cnf", "solver_output.cnf", "readable.txt"];
}

impl PlannerAsked {
    /// Plans in one go, and puts the files into the host's folder where they are wanted. Notes
    /// come with the answer.
    pub(crate) fn plan(
        &self,
        level: &Level,
        question: &Question,
        files: &Files,
        clock: &dyn Clock,
        pass: &mut Pass<'_>,
    ) -> Result<(Answer, Vec<String>), String> {
        let folder = files.folder.as_ref().filter(|_| self.files);
        let file = |name: &str| folder.map(|folder| folder.join(name));
        let external = files.solver.clone().filter(|_| self.external);
        let planner = Planner {
            encoding: if self.optimize { Encoding::Move } else { Encoding::Basic },
            max_steps: self.max_steps,
            any: self.any,
            solver: external.map_or(Backend::Embedded, Backend::External),
            files: sat::Files {
                input: file(Files::NAMES[0]),
                output: file(Files::NAMES[1]),
                readable: file(Files::NAMES[2]),
            },
        };
        let limits = (question.limits, &question.cancel);
        match sat::plan(&planner, level, None, limits, clock, pass) {
            Ok((answer, outcome)) => {
                let mut notes = outcome.notes;
                if let Backend::External(path) = &planner.solver {
                    notes.push(external_note(path, !outcome.calls.is_empty()));
                }
                Ok((answer, notes))
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Whether the external program was asked: some levels need no formula.
fn external_note(path: &Path, ran: bool) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let what = if ran { "ran" } else { "was not needed" };
    format!("The external solver {name} {what}.")
}
