//! Tasks of the project that are more than one cargo command.
//!
//! `cargo xtask test` is everything that must hold before a change lands.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a task talks to its user"
)]

mod docs;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const USAGE: &str = "cargo xtask TASK

  test         format, lints, all tests, documentation, acceptance cases, browser tests
  test --fast  the same without acceptance cases and browser tests
  docs         write the tables in docs/ again
  docs --check tell whether they are up to date";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(true),
        ["test", "--fast"] => test(false),
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
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
        .into()
}

fn test(whole: bool) -> Result<(), String> {
    let started = Instant::now();
    cargo("format", &["fmt", "--all", "--check"], &[])?;
    cargo(
        "lints",
        &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
        &[],
    )?;
    cargo("tests", &["test", "--workspace", "--quiet"], &[])?;
    cargo(
        "documentation",
        &["doc", "--workspace", "--no-deps", "--quiet"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    )?;
    cargo("release build", &["build", "--release", "--quiet"], &[])?;
    if whole {
        acceptance()?;
        browser()?;
    }
    println!("everything holds ({:.0} s)", started.elapsed().as_secs_f64());
    Ok(())
}

/// The acceptance cases, where they lie beside the project.
fn acceptance() -> Result<(), String> {
    let cases = root().join("../shared/acceptance/run.py");
    if !cases.is_file() {
        println!("acceptance cases: skipped, there is no {}", cases.display());
        return Ok(());
    }
    let binary = target().join("release/kuraban");
    let mut command = Command::new("python3");
    command.arg(cases).arg(binary).args(["--time", "60s"]);
    run("acceptance cases", &mut command)
}

/// The page in a real browser; the script installs what is missing.
fn browser() -> Result<(), String> {
    let script = root().join("crates/web/tests/run.sh");
    if !script.is_file() {
        return Ok(());
    }
    run("browser tests", Command::new("bash").arg(script).current_dir(root()))
}

pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn cargo(
    what: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Result<(), String> {
    let mut command =
        Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).envs(variables.iter().copied()).current_dir(root());
    run(what, &mut command)
}

fn run(what: &str, command: &mut Command) -> Result<(), String> {
    println!("== {what}");
    let started = Instant::now();
    let status = command.status().map_err(|error| format!("{what}: {error}"))?;
    if !status.success() {
        return Err(format!("{what}: failed"));
    }
    println!("== {what}: {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}
