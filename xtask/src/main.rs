//! Tasks of the project that are more than one cargo command.
//!
//! `cargo xtask test` is everything that must hold before a change lands.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a task talks to its user"
)]

mod dist;
mod docs;
mod pictures;
mod site;
mod test;
mod tools;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "cargo xtask TASK

  test         format, lints, all tests, documentation, acceptance cases, browser tests;
               a step that needs what is not installed and cannot be installed is skipped
    --fast     without acceptance cases, their release build, and browser tests
    --long     more kills of `batch` at random times; nodes and drivers of Ray killed; tables
               as Parquet tried without Python, too
    --strict   a step that cannot be taken for want of a program is a failure
    --skip-format  --skip-lints  --skip-tests  --skip-docs  --skip-acceptance  --skip-cadical
    --skip-parquet  --skip-deploy  --skip-python  --skip-interface  --skip-browser  --skip-site
               without that step
  dist         build what is handed out into target/packages: the program (static where rustup
               has the musl target), a Debian package, the wheel, checksums
    --check    then install each into a clean folder and try it
  site         build the page with no server into target/site: a folder for any file server
  docs         write the tables and pictures in docs/ again
  docs --check tell whether they are up to date";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", options @ ..] => match test::Options::read(options) {
            Ok(options) => test::test(&options),
            Err(word) => Err(format!("{word} is no option of test\n\n{USAGE}")),
        },
        ["dist"] => dist::dist(false),
        ["dist", "--check"] => dist::dist(true),
        ["site"] => site::site(),
        ["docs"] => docs::write(&root()),
        ["docs", "--check"] => docs::check(&root()),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
        .into()
}

pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that runs this, in the workspace's folder.
pub(crate) fn cargo() -> Command {
    let mut command =
        Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}
