//! `kuraban draw`: pictures of levels, solutions and searches.

pub(crate) mod args;
pub(crate) mod form;
mod search;
pub(crate) mod solved;
mod squares;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use args::{Draw, What};
use form::{Form, numbered};
use kuraban::{Entry, Level, Step, lurd, play};
use kuraban_draw::{
    Card, Drawing, Picture, Style, TooLarge, board_difference, html, panels, parting,
    poster, pushes_heat, sheet, solution, visits_heat,
};
use solved::Missing;

use crate::answers::{self, Asked};
use crate::difficulty::measure;
use crate::say::tell;
use crate::words::{clean, count};
use crate::{exit, files, input};

/// Text is for levels, pages are for sheets.
fn forms(what: What) -> &'static [Form] {
    match what {
        What::Level => &[Form::Svg, Form::Png, Form::Text],
        What::Sheet => &[Form::Svg, Form::Png, Form::Html],
        What::Frontier => &[Form::Svg],
        _ => &[Form::Svg, Form::Png],
    }
}

pub(crate) fn run(command: &Draw, out: &mut impl Write) -> io::Result<u8> {
    let form = match Form::of(command.output.as_deref(), forms(command.what)) {
        Ok(form) => form,
        Err(why) => return Ok(refused(&why)),
    };
    let dashes =
        command.files.iter().chain(&command.solution).filter(|name| *name == "-");
    if dashes.count() > 1 {
        return Ok(refused("standard input can be read once only"));
    }
    let wants = if command.what == What::Diff { 2 } else { 1 };
    if command.solution.len() > wants {
        return Ok(refused("one solution is drawn; --what diff compares two"));
    }
    if command.judge.time.is_some() && command.what != What::Sheet {
        return Ok(refused("--difficulty is for --what sheet"));
    }
    let style = command.looks.style(form);
    match command.what {
        What::Sheet => whole_sheet(command, form, style, out),
        What::Diff if command.solution.is_empty() => {
            level_diff(command, form, style, out)
        }
        _ => each(command, form, style, out),
    }
}

fn refused(why: &str) -> u8 {
    tell!("error: {why}");
    exit::INVALID
}

/// What a level is called.
pub(crate) fn title(entry: &Entry) -> String {
    match &entry.title {
        Some(title) => clean(title).into_owned(),
        None => format!("Level {}", entry.index),
    }
}

/// One picture for each level.
fn each(
    command: &Draw,
    form: Form,
    style: Style,
    out: &mut impl Write,
) -> io::Result<u8> {
    let mut nth = 0;
    answers::each((&command.files, &command.input, false), out, |asked, out| {
        nth += 1;
        let path = command.output.as_deref().filter(|path| !files::is_dash(path));
        if asked.item.several && path.is_none() {
            let why = "several pictures need names: give -o NAME.svg, or --level N";
            return asked.refuse_all(why, out);
        }
        if asked.item.several
            && command.solution.iter().any(|given| !solved::is_file(given))
        {
            return asked.refuse_all(input::SEVERAL, out);
        }
        let path: Option<PathBuf> = path.map(|path| {
            if asked.item.several { numbered(path, nth) } else { path.to_owned() }
        });
        match bytes(command, form, style, asked, nth - 1) {
            Ok(bytes) => {
                form::write(path.as_deref(), &bytes, out)?;
                Ok(exit::DONE)
            }
            Err((code, why)) => {
                asked.refuse(false, &why, out)?;
                Ok(code)
            }
        }
    })
}

fn no(why: &impl ToString) -> Missing {
    (exit::INVALID, why.to_string())
}

fn bytes(
    command: &Draw,
    form: Form,
    style: Style,
    asked: Asked<'_>,
    nth: usize,
) -> Result<Vec<u8>, Missing> {
    let level = asked.level;
    if form == Form::Text {
        let alphabet = kuraban::Alphabet::of(asked.item.entry.dialect);
        let rows = kuraban::write::rows(level, &alphabet);
        let lines = rows.iter().map(|row| format!("{}\n", row.trim_end()));
        return Ok(lines.collect::<String>().into_bytes());
    }
    if command.what == What::Frontier {
        return search::frontier(command, asked).map(String::into_bytes);
    }
    let drawing = drawing(command, style, asked, nth)?;
    form.bytes(&drawing).map_err(|why| no(&why))
}

fn drawing(
    command: &Draw,
    style: Style,
    asked: Asked<'_>,
    nth: usize,
) -> Result<Drawing, Missing> {
    let (level, entry) = (asked.level, &asked.item.entry);
    let name = title(entry);
    let given = command.solution.first().map(String::as_str);
    let steps = || solved::steps(asked, nth, given, command.time);
    let shown =
        |picture: Result<Picture, kuraban::IllegalStep>| picture.map_err(|why| no(&why));
    let picture = match command.what {
        What::Level | What::Sheet | What::Frontier => Picture::of(level),
        What::Solution => shown(solution(level, &steps()?))?,
        What::Visits => shown(visits_heat(level, &steps()?))?,
        What::Pushes => shown(pushes_heat(level, &steps()?))?,
        What::Diff => {
            let [first, second] = &*command.solution else {
                return Err(no(&"--what diff needs two levels or two solutions"));
            };
            let first = solved::steps(asked, nth, Some(first), command.time)?;
            let second = solved::steps(asked, nth, Some(second), command.time)?;
            shown(parting(level, &first, &second))?
        }
        What::Distance => squares::distance(level),
        What::Dead => squares::dead(level),
        What::Lint => {
            // Findings name squares.
            let style = Style { coordinates: true, ..style };
            let picture = crate::lint::picture::checked(asked, command.time);
            return picture.draw(&style).map_err(|why| no(&why));
        }
        What::Search => search::heat(command, asked)?,
        What::Poster => {
            // Without a solution the level is a poster too; one that was given has to be right.
            let steps = match steps() {
                Err(missing) if given.is_some() => return Err(missing),
                steps => steps.ok(),
            };
            let lurd = steps.map(|steps| lurd::write(&steps));
            let author = entry.author.as_deref().map(clean);
            let picture = poster(level, &name, author.as_deref(), lurd.as_deref());
            let tile = command.looks.tile().unwrap_or(POSTER_TILE);
            let style = style.title(true).tile(tile);
            return picture.draw(&style).map_err(|why| no(&why));
        }
        What::Steps => {
            return panels(level, &steps()?, Some(&name), &style).map_err(|why| no(&why));
        }
        What::Tree => return search::tree(command, asked, style),
    };
    picture.titled(name).draw(&style).map_err(|why| no(&why))
}

