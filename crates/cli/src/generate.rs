//! Completion scripts and man pages, from the same definition as the help texts.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Arguments;
use crate::exit;

pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> u8 {
    clap_complete::generate(shell, &mut Arguments::command(), "kuraban", out);
    exit::DONE
}

pub(crate) fn man(dir: &Path) -> io::Result<u8> {
    fs::create_dir_all(dir)?;
    clap_mangen::generate_to(Arguments::command(), dir)?;
    Ok(exit::DONE)
}
