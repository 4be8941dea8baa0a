//! `kuraban sat` and `kuraban check-certificate`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use kuraban::sat::{self, Backend, Encoding, Files, Planner, SatError, Trust};
use kuraban::{Answer, Cancel, Entry, Level, Report, SatReport, Status, output};
use serde::Serialize;

use crate::args::Sat;
use crate::input::{self, Next};
use crate::watch::Watch;
use crate::{diagnose, exit, interrupt, write_json};

pub(crate) fn run(command: &Sat, out: &mut impl Write) -> io::Result<u8> {
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    let mut code = exit::DONE;
    input::each(std::slice::from_ref(&command.file), &command.input_format, |item| {
        let mut refuse = |out: &mut dyn Write, message: String| -> io::Result<Next> {
            code = exit::INVALID;
            if command.json {
                let mut out = out;
                write_json(&mut out, &Report::invalid(&item.entry, message))?;
            } else if item.entry.level.is_ok() {
                eprintln!("error: {}: {message}", item.file);
            }
            Ok(Next::Stop)
        };
        let level = match &item.entry.level {
            Ok(level) => level,
            Err(problems) => {
                eprint!("{}", diagnose::problems(item.file, &item.entry));
                return refuse(out, problems.to_string());
            }
        };
        if item.several {
            return refuse(
                out,
                "the file holds several levels: say which with --level".into(),
            );
        }
        let done = match command.bound {
            Some(bound) => export(command, level, bound, out),
            None => plan(command, &item.entry, level, &cancel, out)?,
        };
        match done {
            Ok(worst) => code = worst,
            Err(error) => return refuse(out, error.to_string()),
        }
        if cancel.is_cancelled() {
            code = code.max(exit::LIMIT);
        }
        Ok(Next::Stop)
    })?;
    Ok(code)
}

fn encoding(command: &Sat) -> Encoding {
    let by_flag = if command.optimize { Encoding::Move } else { Encoding::Basic };
    command.encoding.unwrap_or(by_flag)
}

