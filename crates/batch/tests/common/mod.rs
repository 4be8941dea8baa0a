//! Small runs, and what is known in them.

use std::path::Path;

use kuraban::Objective;
use kuraban_batch::{Asked, Options, Per, Plan, Row, Run};
use kuraban_testkit::{Folder, collection};

/// What tests ask: limits that do not depend on the machine.
pub(crate) fn asked() -> Asked {
    let mut asked = Asked { objective: Objective::Pushes, ..Asked::default() };
    (asked.nodes, asked.cpu, asked.memory) = (Some(6), None, Some(64 << 20));
    asked
}

/// A run of some random levels in parts of about ten.
pub(crate) fn small_run(folder: &Folder, name: &str, levels: usize) -> Run {
    folder.write(&format!("{name}.xsb"), &collection(7, levels));
    open_or_make(&folder.place(name))
}

/// The run in a folder; where there is none, one of the levels in the file beside it.
pub(crate) fn open_or_make(folder: &Path) -> Run {
    Run::open(folder).unwrap_or_else(|_| {
        let mut plan = Plan::new(asked());
        plan.part_size = 10;
        Run::create(folder, &[folder.with_extension("xsb")], &plan).expect("a run")
    })
}

pub(crate) fn options(threads: usize) -> Options {
    let mut options = Options::default();
    options.threads = threads;
    options
}

/// The rows of a run by level, without times.
pub(crate) fn rows(run: impl AsRef<Path>) -> Vec<Row> {
    let mut rows = Vec::new();
    let run = Run::open(run.as_ref()).expect("a run");
    run.answers(Per::Level, &mut |answered| {
        rows.push(answered.row.clone().timeless());
        Ok(())
    })
    .expect("answers");
    rows
}
