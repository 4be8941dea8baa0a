//! `kuraban convert`.

use std::io::{self, Write};

use kuraban::{Report, Style, Writer};
use serde::Serialize;

use crate::args::Convert;
use crate::input::{self, Next};
use crate::say::{self, tell};
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
            tell!(
                "note: not every level could be converted: `{}` is not written",
                path.display()
            );
        }
        Ok((code, keep))
    })
}

/// Converts all levels; tells the exit code.
fn convert(command: &Convert, out: &mut dyn Write) -> io::Result<u8> {
    let (dialect, style) = command.to;
    let style = if command.rle { Style::Rle } else { style };
    let options = kuraban::WriteOptions { style, alone: command.json };
    let mut writer = Writer::new(dialect, options);
    let mut worst = exit::DONE;
    let mut begun = false;
    let mut left_out = (0, "");
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
                say::text(&diagnose::problems(item.file, &item.entry));
                return Ok(Next::Go);
            }
        };
        if let Some(what) = writer.leaves_out(&item.entry) {
            left_out = (left_out.0 + 1, what);
        }
        match writer.write(&item.entry, level, &[]) {
            Ok(text) if command.json => {
                let mut out = &mut *out;
                let title = item.entry.title.as_deref();
                let dialect = dialect.name();
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
                tell!("error: {}, level {}: {error}", item.file, item.entry.index);
            }
        }
        Ok(Next::Go)
    })?;
    if begun {
        out.write_all(writer.end().as_bytes())?;
    }
    if let (levels @ 1.., what) = left_out {
        let (levels, to) = (count(levels, "level"), name(command));
        tell!("note: `{to}` holds {what}: those of {levels} are left out");
    }
    Ok(worst)
}

/// What is written, as it was asked for.
fn name(command: &Convert) -> &'static str {
    let (dialect, style) = command.to;
    let named = Style::NAMED.into_iter().find(|&(known, _)| known == style);
    named.map_or(dialect.name(), |(_, name)| name)
}