fn plan(
    command: &Sat,
    entry: &Entry,
    level: &Level,
    cancel: &Cancel,
    out: &mut impl Write,
) -> io::Result<Result<u8, SatError>> {
    let by_default = |given: &Option<PathBuf>, name: &str| {
        given.clone().or_else(|| command.solver.is_some().then(|| name.into()))
    };
    let planner = Planner {
        encoding: encoding(command),
        max_steps: command.maxsteps,
        any: command.any,
        solver: command.solver.clone().map_or(Backend::Embedded, Backend::External),
        files: Files {
            input: by_default(&command.input, "solver_input.cnf"),
            output: by_default(&command.output, "solver_output.cnf"),
            readable: command.readable.clone(),
        },
    };
    let trust = if command.strict { Trust::Strict } else { Trust::Standard };
    let certificate = command.certificate.as_deref().map(|folder| (folder, trust));
    let start = Instant::now();
    let mut watch = Watch::new("sat", false, command.limits().time);
    let asked = sat::plan(
        &planner,
        level,
        certificate,
        (command.limits(), cancel),
        &move || start.elapsed(),
        &mut watch,
    );
    watch.finish();
    let (answer, outcome) = match asked {
        Ok(done) => done,
        Err(error) => return Ok(Err(error)),
    };
    if command.json {
        let mut report = Report::new(entry, level, &answer);
        report.sat = Some(SatReport::new(&planner, &outcome));
        write_json(out, &report)?;
    } else if let Some(solution) = &answer.solution {
        for line in output::plan(level, solution) {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    if !command.json && !command.quiet {
        for note in &outcome.notes {
            eprintln!("note: {note}");
        }
        eprintln!("{}", summary(command, &answer, outcome.calls.len()));
    }
    Ok(Ok(match answer.status {
        Status::Solved => exit::DONE,
        Status::Error(_) => exit::BUG,
        _ => exit::LIMIT,
    }))
}

fn summary(command: &Sat, answer: &Answer, calls: usize) -> String {
    let seconds = answer.elapsed.as_secs_f64();
    let took = format!("({calls} calls of the SAT solver, {seconds:.3} s)");
    match (&answer.status, &answer.solution, answer.reason) {
        (Status::Error(message), ..) => format!("bug: {message}"),
        (_, Some(solution), _) if solution.steps().is_empty() => {
            "already solved".to_owned()
        }
        (_, Some(solution), _) => {
            let figures = solution.figures();
            let proved = match answer.optimal.as_slice() {
                [] => String::new(),
                [claim, ..] => format!("; proved least: {}", claim.name()),
            };
            let (moves, pushes) = (figures.moves, figures.pushes);
            format!("a plan of {moves} steps (of which {pushes} pushes){proved} {took}")
        }
        (_, None, Some("steps")) => format!(
            "not solvable within the given maximum number of steps, {}; longer plans were not \
             looked for {took}",
            command.maxsteps
        ),
        (_, None, reason) => {
            format!("no plan found: stopped by {} {took}", reason.unwrap_or("a limit"))
        }
    }
}

/// Writes a formula without solving it; to standard output where no file is named.
fn export(
    command: &Sat,
    level: &Level,
    bound: u32,
    out: &mut impl Write,
) -> Result<u8, SatError> {
    let facts = sat::Facts::new(level);
    let encoded = encoding(command).write(level, &facts, bound, &[]);
    let formula = encoded.formula();
    let to_file = |path: &Path, write: &dyn Fn(&mut dyn Write) -> io::Result<()>| {
        let fail = |error| SatError::Write { path: path.into(), error };
        let mut file = BufWriter::new(File::create(path).map_err(fail)?);
        write(&mut file).and_then(|()| file.flush()).map_err(fail)
    };
    if let Some(path) = &command.input {
        to_file(path, &|mut file| sat::write::dimacs(formula, &mut file))?;
    }
    if let Some(path) = &command.readable {
        to_file(path, &|mut file| sat::write::readable(formula, &mut file))?;
    }
    if command.input.is_none() && command.readable.is_none() {
        let fail = |error| SatError::Write { path: "standard output".into(), error };
        sat::write::dimacs(formula, out).map_err(fail)?;
    }
    Ok(exit::DONE)
}

#[derive(Serialize)]
struct CheckedJson {
    valid: bool,
    reason: Option<String>,
    measure: Option<String>,
    least: Option<u32>,
    trust: Option<String>,
    plan: Option<String>,
    proof_lines: Option<usize>,
}

pub(crate) fn check(dir: &Path, json: bool, out: &mut impl Write) -> io::Result<u8> {
    match sat::check(dir) {
        Ok(checked) => {
            let lines = checked.formulas.iter().map(|(_, _, lines)| lines).sum();
            let measure = format!("{:?}", checked.measure).to_lowercase();
            let trust = format!("{:?}", checked.trust).to_lowercase();
            if json {
                write_json(
                    out,
                    &CheckedJson {
                        valid: true,
                        reason: None,
                        measure: Some(measure),
                        least: Some(checked.least),
                        trust: Some(trust),
                        plan: Some(checked.plan.lurd()),
                        proof_lines: Some(lines),
                    },
                )?;
            } else {
                writeln!(out, "{}", checked.plan.lurd())?;
                out.flush()?;
                eprintln!(
                    "the certificate holds: no plan has fewer than {} {measure} \
                     ({} formulas, {lines} lines of proof, trust: {trust})",
                    checked.least,
                    checked.formulas.len()
                );
            }
            Ok(exit::DONE)
        }
        Err(error) => {
            if json {
                write_json(
                    out,
                    &CheckedJson {
                        valid: false,
                        reason: Some(error.to_string()),
                        measure: None,
                        least: None,
                        trust: None,
                        plan: None,
                        proof_lines: None,
                    },
                )?;
            }
            eprintln!("error: {}: {error}", dir.display());
            Ok(exit::INVALID)
        }
    }
}
