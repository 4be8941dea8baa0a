//! `kuraban convert`.

use std::io::{self, Write};

use kuraban::{Dialect, Report, Writer};
use serde::Serialize;

use crate::args::Convert;
use crate::input::{self, Next};
use crate::words::count;
use crate::{diagnose, exit, files, interrupt, write_json};

#[derive(Serialize)]
struct Converted<'a> {
    status: &'static str,
    index: usize,
    title: Option<&'a str>,
    dialect: &'static str,
    text: &'a str,
}

pub(crate) fn run(command: &Convert, out: &mut impl Write) -> io::Result<u8> {
    let path = command.output.as_deref().filter(|path| !files::is_dash(path));
    let Some(path) = path else { return convert(command, out) };
    interrupt::ends();
    files::whole(path, |file| {
        let code = convert(command, file)?;
        let keep = code == exit::DONE;
        if !keep {
            eprintln!(
                "note: not every level could be converted: `{}` is not written",
                path.display()
            );
        }
        Ok((code, keep))
    })
}

/// Converts all levels; tells the exit code.
fn convert(command: &Convert, out: &mut dyn Write) -> io::Result<u8> {
    let options = kuraban::WriteOptions { rle: command.rle, alone: command.json };
    let mut writer = Writer::new(command.to, options);
    let mut worst = exit::DONE;
    let mut begun = false;
    let mut left_out = 0;
    input::each(&command.files, &command.input, |item| {
        let mut refuse = |out: &mut dyn Write, message: String| -> io::Result<()> {
            worst = exit::INVALID;
            if command.json {
                let mut out = out;
                write_json(&mut out, &Report::invalid(&item.entry, message))?;
            }
            Ok(())
        };
        let level = match &item.entry.level {
            Ok(level) => level,
            Err(problems) => {
                refuse(out, problems.to_string())?;
                eprint!("{}", diagnose::problems(item.file, &item.entry));
                return Ok(Next::Go);
            }
        };
        let silent = item.entry.notes.is_empty() && item.entry.games.is_empty();
        left_out += usize::from(command.to == Dialect::Slc && !silent);
        match writer.write(&item.entry, level, &[]) {
            Ok(text) if command.json => {
                let mut out = &mut *out;
                let title = item.entry.title.as_deref();
                let dialect = command.to.name();
                let index = item.entry.index;
                write_json(
                    &mut out,
                    &Converted { status: "ok", index, title, dialect, text: &text },
                )?;
            }
            Ok(text) => {
                if !begun {
                    out.write_all(writer.begin(item.preamble).as_bytes())?;
                    begun = true;
                }
                out.write_all(text.as_bytes())?;
            }
            Err(error) => {
                refuse(out, error.to_string())?;
                eprintln!("error: {}, level {}: {error}", item.file, item.entry.index);
            }
        }
        Ok(Next::Go)
    })?;
    if begun {
        out.write_all(writer.end().as_bytes())?;
    }
    if left_out > 0 {
        eprintln!(
            "note: `slc` holds neither notes nor solutions: those of {} are left out",
            count(left_out, "level")
        );
    }
    Ok(worst)
}
