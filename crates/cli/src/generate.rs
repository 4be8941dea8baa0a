//! Completion scripts and man pages, from the same definition as the help texts.

use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Arguments;
use crate::{exit, files};

pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> io::Result<u8> {
    // Into memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "kuraban", &mut script);
    out.write_all(&script)?;
    Ok(exit::DONE)
}

pub(crate) fn man(dir: &Path) -> io::Result<u8> {
    files::folder(dir)?;
    let fail = |error| files::cannot_write(&format!("to `{}`", dir.display()), &error);
    clap_mangen::generate_to(Arguments::command(), dir).map_err(fail)?;
    Ok(exit::DONE)
}
