//! The program as tests run it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(crate) const LEVEL: &str = "######\n#@ $.#\n######\n";

pub(crate) fn kuraban() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kuraban"));
    command.env("NO_COLOR", "1");
    command
}

/// Runs with `input` on standard input.
pub(crate) fn run(arguments: &[&str], input: &str) -> Output {
    feed(kuraban().args(arguments).stdout(Stdio::piped()), input)
}

/// Runs a command with `input` on standard input.
pub(crate) fn feed(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may be done before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}
