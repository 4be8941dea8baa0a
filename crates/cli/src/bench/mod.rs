//! `kuraban bench`: every engine on every level, every solution replayed, everything recorded.

mod cactus;
mod record;

use std::io::{self, Write};
use std::time::Instant;

use kuraban::{Cancel, Report, Solver};

use crate::args::Bench;
use crate::input::{self, Next};
use crate::{diagnose, exit, files, interrupt};

/// The result of one engine on one level.
pub(crate) struct Row {
    pub(crate) file: String,
    pub(crate) engine: String,
    pub(crate) report: Report,
}

impl Row {
    pub(crate) fn is_solved(&self) -> bool {
        self.report.status == "solved"
    }

    /// Whether the question was answered: with a solution (that is proved least, where that was
    /// asked for) or with a proof that there is none.
    pub(crate) fn is_answered(&self, objective: &str) -> bool {
        let proved = objective == "any"
            || self.report.optimal.iter().any(|claim| claim == objective);
        self.report.status == "unsolvable" || (self.is_solved() && proved)
    }
}

pub(crate) fn run(command: &Bench, out: &mut impl Write) -> io::Result<u8> {
    if let Some(folder) = &command.out {
        files::folder(folder)?;
    }
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    let started = Instant::now();
    let mut rows = Vec::new();
    let mut code = exit::DONE;
    for engine in &command.engines {
        let solver = Solver::new(engine).map_err(io::Error::other)?;
        input::each(&command.files, &command.input, |item| {
            let Ok(level) = &item.entry.level else {
                eprint!("{}", diagnose::problems(item.file, &item.entry));
                code = exit::INVALID;
                return Ok(Next::Go);
            };
            let question = command.limits.question(command.objective, &cancel);
            let report = match solver.solve(level, &question) {
                Ok(answer) => Report::of(level, &answer).with_entry(&item.entry),
                Err(error) => Report::invalid(&item.entry, error.to_string()),
            };
            eprintln!(
                "{engine} {} {}: {} {:.3} s, {} expanded, {} pushes",
                item.file,
                item.entry.index,
                report.reason.as_deref().unwrap_or(&report.status),
                report.seconds,
                report.expanded,
                report.pushes.map_or("no".into(), |pushes| pushes.to_string()),
            );
            if report.status == "error" {
                code = code.max(exit::BUG);
            }
            if cancel.is_cancelled() {
                return Ok(Next::Stop);
            }
            rows.push(Row { file: item.file.to_owned(), engine: engine.clone(), report });
            Ok(Next::Go)
        })?;
        if cancel.is_cancelled() {
            code = code.max(exit::LIMIT);
            break;
        }
    }
    let objective = command.objective.name();
    let summary = record::summary(command, &rows, started.elapsed(), objective);
    out.write_all(summary.as_bytes())?;
    out.flush()?;
    if let Some(folder) = &command.out {
        for (name, text) in [
            ("results.csv", record::csv(&rows)),
            ("summary.md", summary),
            ("cactus.svg", cactus::plot(&rows, objective)),
        ] {
            files::whole(&folder.join(name), |file| {
                file.write_all(text.as_bytes()).map(|()| ((), true))
            })?;
        }
    }
    Ok(code)
}
