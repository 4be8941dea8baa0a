//! Asking level after level: a bad level never ends a run, and an interrupt tells what is known.

use std::io::{self, Write};

use kuraban::{Cancel, Level, Report};

use crate::args::Input;
use crate::input::{self, Item, Next};
use crate::{diagnose, exit, interrupt, write_json};

/// Calls `ask` for every level that is wanted, in order; what is no level gets its own answer.
/// The exit code is the worst of all.
pub(crate) fn each<W: Write>(
    (files, input, json): (&[String], &Input, bool),
    out: &mut W,
    mut ask: impl FnMut(&Item<'_>, &Level, &Cancel, &mut W) -> io::Result<u8>,
) -> io::Result<u8> {
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    let mut worst = exit::DONE;
    input::each(files, input, |item| {
        let code = match &item.entry.level {
            Ok(level) => ask(item, level, &cancel, out)?,
            Err(problems) => {
                refuse(item, json, problems.to_string(), out)?;
                eprint!("{}", diagnose::problems(item.file, &item.entry));
                exit::INVALID
            }
        };
        worst = worst.max(code);
        if cancel.is_cancelled() {
            worst = worst.max(exit::LIMIT);
            return Ok(Next::Stop);
        }
        Ok(Next::Go)
    })?;
    Ok(worst)
}

/// Answers that there is no answer, for programs; people are told on standard error.
pub(crate) fn refuse(
    item: &Item<'_>,
    json: bool,
    reason: String,
    out: &mut impl Write,
) -> io::Result<()> {
    if json {
        let mut report = Report::invalid(&item.entry, reason);
        report.file = item.file_name();
        write_json(out, &report)?;
    }
    out.flush()
}
