//! A solution as a row of pictures: a position, what moves next, the next position.

use kuraban_level::words::count;
use kuraban_level::{Level, Step};
use kuraban_verify::{IllegalStep, after};

use crate::font;
use crate::picture::{Layer, Picture, Trail};
use crate::shape::{Anchor, Drawing, Shape, Text};
use crate::style::{Style, TooLarge};
use crate::theme::Hue;
use crate::ways::Ways;
use crate::{NoFilm, compose};

/// At most so many panels; more sessions share one.
const MOST: usize = 60;
/// Between panels, in squares.
const GAP: f64 = 0.8;

/// The position before each pushing session with arrows for what is pushed next, and at last the
/// position after all of them.
pub fn panels(
    level: &Level,
    steps: &[Step],
    title: Option<&str>,
    style: &Style,
) -> Result<Drawing, NoFilm> {
    let ways = Ways::new(level, steps)?;
    let together = ways.sessions.len().div_ceil(MOST).max(1);
    let mut pictures: Vec<(Picture, String)> = Vec::new();
    let (mut made, mut number) = (0, 1);
    for sessions in ways.sessions.chunks(together) {
        let trails: Vec<Trail> = sessions
            .iter()
            .flat_map(|session| &session.ways)
            .map(|(number, squares)| Trail {
                squares: squares.clone(),
                width: 0.12,
                hue: Hue::nth(*number),
                shift: 0.0,
                is_walk: false,
            })
            .collect();
        let picture = at(level, steps, made)?.with(Layer::Trails(trails));
        let last = number + sessions.len() - 1;
        let caption =
            if last > number { format!("{number}-{last}") } else { number.to_string() };
        pictures.push((picture, caption));
        number = last + 1;
        made = sessions.last().map_or(made, |session| session.end);
    }
    let end = format!("after {}", count(steps.len(), "move"));
    pictures.push((at(level, steps, steps.len())?, end));
    let mut drawing = arranged(&pictures, title, style)?;
    let pushes = count(ways.all_pushes(), "push");
    let picture = Picture::of(level)
        .titled(title.unwrap_or("Sokoban level"))
        .showing(format!("{} with {pushes}, step by step", ways.told()));
    drawing.title = picture.headline();
    drawing.about = picture.map;
    Ok(drawing)
}

/// The position after some steps, the player looking where he went.
fn at(level: &Level, steps: &[Step], made: usize) -> Result<Picture, IllegalStep> {
    let picture = Picture::of(&after(level, &steps[..made])?);
    let facing = made.checked_sub(1).map(|last| steps[last].dir);
    Ok(facing.map_or(picture.clone(), |dir| picture.facing(dir)))
}

/// Pictures of one size in a grid, each with a line above it.
fn arranged(
    pictures: &[(Picture, String)],
    title: Option<&str>,
    style: &Style,
) -> Result<Drawing, TooLarge> {
    let colours = style.theme.colours();
    let letter = compose::letter(style);
    let plain = style.title(false);
    let drawings: Vec<Drawing> = pictures
        .iter()
        .map(|(picture, _)| picture.draw(&plain))
        .collect::<Result<_, _>>()?;
    let (width, height) = (drawings[0].width, drawings[0].height);
    let cell = (width + GAP, height + 1.8 * letter + 0.4 * GAP);
    // About as wide as a page: four to three.
    let columns =
        (drawings.len() as f64 * cell.1 / cell.0 * 4.0 / 3.0).sqrt().round().max(1.0);
    let columns = (columns as usize).min(drawings.len());
    let rows = drawings.len().div_ceil(columns);
    let top = if style.title && title.is_some() { 2.4 * letter } else { 0.0 };
    let size = (columns as f64 * cell.0 - GAP, top + rows as f64 * cell.1);
    let page = colours.page;
    let mut all = Drawing::new(size.0, size.1, style.tile, page);
    let text = |x: f64, y: f64, size: f64, anchor, words: &str, all: &mut Drawing| {
        all.add(Shape::Text(Text {
            x,
            y,
            size,
            anchor,
            is_bold: true,
            colour: colours.ink,
            text: words.to_owned(),
        }));
    };
    if let Some(title) = title.filter(|_| style.title) {
        let size = 1.25 * letter;
        let title = font::fitting(title, size, all.width);
        text(0.1, 1.5 * letter, size, Anchor::Start, &title, &mut all);
    }
    // On whole pixels, so that squares stay sharp.
    let whole =
        |units: f64| (units * f64::from(style.tile)).round() / f64::from(style.tile);
    for (index, (drawing, (_, caption))) in drawings.into_iter().zip(pictures).enumerate()
    {
        let x = whole((index % columns) as f64 * cell.0);
        let y = whole(top + (index / columns) as f64 * cell.1);
        text(x + 0.1, y + 1.3 * letter, letter, Anchor::Start, caption, &mut all);
        all.place(drawing, x, whole(y + 1.8 * letter), 1.0);
    }
    Ok(all)
}
