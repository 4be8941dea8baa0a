//! All levels of a file, each on one thread, as many at once as the machine runs. One line of
//! JSON for each level, in the order in which they are done.
//!
//! ```text
//! cargo run --release --example collection levels/kuraban.xsb
//! ```

use std::error::Error;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::{env, thread};

use kuraban::{Entry, Limits, Question, Report, Solver, machine_threads, read_path};

fn main() -> Result<(), Box<dyn Error>> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/first-steps.xsb");
    let path = env::args().nth(1).unwrap_or_else(|| own.to_owned());
    let entries = read_path(path)?;
    // With a limit of expansions the answers are the same on every machine.
    let question =
        Question::default().threads(1).limits(Limits::default().nodes(200_000));
    let solver = Solver::new("auto")?;
    let next = AtomicUsize::new(0);
    let (reports, done) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..machine_threads() {
            let (reports, entries) = (reports.clone(), &entries);
            let (next, solver, question) = (&next, &solver, &question);
            scope.spawn(move || {
                while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed))
                    && reports.send(ask(solver, entry, question)).is_ok()
                {
                }
            });
        }
        drop(reports);
        let mut out = io::stdout().lock();
        for report in done {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        }
        Ok(())
    })
}

/// What becomes of one level. One that is wrong has a report as well.
fn ask(solver: &Solver, entry: &Entry, question: &Question) -> Report {
    let level = match &entry.level {
        Ok(level) => level,
        Err(problems) => return Report::invalid(entry, problems.to_string()),
    };
    match solver.solve(level, question) {
        Ok(answer) => Report::of(level, &answer).with_entry(entry),
        Err(error) => Report::invalid(entry, error.to_string()),
    }
}
