//! `kuraban sat --bound`: a formula is written, not solved.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use kuraban::sat::{self, Exported, Files, Form, Planner, SatError};
use kuraban::{Stop, identity};
use serde::Serialize;

use crate::answers::Asked;
use crate::args::Sat;
use crate::say::tell;
use crate::words::count;
use crate::{exit, files, words, write_json};

/// What `--json` tells of a formula that was written.
#[derive(Serialize)]
struct ExportedJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    index: usize,
    title: Option<&'a str>,
    id: String,
    status: &'static str,
    reason: Option<&'static str>,
    encoding: &'static str,
    bound: u32,
    variables: usize,
    clauses: usize,
    files: Vec<String>,
    seconds: f64,
}

/// Whether a file name stands for standard output.
pub(super) fn is_dash(path: Option<&Path>) -> bool {
    path.is_some_and(files::is_dash)
}

/// Writes to the files that are named; to standard output where none is, and no JSON either.
pub(super) fn run(
    command: &Sat,
    (asked, bound): (Asked<'_>, u32),
    planner: &Planner,
    out: &mut impl Write,
) -> io::Result<Result<u8, SatError>> {
    let Asked { item, level, cancel, .. } = asked;
    let Files { input, readable, .. } = &planner.files;
    let form = match (input.as_deref(), readable.as_deref()) {
        (None, None) => (!command.json).then_some(Form::Dimacs),
        (input, _) if is_dash(input) => Some(Form::Dimacs),
        (_, readable) if is_dash(readable) => Some(Form::Readable),
        _ => None,
    };
    let named = |path: &Option<PathBuf>| path.clone().filter(|path| !is_dash(Some(path)));
    let files = Files { input: named(input), output: None, readable: named(readable) };
    let planner = Planner { files, ..planner.clone() };
    let start = Instant::now();
    let exported = sat::export(
        &planner,
        (level, bound),
        form.map(|form| (form, &mut *out as &mut dyn Write)),
        (command.limits(), cancel),
        &move || start.elapsed(),
    );
    let exported = match exported {
        Ok(exported) => exported,
        // Whoever reads has seen enough.
        Err(SatError::Write { error, .. })
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            return Err(error);
        }
        Err(error) => return Ok(Err(error)),
    };
    let Exported { variables, clauses, written, stopped } = exported;
    let reason = stopped.map(Stop::name);
    if command.json {
        let object = ExportedJson {
            file: item.file_name(),
            index: item.entry.index,
            title: item.entry.title.as_deref(),
            id: identity::exact(level),
            status: if stopped.is_none() { "written" } else { "limit" },
            reason,
            encoding: planner.encoding.name(),
            bound,
            variables,
            clauses,
            files: written.iter().map(|path| path.display().to_string()).collect(),
            seconds: start.elapsed().as_secs_f64(),
        };
        write_json(out, &object)?;
    }
    out.flush()?;
    if !command.json && !command.quiet {
        let encoding = planner.encoding;
        match reason {
            None => tell!(
                "the formula of bound {bound}, encoding {encoding}: {}, {}; written, not \
                 solved",
                count(variables, "variable"),
                count(clauses, "clause")
            ),
            Some(reason) => tell!("not all written: {}", words::stopped(reason)),
        }
    }
    Ok(Ok(if stopped.is_none() { exit::DONE } else { exit::LIMIT }))
}
