//! `kuraban sat` and `kuraban check-certificate`.

mod certificate;
mod export;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use kuraban::sat::{self, Backend, Encoding, Files, Planner, SatError, Trust};
use kuraban::{Report, SatReport, Status, output};

pub(crate) use certificate::check;

use crate::answers::{self, Asked};
use crate::args::Sat;
use crate::input::Item;
use crate::say::{self, tell};
use crate::watch::Watch;
use crate::words::{bounds, count, stopped};
use crate::{diagnose, exit, files, write_json};
use export::is_dash;

pub(crate) fn run(command: &Sat, out: &mut impl Write) -> io::Result<u8> {
    let files = std::slice::from_ref(&command.file);
    answers::each((files, &command.input_format, command.json), out, |asked, out| {
        one(command, asked, out)
    })
}

fn one(command: &Sat, asked: Asked<'_>, out: &mut impl Write) -> io::Result<u8> {
    let planner = planner(command);
    let done = match (refusal(command, asked.item, &planner), command.bound) {
        (Err(error), _) => Err(error),
        (_, Some(bound)) => export::run(command, (asked, bound), &planner, out)?,
        (_, None) => plan(command, asked, &planner, out)?,
    };
    match done {
        Ok(code) => Ok(code),
        Err(error) => {
            asked.refuse(command.json, &error.to_string(), out)?;
            Ok(if error.is_fault() { exit::BUG } else { exit::INVALID })
        }
    }
}

fn planner(command: &Sat) -> Planner {
    let by_flag = if command.optimize { Encoding::Move } else { Encoding::Basic };
    let by_default = |given: &Option<PathBuf>, name: &str| {
        given.clone().or_else(|| command.solver.is_some().then(|| name.into()))
    };
    Planner {
        encoding: command.encoding.unwrap_or(by_flag),
        max_steps: command.maxsteps,
        any: command.any,
        solver: backend(command),
        files: Files {
            input: by_default(&command.input, "solver_input.cnf"),
            output: by_default(&command.output, "solver_output.cnf"),
            readable: command.readable.clone(),
        },
    }
}

fn backend(command: &Sat) -> Backend {
    #[cfg(feature = "cadical")]
    if command.cadical {
        return Backend::Cadical;
    }
    command.solver.clone().map_or(Backend::Embedded, Backend::External)
}

/// Why the planner does not start: the request would overwrite something, or is impossible.
fn refusal(command: &Sat, item: &Item<'_>, planner: &Planner) -> Result<(), SatError> {
    let refuse = |why: &str| Err(SatError::Usage(why.to_owned()));
    if item.several && (command.bound.is_some() || command.certificate.is_some()) {
        return refuse(
            "there are several levels, and --bound and --certificate are about one: say \
             which with --level",
        );
    }
    let Files { input, output, readable } = &planner.files;
    let dashes = [input, readable].into_iter().filter(|path| is_dash(path.as_deref()));
    match dashes.count() {
        _ if is_dash(output.as_deref()) || is_dash(command.certificate.as_deref()) => {
            return refuse("only formulas (-i, -r) can go to standard output");
        }
        0 => {}
        1 if command.bound.is_some() && !command.json => {}
        _ => {
            return refuse(
                "standard output takes one answer: `-` is for one formula with --bound and \
                 without --json",
            );
        }
    }
    let mut kept = Vec::new();
    if item.file != "-" {
        kept.push(("the level", Path::new(item.file)));
    }
    if let Some(folder) = &command.certificate {
        planner.files.refuse_inside(folder, &kept)?;
    }
    kept.extend(command.solver.as_deref().map(|path| ("the solver", path)));
    let named = |path: &Option<PathBuf>| path.clone().filter(|path| !is_dash(Some(path)));
    let files =
        Files { input: named(input), output: named(output), readable: named(readable) };
    files.refuse_clashes(&kept)?;
    files.check()?;
    command.certificate.as_deref().map_or(Ok(()), |folder| {
        files::can_hold(folder)
            .map_err(|error| SatError::Write { path: folder.into(), error })
    })
}

fn plan(
    command: &Sat,
    asked: Asked<'_>,
    planner: &Planner,
    out: &mut impl Write,
) -> io::Result<Result<u8, SatError>> {
    let Asked { item, level, cancel, .. } = asked;
    let trust = if command.strict { Trust::Strict } else { Trust::Standard };
    let certificate = command.certificate.as_deref().map(|folder| (folder, trust));
    let start = Instant::now();
    let mut watch = Watch::new(level, "sat", false, command.limits().time);
    let planned = sat::plan(
        planner,
        level,
        certificate,
        (command.limits(), cancel),
        &move || start.elapsed(),
        &mut watch,
    );
    watch.finish();
    let (answer, outcome) = match planned {
        Ok(done) => done,
        Err(error) => return Ok(Err(error)),
    };
    let mut report = asked.report(&answer);
    report.sat = Some(SatReport::new(planner, &outcome));
    if command.json {
        write_json(out, &report)?;
    } else {
        asked.head(out)?;
        if let Some(solution) = &answer.solution {
            for line in output::plan(level, solution) {
                writeln!(out, "{line}")?;
            }
        }
    }
    out.flush()?;
    if let Status::Error(message) = &answer.status {
        tell!("error: {}: {message}", item.file);
    } else if !command.json && !command.quiet {
        say::text(&diagnose::warnings(item.file, &item.entry));
        for note in &outcome.notes {
            tell!("note: {note}");
        }
        let level = if item.several {
            format!("level {}: ", item.entry.index)
        } else {
            String::new()
        };
        tell!("{level}{}", summary(planner, &report, outcome.calls.len()));
    }
    Ok(Ok(match answer.status {
        Status::Solved => exit::DONE,
        Status::Error(_) => exit::BUG,
        _ => exit::LIMIT,
    }))
}

/// One line for people: what is known, and what it took.
fn summary(planner: &Planner, report: &Report, calls: usize) -> String {
    let seconds = report.seconds;
    let took = format!("({} of the SAT solver, {seconds:.3} s)", count(calls, "call"));
    if let (Some(moves), Some(pushes)) = (report.moves, report.pushes) {
        if moves == 0 {
            return "already solved".to_owned();
        }
        let proved = match report.optimal.as_slice() {
            [] => String::new(),
            [claim, ..] => format!("; proved least: {claim}"),
        };
        let (moves, pushes) = (count(moves, "step"), count(pushes, "push"));
        return format!("a plan of {moves} (of which {pushes}){proved} {took}");
    }
    let bounds = bounds(report);
    let (most, unit) = (planner.max_steps, planner.encoding.unit());
    match report.reason.as_deref() {
        Some("steps") => format!(
            "not solvable within the given maximum number of {unit}, {most}; longer plans \
             were not looked for{bounds} {took}"
        ),
        Some(reason) => format!("no plan found: {}{bounds} {took}", stopped(reason)),
        None => format!("no plan found{bounds} {took}"),
    }
}
