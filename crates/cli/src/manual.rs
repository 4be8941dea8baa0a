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
    let mut all = Arguments::command().disable_help_subcommand(true);
    all.build();
    pages(&all, dir)?;
    Ok(exit::DONE)
}

/// The page of a command and those of the commands below it.
fn pages(command: &clap::Command, dir: &Path) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        pages(below, dir)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    files::whole(&dir.join(page.get_filename()), |file| {
        page.render(&mut { file }).map(|()| ((), true))
    })
}
