//! The SAT planner with its own options.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use kuraban::sat::{Backend, Encoding, Files, Planner};
use kuraban::{Answer, Level, Limits};
use serde::Deserialize;

use crate::events::Pass;
use crate::job::Job;

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
    /// Whether to use the external solver that the server was started with.
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

/// Names of the planner's files.
pub(crate) const FILES: [&str; 3] =
    ["solver_input.cnf", "solver_output.cnf", "readable.txt"];

impl PlannerAsked {
    /// Plans, and puts the files into `folder` where they are wanted.
    pub(crate) fn plan(
        &self,
        level: &Level,
        limits: Limits,
        solver: Option<&Path>,
        folder: Option<&Path>,
        job: &Job,
    ) -> Result<(Answer, Vec<String>), String> {
        let file = |name: &str| folder.map(|folder: &Path| folder.join(name));
        let external = solver.filter(|_| self.external).map(PathBuf::from);
        let planner = Planner {
            encoding: if self.optimize { Encoding::Move } else { Encoding::Basic },
            max_steps: self.max_steps,
            any: self.any,
            solver: external.map_or(Backend::Embedded, Backend::External),
            files: Files {
                input: file(FILES[0]),
                output: file(FILES[1]),
                readable: file(FILES[2]),
            },
        };
        let start = Instant::now();
        let clock = move || start.elapsed();
        let mut listener = Pass::new(job, level);
        let limits = (limits, &job.cancel);
        match kuraban::sat::plan(&planner, level, None, limits, &clock, &mut listener) {
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

/// Which files a call that began at `start` left in the server's folder.
pub(crate) fn folder_note(folder: &Path, start: SystemTime) -> Option<String> {
    // Clocks of file systems are coarse.
    let start = start.checked_sub(Duration::from_secs(1))?;
    let is_new = |name: &&&str| {
        let changed = folder.join(name).metadata().and_then(|file| file.modified());
        changed.is_ok_and(|changed| changed >= start)
    };
    let names: Vec<&str> = FILES.iter().filter(is_new).copied().collect();
    let (folder, names) = (folder.display(), names.join(", "));
    (!names.is_empty()).then(|| format!("Files were written into {folder}: {names}."))
}
