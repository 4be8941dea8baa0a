//! `kuraban`: the command line.
//!
//! Arguments in, reports out. Answers go to standard output, everything else to standard error.

mod animate;
mod answers;
mod args;
mod batch;
mod bench;
mod convert;
mod csv;
mod diagnose;
mod difficulty;
mod draw;
mod engines;
mod files;
mod generate;
mod given;
mod hint;
mod input;
mod interrupt;
mod lint;
mod manual;
mod named;
mod optimise;
mod pick;
mod plan;
mod sat;
mod say;
mod serve;
mod show;
mod solutions;
mod solve;
mod stats;
mod stream;
mod tips;
mod verify;
mod watch;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use args::{Arguments, Command};
use clap::Parser;
use say::tell;

/// Exit codes, from best to worst.
pub(crate) mod exit {
    /// Solved, or everything asked for was done.
    pub(crate) const DONE: u8 = 0;
    /// Proved unsolvable; or, for `verify`, unfinished.
    pub(crate) const UNSOLVABLE: u8 = 1;
    /// Stopped by a limit, or gave up.
    pub(crate) const LIMIT: u8 = 2;
    /// Bad input or usage, or a place that cannot be written to.
    pub(crate) const INVALID: u8 = 3;
    /// A bug.
    pub(crate) const BUG: u8 = 4;
    /// Trying again, perhaps elsewhere, may help (`EX_TEMPFAIL`).
    pub(crate) const TEMPORARY: u8 = 75;
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(mut error) => {
            tips::add(&mut error);
            let code = if error.use_stderr() { exit::INVALID } else { exit::DONE };
            // Nothing is left to be done where even this cannot be printed.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let out = files::Named::new(io::stdout().lock(), "to standard output");
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    let result = run(arguments, &mut out).and_then(|code| out.flush().map(|()| code));
    match result {
        Ok(code) => ExitCode::from(code),
        // Whoever reads has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::from(exit::DONE)
        }
        Err(error) => {
            tell!("error: {error}");
            ExitCode::from(exit::INVALID)
        }
    }
}

fn run(arguments: Arguments, out: &mut impl Write) -> io::Result<u8> {
    match arguments.command {
        Command::Solve(command) => solve::run(&command, out),
        Command::Optimise(command) => optimise::run(&command, out),
        Command::Draw(command) => draw::run(&command, out),
        Command::Animate(command) => animate::run(&command, out),
        Command::Show(command) => show::run(&command, out),
        Command::Convert(command) => convert::run(&command, out),
        Command::Verify(command) => verify::run(&command, out),
        Command::Hint(command) => hint::run(&command, out),
        Command::Lint(command) => lint::run(&command, out),
        Command::Stats(command) => stats::run(&command, out),
        Command::Metrics(command) => verify::metrics(&command, out),
        Command::Sat(command) => sat::run(&command, out),
        Command::CheckCertificate { dir, json } => sat::check(&dir, json, out),
        Command::Bench(command) => bench::run(&command, out),
        Command::Batch(command) => batch::run(&command, out),
        Command::Generate(command) => generate::run(&command, out),
        Command::Serve(command) => serve::run(&command, out),
        Command::Engines(command) => engines::run(&command, out),
        Command::Completions { shell } => manual::completions(shell, out),
        Command::Man { dir } => manual::man(&dir),
    }
}

/// The commit that the program was built from.
pub(crate) fn commit() -> Option<&'static str> {
    let version = env!("KURABAN_VERSION");
    let inside = version.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    inside.map(|(commit, _)| commit)
}

/// Writes one JSON object on a line of its own.
pub(crate) fn write_json(
    out: &mut impl Write,
    object: &impl serde::Serialize,
) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}
