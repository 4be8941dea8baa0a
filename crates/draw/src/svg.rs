//! Drawings as SVG: fixed number format, fixed order, the same bytes every time.

use std::fmt::Write as _;

use crate::shape::{Anchor, Dash, Drawing, Paint, Run, Shape, Text};
use crate::{Colour, border, font};

impl Drawing {
    /// The picture as an SVG file with title and description.
    pub fn svg(&self) -> String {
        let mut out = self.opening();
        if !self.stamps.is_empty() {
            out.push_str("<defs>\n");
            for (name, shapes) in &self.stamps {
                let _ = write!(out, "<g id=\"{name}\">");
                for shape in shapes {
                    write(&mut out, shape);
                }
                out.push_str("</g>\n");
            }
            out.push_str("</defs>\n");
        }
        for shape in &self.shapes {
            write(&mut out, shape);
            out.push('\n');
        }
        out.push_str("</svg>\n");
        out
    }

    /// The head of the file: size, words and page.
    pub(crate) fn opening(&self) -> String {
        let (across, down) = self.pixels();
        let (width, height) = (number(self.width), number(self.height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{across}\" height=\"{down}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\">\n"
        );
        for (name, text) in [("title", &self.title), ("desc", &self.about)] {
            if !text.is_empty() {
                let _ = writeln!(out, "<{name}>{}</{name}>", escaped(text));
            }
        }
        if let Some(page) = self.page {
            let _ = writeln!(
                out,
                "<rect width=\"{width}\" height=\"{height}\" fill=\"{page}\"/>"
            );
        }
        out
    }
}

/// A number with at most three decimals, as short as can be.
pub(crate) fn number(value: f64) -> String {
    let thousandths = (value * 1000.0).round() as i64;
    if thousandths % 1000 == 0 {
        return (thousandths / 1000).to_string();
    }
    let text = format!("{:.3}", thousandths as f64 / 1000.0);
    let text = text.trim_end_matches('0');
    match text.strip_prefix("0.").map(|rest| format!(".{rest}")) {
        Some(short) => short,
        None => match text.strip_prefix("-0.") {
            Some(rest) => format!("-.{rest}"),
            None => text.to_owned(),
        },
    }
}

/// A text that XML can hold: what it cannot hold at all is replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            letter if letter.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            letter => out.push(letter),
        }
    }
    out
}

/// One attribute with a number.
fn put(out: &mut String, name: &str, value: f64) {
    let _ = write!(out, " {name}=\"{}\"", number(value));
}

fn put_colour(out: &mut String, name: &str, colour: Colour) {
    let _ = write!(out, " {name}=\"{colour}\"");
    if colour.alpha < 255 {
        put(out, &format!("{name}-opacity"), f64::from(colour.alpha) / 255.0);
    }
}

fn put_paint(out: &mut String, paint: Paint) {
    match paint.fill {
        Some(fill) => put_colour(out, "fill", fill),
        None => out.push_str(" fill=\"none\""),
    }
    if let Some((edge, width)) = paint.edge {
        put_colour(out, "stroke", edge);
        put(out, "stroke-width", width);
    }
}

/// Corners as path data.
fn path(points: &[(f64, f64)]) -> String {
    let mut data = String::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        let gap = if index == 0 { "M" } else { "L" };
        let before = index.checked_sub(1).map(|before| points[before]);
        // A step along one axis is shorter to write.
        let _ = match before {
            Some((_, above)) if number(above) == number(y) => {
                write!(data, "H{}", number(x))
            }
            Some((left, _)) if number(left) == number(x) => {
                write!(data, "V{}", number(y))
            }
            _ => write!(data, "{gap}{} {}", number(x), number(y)),
        };
    }
    data
}

/// Squares as path data: their outlines, so that no seams are seen between them.
fn outlines(runs: &[Run]) -> String {
    let width = runs.iter().map(|run| run.x + run.length).max().unwrap_or(0);
    let height = runs.iter().map(|run| run.y + 1).max().unwrap_or(0);
    let mut holds = vec![false; width * height];
    for run in runs {
        holds[run.y * width + run.x..][..run.length].fill(true);
    }
    let mut data = String::new();
    for line in border::trace(width, height, |at| holds[at]) {
        let (mut x, mut y) = line[0];
        let _ = write!(data, "M{x} {y}");
        for &(right, below) in &line[1..] {
            let is_level = (below - y).abs() < 0.5;
            let (letter, far) =
                if is_level { ('h', right - x) } else { ('v', below - y) };
            let _ = write!(data, "{letter}{far}");
            (x, y) = (right, below);
        }
        data.push('z');
    }
    data
}

