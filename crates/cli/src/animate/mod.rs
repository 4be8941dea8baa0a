//! `kuraban animate`: a solution being played.

mod boards;
#[cfg(unix)]
mod keys;
#[cfg(unix)]
mod terminal;

#[cfg(unix)]
use std::io::IsTerminal;
use std::io::{self, Write};

use kuraban_draw::{Film, Style, solution};

use crate::answers::{self, Asked};
use crate::draw::args::Animate;
use crate::draw::form::{self, Form};
use crate::draw::{solved, title};
use crate::say::tell;
use crate::{exit, input};

const FORMS: [Form; 6] =
    [Form::Svg, Form::Gif, Form::Apng, Form::Png, Form::Html, Form::Text];
/// What does not move.
const STILL: [Form; 2] = [Form::Svg, Form::Png];

pub(crate) fn run(command: &Animate, out: &mut impl Write) -> io::Result<u8> {
    let allowed: &[Form] = if command.still { &STILL } else { &FORMS };
    let form = match Form::of(command.output.as_deref(), allowed) {
        Ok(form) => form,
        Err(why) => {
            tell!("error: {why}");
            return Ok(exit::INVALID);
        }
    };
    if command.runs_backwards() {
        tell!("error: --from comes after --to");
        return Ok(exit::INVALID);
    }
    if command.file == "-" && command.steps.as_deref() == Some("-") {
        tell!("error: standard input can be read once only");
        return Ok(exit::INVALID);
    }
    let files = std::slice::from_ref(&command.file);
    answers::each((files, &command.input, false), out, |asked, out| {
        if asked.item.several {
            return asked.refuse_all(input::SEVERAL, out);
        }
        match one(command, form, asked, out)? {
            Ok(()) => Ok(exit::DONE),
            Err((code, why)) => {
                asked.refuse(false, &why, out)?;
                Ok(code)
            }
        }
    })
}

fn one(
    command: &Animate,
    form: Form,
    asked: Asked<'_>,
    out: &mut impl Write,
) -> io::Result<Result<(), solved::Missing>> {
    let steps = match solved::steps(asked, 0, command.steps.as_deref(), command.time) {
        Ok(steps) => steps,
        Err(missing) => return Ok(Err(missing)),
    };
    let style = command.looks.style(form);
    let name = title(&asked.item.entry);
    let invalid = |why: String| Err((exit::INVALID, why));
    let path = command.output.as_deref();
    if command.still {
        let picture = match solution(asked.level, &steps) {
            Ok(picture) => picture.titled(name),
            Err(why) => return Ok(invalid(why.to_string())),
        };
        let bytes = picture.draw(&style).and_then(|drawing| form.bytes(&drawing));
        return match bytes {
            Ok(bytes) => form::write(path, &bytes, out).map(Ok),
            Err(why) => Ok(invalid(why.to_string())),
        };
    }
    let film = match Film::new(asked.level, &steps, &command.pace()) {
        Ok(film) => film.titled(name),
        Err(why) => return Ok(invalid(why.to_string())),
    };
    if command.terminal {
        out.flush()?;
        play(&film, command, out)?;
        return Ok(Ok(()));
    }
    match bytes(&film, form, style) {
        Ok(bytes) => form::write(path, &bytes, out).map(Ok),
        Err(why) => Ok(invalid(why.to_string())),
    }
}

fn bytes(
    film: &Film,
    form: Form,
    style: Style,
) -> Result<Vec<u8>, kuraban_draw::TooLarge> {
    match form {
        Form::Svg => film.animated_svg(&style).map(String::into_bytes),
        Form::Gif => film.gif(&style),
        Form::Apng | Form::Png => film.apng(&style),
        Form::Html => film.html(&style).map(String::into_bytes),
        Form::Text => Ok(boards::boards(film).into_bytes()),
    }
}

/// Plays a film where somebody looks and types; elsewhere its boards are written.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no keys to be read"))]
fn play(film: &Film, command: &Animate, out: &mut impl Write) -> io::Result<()> {
    #[cfg(unix)]
    if io::stdout().is_terminal()
        && let Ok(keys) = keys::Keys::open()
    {
        return terminal::play(film, command, keys, out);
    }
    out.write_all(boards::boards(film).as_bytes())
}
