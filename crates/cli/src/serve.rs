//! `kuraban serve`.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use kuraban_web::ServeOptions;

use crate::args::Serve;
use crate::exit;
use crate::say::tell;

/// Serves the page until it is interrupted; its address is the only thing on standard output.
pub(crate) fn run(command: &Serve, out: &mut impl Write) -> io::Result<u8> {
    let options = ServeOptions {
        port: command.port,
        solver: command.solver.clone(),
        files: command.files.clone(),
        ..ServeOptions::default()
    };
    let mut told = Ok(());
    kuraban_web::serve(options, |address| {
        let url = format!("http://{address}/");
        told = writeln!(out, "{url}").and_then(|()| out.flush());
        if command.open && !open(&url) {
            tell!("no browser could be opened; the page is at {url}");
        }
    })?;
    told?;
    Ok(exit::DONE)
}

/// Asks the desktop to open an address.
fn open(url: &str) -> bool {
    let openers: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["explorer"],
        _ => &["xdg-open", "sensible-browser"],
    };
    openers.iter().any(|opener| {
        let mut command = Command::new(opener);
        command.arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}