/// Writes one shape.
pub(crate) fn write(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Squares { runs, fill } => {
            let _ = write!(out, "<path d=\"{}", outlines(runs));
            out.push('"');
            put_colour(out, "fill", *fill);
            out.push_str("/>");
        }
        Shape::Rect { x, y, width, height, radius, paint } => {
            out.push_str("<rect");
            for (name, value) in
                [("x", x), ("y", y), ("width", width), ("height", height)]
            {
                put(out, name, *value);
            }
            if *radius > 0.0 {
                put(out, "rx", *radius);
            }
            put_paint(out, *paint);
            out.push_str("/>");
        }
        Shape::Circle { x, y, radius, paint } => {
            out.push_str("<circle");
            for (name, value) in [("cx", x), ("cy", y), ("r", radius)] {
                put(out, name, *value);
            }
            put_paint(out, *paint);
            out.push_str("/>");
        }
        Shape::Polygon { points, paint } => {
            let _ = write!(out, "<path d=\"{}z\"", path(points));
            put_paint(out, *paint);
            out.push_str("/>");
        }
        Shape::Lines { lines, width, colour, dash } => {
            out.push_str("<path d=\"");
            for line in lines {
                out.push_str(&path(line));
            }
            out.push('"');
            put_paint(out, Paint::edge(*colour, *width));
            out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
            if let Some((on, off)) = dash.lengths(*width) {
                let _ =
                    write!(out, " stroke-dasharray=\"{} {}\"", number(on), number(off));
            }
            out.push_str("/>");
        }
        Shape::Sector { x, y, radii, turns, paint } => {
            let _ = write!(out, "<path d=\"{}\"", sector((*x, *y), *radii, *turns));
            put_paint(out, *paint);
            out.push_str("/>");
        }
        Shape::Text(text) => write_text(out, text),
        Shape::Stamp { name, x, y } => {
            let _ = write!(out, "<use href=\"#{name}\"");
            put(out, "x", *x);
            put(out, "y", *y);
            out.push_str("/>");
        }
        Shape::Group { x, y, scale, shapes } => {
            let _ =
                write!(out, "<g transform=\"translate({} {})", number(*x), number(*y));
            if (scale - 1.0).abs() > 1e-9 {
                let _ = write!(out, "scale({})", number(*scale));
            }
            out.push_str("\">");
            for shape in shapes {
                write(out, shape);
            }
            out.push_str("</g>");
        }
    }
}

/// Letters of a text that fits in any font.
const SHORT: usize = 10;

fn write_text(out: &mut String, text: &Text) {
    out.push_str("<text");
    put(out, "x", text.x);
    put(out, "y", text.y);
    put(out, "font-size", text.size);
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
        Anchor::End => out.push_str(" text-anchor=\"end\""),
    }
    if text.is_bold {
        out.push_str(" font-weight=\"bold\"");
    }
    put_colour(out, "fill", text.colour);
    // Fonts differ in width; lines were broken for the one of pictures of pixels.
    if text.anchor == Anchor::Start && text.text.chars().count() > SHORT {
        put(out, "textLength", font::width(&text.text, text.size));
        out.push_str(" lengthAdjust=\"spacingAndGlyphs\"");
    }
    let _ = write!(out, ">{}</text>", escaped(&text.text));
}

/// A piece of a ring as path data; a whole one is two halves.
fn sector(centre: (f64, f64), radii: (f64, f64), turns: (f64, f64)) -> String {
    if turns.1 - turns.0 > 0.999 {
        let half = turns.0 + 0.5;
        return sector(centre, radii, (turns.0, half))
            + &sector(centre, radii, (half, turns.0 + 0.999_999));
    }
    let at = |radius: f64, turn: f64| {
        let (x, y) = on_circle(centre, radius, turn);
        format!("{} {}", number(x), number(y))
    };
    let large = u8::from(turns.1 - turns.0 > 0.5);
    let (inner, outer) = (number(radii.0), number(radii.1));
    format!(
        "M{}A{outer} {outer} 0 {large} 1 {}L{}A{inner} {inner} 0 {large} 0 {}z",
        at(radii.1, turns.0),
        at(radii.1, turns.1),
        at(radii.0, turns.1),
        at(radii.0, turns.0),
    )
}

/// The point of a circle at an angle in turns, clockwise from the top.
pub(crate) fn on_circle((x, y): (f64, f64), radius: f64, turn: f64) -> (f64, f64) {
    let (sine, cosine) = (turn * std::f64::consts::TAU).sin_cos();
    (x + radius * sine, y - radius * cosine)
}

impl Dash {
    /// How long a line of a width is drawn, and then not.
    pub(crate) fn lengths(self, width: f64) -> Option<(f64, f64)> {
        match self {
            Self::Solid => None,
            Self::Dashed => Some((2.0 * width, 2.5 * width)),
            Self::Dotted => Some((0.0, 2.5 * width)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let told = [0.0, 1.0, 0.5, -0.25, 12.3456, 3.0004, -2.0, 100.0].map(number);
        assert_eq!(told, ["0", "1", ".5", "-.25", "12.346", "3", "-2", "100"]);
    }

    #[test]
    fn any_text_becomes_xml() {
        assert_eq!(escaped("a<b & \"c\"\u{7}\n"), "a&lt;b &amp; &quot;c&quot;\u{FFFD}\n");
    }

    #[test]
    fn paths_use_the_axes() {
        assert_eq!(
            path(&[(0.0, 0.0), (2.0, 0.0), (2.0, 1.5), (1.0, 1.0)]),
            "M0 0H2V1.5L1 1"
        );
    }
}
