//! Asks about one level after another: a bad level never ends a run, and after an interrupt
//! what is known is still told.

use std::cell::Cell;
use std::io::{self, Write};

use kuraban::{Answer, Cancel, Level, Report, Status};

use crate::args::Input;
use crate::input::{self, Item, Next};
use crate::say::{self, tell};
use crate::words::heading;
use crate::{diagnose, exit, interrupt, write_json};

/// One level that is asked about.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) item: &'a Item<'a>,
    pub(crate) level: &'a Level,
    pub(crate) cancel: &'a Cancel,
    /// Whether the levels after it are not asked about.
    pub(crate) is_last: &'a Cell<bool>,
}

impl Asked<'_> {
    /// What is known of it, with what its file says.
    pub(crate) fn report(&self, answer: &Answer) -> Report {
        let mut report = Report::of(self.level, answer).with_entry(&self.item.entry);
        report.file = self.item.file_name();
        report
    }

    /// Heads its answer where there are several.
    pub(crate) fn head(&self, out: &mut impl Write) -> io::Result<()> {
        let entry = &self.item.entry;
        if self.item.several {
            writeln!(out, "{}", heading(entry.index, entry.title.as_deref()))?;
        }
        Ok(())
    }

    /// Tells programs and people that the level could not be asked about.
    pub(crate) fn refuse(
        &self,
        json: bool,
        why: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        refuse(self.item, json, why.to_owned(), out)?;
        tell!("error: {}: {why}", self.item.file);
        Ok(())
    }

    /// Tells people what is wrong for all levels alike, once; nothing more is asked.
    pub(crate) fn refuse_all(&self, why: &str, out: &mut impl Write) -> io::Result<u8> {
        self.refuse(false, why, out)?;
        self.is_last.set(true);
        Ok(exit::INVALID)
    }
}

/// The exit code of an answer.
pub(crate) fn code(answer: &Answer) -> u8 {
    match &answer.status {
        Status::Solved => exit::DONE,
        Status::Unsolvable => exit::UNSOLVABLE,
        Status::Limit => exit::LIMIT,
        _ => exit::BUG,
    }
}

/// Calls `ask` for every wanted level, in order; a text that is no level gets an answer
/// too. The exit code is the worst of all.
pub(crate) fn each<W: Write>(
    (files, input, json): (&[String], &Input, bool),
    out: &mut W,
    mut ask: impl FnMut(Asked<'_>, &mut W) -> io::Result<u8>,
) -> io::Result<u8> {
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    let is_last = Cell::new(false);
    let mut worst = exit::DONE;
    input::each(files, input, |item| {
        let code = match &item.entry.level {
            Ok(level) => {
                ask(Asked { item, level, cancel: &cancel, is_last: &is_last }, out)?
            }
            Err(problems) => {
                refuse(item, json, problems.to_string(), out)?;
                say::text(&diagnose::problems(item.file, &item.entry));
                exit::INVALID
            }
        };
        worst = worst.max(code);
        let is_over = cancel.is_cancelled() || is_last.get();
        Ok(if is_over { Next::Stop } else { Next::Go })
    })?;
    if cancel.is_cancelled() {
        worst = worst.max(exit::LIMIT);
    }
    Ok(worst)
}

/// Writes for programs that there is no answer; standard error tells people.
fn refuse(
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
