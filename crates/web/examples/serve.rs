//! Serves the page for the browser tests: prints the URL, and stops on Ctrl-C or SIGTERM.
//! `PORT`, `SOLVER` and `FILES` in the environment are `kuraban serve`'s options.

use std::io::{self, Write};

use kuraban_web::{ServeOptions, serve};

fn main() -> io::Result<()> {
    let path = |name| std::env::var_os(name).map(Into::into);
    let port = std::env::var("PORT").ok().and_then(|port| port.parse().ok()).unwrap_or(0);
    let options = ServeOptions {
        port,
        solver: path("SOLVER"),
        files: path("FILES"),
        ..ServeOptions::default()
    };
    serve(options, |address| {
        let mut out = io::stdout().lock();
        // Nobody may be reading; the server is of use all the same.
        let _ = writeln!(out, "http://{address}").and_then(|()| out.flush());
    })
}
