//! `kuraban batch`: levels by the million. The crate `batch` does it; here it gets a face.

pub(crate) mod args;
mod in_words;
mod progress;
mod work;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use kuraban::machine_threads;
use kuraban_batch::{ActionSet, Error, Export, Run, Table};

use crate::say::tell;
use crate::words::grouped;
use crate::{exit, files, interrupt, write_json};
use args::{Batch, New, Work};

pub(crate) fn run(command: &Batch, out: &mut impl Write) -> io::Result<u8> {
    interrupt::outlive_file_limit();
    let done = match command {
        Batch::Start { new, work, export, actions } => {
            start(new, work, export.as_deref(), *actions, out)
        }
        Batch::New(new) => {
            work::make(new, machine_threads(), &work::stops()).map(|run| {
                tell!("{}", in_words::made(&run));
                exit::DONE
            })
        }
        Batch::Run { run, work } => Run::open(run)
            .map_err(Failed::from)
            .and_then(|run| work::work(&run, work, &work::stops(), out)),
        Batch::Shard { run, part, threads, sync, isolate } => {
            let options = work::options(usize::from(*threads), *sync, *isolate);
            options.and_then(|options| work::shard(run, *part, options, out))
        }
        Batch::Worker => {
            let levels = io::BufReader::new(io::stdin());
            kuraban_batch::serve(levels, out).map(|()| exit::DONE).map_err(Failed::from)
        }
        Batch::Status { run, json, missing } => status(run, *json, *missing, out),
        Batch::Again { run, filter, limits, part_size } => {
            work::again(run, filter, limits, *part_size)
        }
        Batch::Check { run, replay, mend, json } => {
            check(run, (*replay, *mend), *json, out)
        }
        Batch::Export(command) => export(command, out),
        Batch::Stats { run, json, plots } => stats(run, *json, plots.as_deref(), out),
        Batch::Merge { runs, output } => merge(runs, output),
    };
    match done {
        Ok(code) => Ok(code),
        Err(Failed::Out(error)) => Err(error),
        Err(Failed::Batch(error @ Error::Stopped)) => {
            tell!("{error}");
            Ok(exit::LIMIT)
        }
        Err(Failed::Batch(error)) => {
            tell!("error: {error}");
            Ok(match error {
                Error::Damaged { .. } => exit::BUG,
                _ if error.is_temporary() => exit::TEMPORARY,
                _ => exit::INVALID,
            })
        }
    }
}

/// Why a command ends early.
pub(crate) enum Failed {
    /// Something about the run.
    Batch(Error),
    /// Standard output.
    Out(io::Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Batch(error)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Out(error)
    }
}

/// Makes a run and works on it; then the table, if one is wanted.
fn start(
    new: &New,
    work: &Work,
    table: Option<&Path>,
    actions: Option<ActionSet>,
    out: &mut impl Write,
) -> Result<u8, Failed> {
    // A name that says no table is refused before the work.
    table.map(Table::of).transpose()?;
    let code = work::start(new, work, out)?;
    let run = Run::open(&new.run)?;
    if let Some(table) = table
        && matches!(code, exit::DONE | exit::BUG)
        && run.missing()?.is_empty()
    {
        let mut export = Export::default();
        export.actions = actions;
        write_table(&run, table, &export)?;
    }
    Ok(code)
}

fn status(
    run: &Path,
    json: bool,
    missing: bool,
    out: &mut impl Write,
) -> Result<u8, Failed> {
    let run = Run::open(run)?;
    if missing {
        for part in run.missing()? {
            writeln!(out, "{part}")?;
        }
        return Ok(exit::DONE);
    }
    let status = run.status()?;
    if json {
        write_json(out, &status)?;
    } else {
        out.write_all(in_words::status(&run, &status).as_bytes())?;
    }
    Ok(exit::DONE)
}

fn check(
    run: &Path,
    (replay, mend): (bool, bool),
    json: bool,
    out: &mut impl Write,
) -> Result<u8, Failed> {
    let run = Run::open(run)?;
    let checked = if mend { run.mend(replay)? } else { run.check(replay)? };
    if json {
        write_json(out, &checked)?;
    } else {
        for fault in &checked.faults {
            writeln!(out, "{fault}")?;
        }
        writeln!(out, "{}", in_words::checked(&run, &checked, replay))?;
    }
    Ok(match (checked.faults.is_empty() || mend, checked.missing + checked.mended) {
        (false, _) => exit::BUG,
        (true, 0) => exit::DONE,
        (true, _) => exit::LIMIT,
    })
}

fn export(command: &args::Export, out: &mut impl Write) -> Result<u8, Failed> {
    let run = Run::open(&command.run)?;
    let mut export = Export::default();
    export.filter.clone_from(&command.filter);
    export.columns.clone_from(&command.columns);
    (export.actions, export.per) = (command.actions, command.per);
    if files::is_dash(&command.output) {
        // Through memory: standard output belongs to this thread.
        let mut table = Vec::new();
        run.export_to(&mut table, Table::Jsonl, &export)?;
        out.write_all(&table)?;
        return Ok(exit::DONE);
    }
    write_table(&run, &command.output, &export)?;
    Ok(exit::DONE)
}

fn write_table(run: &Run, path: &Path, export: &Export) -> Result<(), Failed> {
    let rows = run.export(path, export)?;
    tell!("{} rows in `{}`", grouped(rows), path.display());
    Ok(())
}

fn stats(
    run: &Path,
    json: bool,
    plots: Option<&Path>,
    out: &mut impl Write,
) -> Result<u8, Failed> {
    let stats = Run::open(run)?.stats()?;
    if let Some(folder) = plots {
        fs::create_dir_all(folder).map_err(|error| {
            files::cannot_write(&format!("`{}`", folder.display()), &error)
        })?;
        for (name, plot) in stats.plots() {
            files::whole(&folder.join(name), |file| {
                file.write_all(plot.as_bytes()).map(|()| ((), true))
            })?;
        }
    }
    if json {
        write_json(out, &stats)?;
    } else {
        out.write_all(in_words::stats(&stats).as_bytes())?;
    }
    Ok(exit::DONE)
}

fn merge(runs: &[std::path::PathBuf], output: &Path) -> Result<u8, Failed> {
    let runs: Vec<Run> = runs.iter().map(Run::open).collect::<Result<_, _>>()?;
    let merged = Run::merge(output, &runs)?;
    tell!("{}", in_words::made(&merged));
    Ok(exit::DONE)
}
