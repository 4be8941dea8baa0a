//! A collection on a few pages.

use std::fmt::Write as _;

use kuraban_level::words::count;

use crate::font;
use crate::picture::Picture;
use crate::shape::{Anchor, Drawing, Paint, Shape, Text};
use crate::style::{Style, TooLarge};
use crate::svg::escaped;

/// One level of a contact sheet.
#[derive(Clone, Debug)]
pub struct Card {
    /// The level.
    pub picture: Picture,
    /// Its number in the collection.
    pub number: usize,
    /// Its name.
    pub title: Option<String>,
    /// A line about it.
    pub facts: String,
    /// How hard it is, from zero to one, where that is known.
    pub difficulty: Option<f64>,
}

/// Cards on a page, across and down.
const ACROSS: usize = 5;
const DOWN: usize = 7;
/// The page: as A4, 297 to 210.
const WIDTH: f64 = 42.0;
const HEIGHT: f64 = 59.4;
const MARGIN: f64 = 2.0;
/// Room for the title of the collection.
const TITLE: f64 = 2.0;
/// Room for words below a level.
const WORDS: f64 = 2.0;
const LETTER: f64 = 0.55;

/// Contact sheets: thumbnails with number, name and a line about each, 35 on a page of A4.
pub fn sheet(
    cards: &[Card],
    title: &str,
    style: &Style,
) -> Result<Vec<Drawing>, TooLarge> {
    let pages = cards.len().div_ceil(ACROSS * DOWN);
    let of = |(page, cards): (usize, &[Card])| {
        let number = (pages > 1).then(|| format!("{} / {pages}", page + 1));
        self::page(cards, title, number.as_deref(), style)
    };
    cards.chunks(ACROSS * DOWN).enumerate().map(of).collect()
}

fn page(
    cards: &[Card],
    title: &str,
    number: Option<&str>,
    style: &Style,
) -> Result<Drawing, TooLarge> {
    let colours = style.theme.colours();
    let plain = style.title(false);
    let mut drawing = Drawing::new(WIDTH, HEIGHT, style.tile, colours.page);
    title.clone_into(&mut drawing.title);
    drawing.about = format!("{}, from {}", count(cards.len(), "level"), cards[0].number);
    let text = |x: f64, y: f64, size: f64, anchor, is_bold, colour, text: &str| {
        Shape::Text(Text { x, y, size, anchor, is_bold, colour, text: text.to_owned() })
    };
    let head = font::fitting(title, 1.1, WIDTH - 2.0 * MARGIN - 5.0);
    drawing.add(text(MARGIN, MARGIN + 0.8, 1.1, Anchor::Start, true, colours.ink, &head));
    if let Some(number) = number {
        let right = WIDTH - MARGIN;
        drawing.add(text(
            right,
            MARGIN + 0.8,
            0.8,
            Anchor::End,
            false,
            colours.pale,
            number,
        ));
    }
    let cell = (
        (WIDTH - 2.0 * MARGIN) / ACROSS as f64,
        (HEIGHT - 2.0 * MARGIN - TITLE) / DOWN as f64,
    );
    let room = (cell.0 - 0.8, cell.1 - WORDS - 0.4);
    for (index, card) in cards.iter().enumerate() {
        let left = MARGIN + (index % ACROSS) as f64 * cell.0;
        let top = MARGIN + TITLE + (index / ACROSS) as f64 * cell.1;
        let thumbnail = card.picture.draw(&plain)?;
        let scale = (room.0 / thumbnail.width).min(room.1 / thumbnail.height).min(1.0);
        let (x, y) = (
            left + (room.0 - scale * thumbnail.width) / 2.0,
            top + (room.1 - scale * thumbnail.height),
        );
        drawing.place(thumbnail, x, y, scale);
        let below = top + room.1;
        let name = match &card.title {
            Some(title) => format!("{} {title}", card.number),
            None => card.number.to_string(),
        };
        let name = font::fitting(&name, LETTER, room.0);
        let facts = font::fitting(&card.facts, 0.85 * LETTER, room.0);
        let middle = left + room.0 / 2.0;
        let anchor = Anchor::Middle;
        drawing.add(text(middle, below + 0.8, LETTER, anchor, true, colours.ink, &name));
        let size = 0.85 * LETTER;
        drawing.add(text(
            middle,
            below + 1.45,
            size,
            anchor,
            false,
            colours.pale,
            &facts,
        ));
        if let Some(difficulty) = card.difficulty {
            let width = 0.6 * room.0;
            let x = middle - width / 2.0;
            for (width, colour) in [
                (width, colours.pale.faint(70)),
                (width * difficulty.clamp(0.0, 1.0), colours.crate_fill),
            ] {
                let (y, height, radius) = (below + 1.65, 0.14, 0.07);
                let paint = Paint::fill(colour);
                drawing.add(Shape::Rect { x, y, width, height, radius, paint });
            }
        }
    }
    Ok(drawing)
}

/// The same as one page for browsers, each level with an anchor: `#level-7`.
pub fn html(cards: &[Card], title: &str, style: &Style) -> Result<String, TooLarge> {
    let colours = style.theme.colours();
    let page = colours.page.unwrap_or(crate::Colour::hex(0xFF_FFFF));
    let title = escaped(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<style>\n\
         body{{font:15px sans-serif;margin:2em;background:{page};color:{}}}\n\
         main{{display:grid;grid-template-columns:repeat(auto-fill,minmax(14em,1fr));gap:2em}}\n\
         figure{{margin:0;text-align:center}}figure:target{{outline:3px solid {}}}\n\
         svg{{max-width:100%;height:auto}}a{{color:inherit;text-decoration:none}}\n\
         small{{opacity:.7}}\n</style></head>\n<body><h1>{title}</h1>\n<main>\n",
        colours.ink, colours.crate_fill
    );
    for card in cards {
        let number = card.number;
        let name = card
            .title
            .as_deref()
            .map_or(String::new(), |title| format!(" {}", escaped(title)));
        let bar = card.difficulty.map_or(String::new(), |hard| {
            let hard = (100.0 * hard.clamp(0.0, 1.0)).round();
            format!("<br><meter max=\"100\" value=\"{hard}\" title=\"difficulty {hard} of 100\">{hard}</meter>")
        });
        let svg = card.picture.draw(&style.title(false))?.svg();
        let _ = writeln!(
            out,
            "<figure id=\"level-{number}\">{svg}<figcaption><a href=\"#level-{number}\">\
             <b>{number}{name}</b></a><br><small>{}</small>{bar}</figcaption></figure>",
            escaped(&card.facts)
        );
    }
    out.push_str("</main></body></html>\n");
    Ok(out)
}
