//! `kuraban convert`.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use kuraban::{Report, Writer};
use serde::Serialize;

use crate::args::Convert;
use crate::input::{self, Next};
use crate::{diagnose, exit, write_json};

#[derive(Serialize)]
struct Converted<'a> {
    index: usize,
    title: Option<&'a str>,
    dialect: &'static str,
    text: &'a str,
}

pub(crate) fn run(command: &Convert, out: &mut impl Write) -> io::Result<u8> {
    match &command.output {
        Some(path) => {
            let file = File::create(path).map_err(|error| {
                io::Error::other(format!("cannot write `{}`: {error}", path.display()))
            })?;
            let mut file = BufWriter::new(file);
            let code = convert(command, &mut file)?;
            file.flush()?;
            Ok(code)
        }
        None => convert(command, out),
    }
}

fn convert(command: &Convert, out: &mut dyn Write) -> io::Result<u8> {
    let options = kuraban::WriteOptions { rle: command.rle };
    let mut writer = Writer::new(command.to, options);
    let mut worst = exit::DONE;
    let mut begun = false;
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
        match writer.write(&item.entry, level, &[]) {
            Ok(text) if command.json => {
                let mut out = &mut *out;
                let title = item.entry.title.as_deref();
                let dialect = command.to.name();
                let index = item.entry.index;
                write_json(&mut out, &Converted { index, title, dialect, text: &text })?;
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
    Ok(worst)
}