/// What differs between the two levels that were named.
fn level_diff(
    command: &Draw,
    form: Form,
    style: Style,
    out: &mut impl Write,
) -> io::Result<u8> {
    let mut levels: Vec<(Level, String)> = Vec::new();
    let code =
        answers::each((&command.files, &command.input, false), out, |asked, _| {
            levels.push((asked.level.clone(), title(&asked.item.entry)));
            Ok(exit::DONE)
        })?;
    let [(first, first_name), (second, second_name)] = &*levels else {
        if code == exit::DONE {
            return Ok(refused(
                "--what diff needs two levels, or one level and two solutions",
            ));
        }
        return Ok(code);
    };
    let name = format!("{first_name} → {second_name}");
    let picture = board_difference(first, second).titled(name);
    put(picture.draw(&style), form, command.output.as_deref(), out)
}

/// Writes a drawing, or tells why there is none.
fn put(
    drawing: Result<Drawing, TooLarge>,
    form: Form,
    path: Option<&Path>,
    out: &mut impl Write,
) -> io::Result<u8> {
    match drawing.and_then(|drawing| form.bytes(&drawing)) {
        Ok(bytes) => form::write(path, &bytes, out).map(|()| exit::DONE),
        Err(why) => Ok(refused(&why.to_string())),
    }
}

/// All levels on a few pages.
fn whole_sheet(
    command: &Draw,
    form: Form,
    style: Style,
    out: &mut impl Write,
) -> io::Result<u8> {
    let mut cards: Vec<Card> = Vec::new();
    let mut name = None;
    let code =
        answers::each((&command.files, &command.input, false), out, |asked, _| {
            let entry = &asked.item.entry;
            name.get_or_insert_with(|| collection(asked.item));
            cards.push(Card {
                picture: Picture::of(asked.level).titled(title(entry)),
                number: entry.index,
                title: named(entry).map(|title| clean(title).into_owned()),
                facts: facts(asked.level, entry),
                difficulty: command
                    .judge
                    .time
                    .and_then(|time| hardness(asked.level, time)),
            });
            Ok(exit::DONE)
        })?;
    if cards.is_empty() {
        return Ok(code.max(exit::INVALID));
    }
    let name = name.unwrap_or_default();
    let path = command.output.as_deref();
    if form == Form::Html {
        return match html(&cards, &name, &style) {
            Ok(page) => form::write(path, page.as_bytes(), out).map(|()| code),
            Err(why) => Ok(refused(&why.to_string())),
        };
    }
    let style = style.tile(command.looks.tile().unwrap_or(SHEET_TILE));
    let pages = match sheet(&cards, &name, &style) {
        Ok(pages) => pages,
        Err(why) => return Ok(refused(&why.to_string())),
    };
    let several = pages.len() > 1;
    let Some(path) = path.filter(|path| several && !files::is_dash(path)) else {
        if several {
            return Ok(refused(
                "several pages need names: give -o NAME.svg, or --level A-B",
            ));
        }
        let page = pages.into_iter().next().expect("there is a card");
        return put(Ok(page), form, path, out).map(|written| written.max(code));
    };
    let mut worst = code;
    for (index, page) in pages.into_iter().enumerate() {
        worst = worst.max(put(Ok(page), form, Some(&numbered(path, index + 1)), out)?);
    }
    Ok(worst)
}

/// Pixels of a square of a poster.
const POSTER_TILE: u32 = 64;
/// Pixels of a unit of a sheet, which is 42 units wide.
const SHEET_TILE: u32 = 28;

/// The name of a collection: what its file says, or the file's own name.
fn collection(item: &input::Item<'_>) -> String {
    let named = input::of_file(item.preamble, &["collection", "title", "set"]);
    let file = Path::new(item.file).file_name().map(|name| name.to_string_lossy());
    let name = named.map(str::to_owned).or(file.map(std::borrow::Cow::into_owned));
    clean(&name.unwrap_or_default()).into_owned()
}

/// The name of a level, unless it is only its number again.
fn named(entry: &Entry) -> Option<&str> {
    entry.title.as_deref().filter(|title| title.trim() != entry.index.to_string())
}

/// How hard a level is, from zero to one; nothing where no solution is found within the time.
fn hardness(level: &Level, time: Duration) -> Option<f64> {
    Some(measure(level, time)?.value / 100.0)
}

/// Size and boxes, and the counts of a stored solution.
fn facts(level: &Level, entry: &Entry) -> String {
    let size = format!("{} x {}", level.width(), level.height());
    let boxes = count(level.boxes().len(), "box");
    let solved = entry.games.iter().find_map(|game| {
        let steps: Vec<Step> = lurd::read(&game.letters).ok()?;
        let played = play(level, &steps);
        played.solves().then(|| count(played.figures.pushes, "push"))
    });
    match solved {
        Some(pushes) => format!("{size}, {boxes}, {pushes}"),
        None => format!("{size}, {boxes}"),
    }
}
