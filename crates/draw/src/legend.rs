//! What stands below a picture: the scale of its heat map, and lines of text.

use crate::layers::{self, Scale};
use crate::picture::{Heat, Picture};
use crate::shape::{Anchor, Drawing, Paint, Shape, Text};
use crate::{Theme, font};

/// Pieces of the scale's bar.
const PIECES: usize = 24;
/// The height of a line, in sizes of its letters.
const LINE: f64 = 1.6;

/// The lines below a picture, broken so that they fit.
pub(crate) struct Legend {
    heat: Option<(Scale, String)>,
    lines: Vec<Line>,
    letter: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

struct Line {
    label: Option<(String, crate::Hue)>,
    text: String,
    is_indented: bool,
}

impl Legend {
    pub(crate) fn new(
        picture: &Picture,
        heat: Option<&Heat>,
        board: f64,
        letter: f64,
    ) -> Self {
        /// Lines of so many letters' widths are always allowed.
        const WIDE: f64 = 24.0;
        let is_labelled = picture.notes.iter().any(|note| note.label.is_some());
        let indent = if is_labelled { 1.8 * letter } else { 0.0 };
        let room = board.max(WIDE * letter) - indent - letter;
        let mut lines = Vec::new();
        for note in &picture.notes {
            let mut label = note.label.clone();
            for text in wrapped(&note.text, letter, room) {
                lines.push(Line { label: label.take(), text, is_indented: is_labelled });
            }
        }
        let heat = heat.and_then(|heat| Some((Scale::of(heat)?, heat.legend.clone())));
        let width = |text: &str| font::width(text, letter) + indent + letter;
        let mut widest = lines.iter().map(|line| width(&line.text)).fold(0.0, f64::max);
        if let Some((_, words)) = &heat {
            widest = widest.max(width(words)).max(10.0 * letter);
        }
        let scale = if heat.is_some() { 3.6 * letter } else { 0.0 };
        let rows = lines.len().max(picture.reserved);
        let rows =
            if rows == 0 { 0.0 } else { rows as f64 * LINE * letter + 0.5 * letter };
        Self { heat, lines, letter, width: widest, height: scale + rows }
    }

    pub(crate) fn draw(&self, theme: Theme, top: f64, drawing: &mut Drawing) {
        let colours = theme.colours();
        let letter = self.letter;
        let text = |x: f64, y: f64, anchor, text: String| {
            let (size, is_bold, colour) = (letter, false, colours.ink);
            Shape::Text(Text { x, y, size, anchor, is_bold, colour, text })
        };
        let left = 0.3 * letter;
        let mut y = top;
        if let Some((scale, words)) = &self.heat {
            let width = (drawing.width - 2.0 * left).min(20.0 * letter);
            let height = 0.7 * letter;
            for piece in 0..PIECES {
                let share = (piece as f64 + 0.5) / PIECES as f64;
                let colour = scale.colour(scale.value(share), theme);
                drawing.add(Shape::Rect {
                    x: left + width * piece as f64 / PIECES as f64,
                    y: y + 0.4 * letter,
                    width: width / PIECES as f64,
                    height,
                    radius: 0.0,
                    paint: Paint::fill(colour),
                });
            }
            let below = y + 2.1 * letter;
            let ends = [
                (scale.least, left, Anchor::Start),
                (scale.most, left + width, Anchor::End),
            ];
            for (value, x, anchor) in ends {
                drawing.add(text(x, below, anchor, layers::told(value)));
            }
            let middle = layers::told(scale.value(0.5));
            drawing.add(text(left + width / 2.0, below, Anchor::Middle, middle));
            drawing.add(text(left, y + 3.3 * letter, Anchor::Start, words.clone()));
            y += 3.6 * letter;
        }
        for line in &self.lines {
            y += LINE * letter;
            let indent = if line.is_indented { 1.8 * letter } else { 0.0 };
            if let Some((label, hue)) = &line.label {
                let centre = (left + 0.65 * letter, y - 0.35 * letter);
                let disc = (label.as_str(), colours.hue(*hue));
                layers::disc(centre, 0.62 * letter, disc, colours, drawing);
            }
            drawing.add(text(left + indent, y, Anchor::Start, line.text.clone()));
        }
    }
}

/// A text in lines that are no wider than there is room; a longer word is cut.
fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = font::fitting(word, size, room);
        match lines.last_mut() {
            Some(line) if font::width(&format!("{line} {word}"), size) <= room => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_into_their_room() {
        let lines = wrapped("a few words that take more than a line or two", 1.0, 8.0);
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| font::width(line, 1.0) <= 8.0), "{lines:?}");
        assert!(wrapped("", 1.0, 8.0).is_empty());
    }
}
