//! The layers of a picture as shapes.

use kuraban_level::Dir;

use crate::picture::{Heat, Label, Layer, Mark, Picture, Sign, Trail};
use crate::shape::{Anchor, Dash, Drawing, Paint, Shape, Text};
use crate::style::Style;
use crate::theme::{Colours, Theme};
use crate::{Colour, border, colour, stamps};

fn corner(picture: &Picture, at: usize) -> (f64, f64) {
    ((at % picture.width) as f64, (at / picture.width) as f64)
}

fn middle(picture: &Picture, at: usize) -> (f64, f64) {
    let (x, y) = corner(picture, at);
    (x + 0.5, y + 0.5)
}

/// Where the values of a heat map lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    pub(crate) least: f64,
    pub(crate) most: f64,
    /// By powers: for values of which a few are much larger than most.
    pub(crate) is_log: bool,
}

impl Scale {
    /// Logarithmic where the largest value exceeds twenty times the median.
    pub(crate) fn of(heat: &Heat) -> Option<Self> {
        const FAR: f64 = 20.0;
        let mut values: Vec<f64> = heat
            .values
            .iter()
            .flatten()
            .copied()
            .filter(|value| value.is_finite())
            .collect();
        values.sort_by(f64::total_cmp);
        let (least, most) = (*values.first()?, *values.last()?);
        let median = values[values.len() / 2];
        let is_log = least >= 0.0 && median > 0.0 && most > FAR * median;
        Some(Self { least, most, is_log })
    }

    /// From zero to one.
    fn share(self, value: f64) -> f64 {
        let at = |value: f64| if self.is_log { (1.0 + value).ln() } else { value };
        let all = at(self.most) - at(self.least);
        if all > 0.0 { (at(value) - at(self.least)) / all } else { 1.0 }
    }

    /// The colour of a value; print has only greys.
    pub(crate) fn colour(self, value: f64, theme: Theme) -> Colour {
        const DARKEST: f64 = 150.0;
        let share = self.share(value);
        if theme == Theme::Print {
            let grey = 255 - (share * DARKEST) as u8;
            return Colour { red: grey, green: grey, blue: grey, alpha: 255 };
        }
        colour::ramp(share)
    }

    /// The value at a share, for the legend.
    pub(crate) fn value(self, share: f64) -> f64 {
        if self.is_log {
            let (from, to) = ((1.0 + self.least).ln(), (1.0 + self.most).ln());
            (from + (to - from) * share).exp() - 1.0
        } else {
            self.least + (self.most - self.least) * share
        }
    }
}

/// The squares of a heat map in their colours.
pub(crate) fn heat(picture: &Picture, heat: &Heat, style: &Style, drawing: &mut Drawing) {
    let Some(scale) = Scale::of(heat) else { return };
    let shade = |value: f64| scale.colour(value, style.theme);
    let shades: Vec<Option<Colour>> =
        heat.values.iter().map(|value| value.map(shade)).collect();
    let mut all: Vec<Colour> = shades.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    for colour in all {
        let is_of = |at: usize| shades[at] == Some(colour);
        let count = shades.len().min(picture.ground.len());
        drawing.shapes.extend(crate::compose::squares(
            picture.width,
            count,
            colour,
            is_of,
        ));
    }
}

/// The numbers of a heat map.
pub(crate) fn values(
    picture: &Picture,
    heat: &Heat,
    theme: Theme,
    drawing: &mut Drawing,
) {
    let Some(scale) = Scale::of(heat) else { return };
    for (at, value) in heat.values.iter().enumerate() {
        let Some(value) = *value else { continue };
        let (x, y) = middle(picture, at);
        let text = told(value);
        let size = if text.len() > 3 { 0.28 } else { 0.36 };
        let colour = scale.colour(value, theme).readable();
        let anchor = Anchor::Middle;
        drawing.add(Shape::Text(Text {
            x,
            y: y + 0.35 * size,
            size,
            anchor,
            is_bold: false,
            colour,
            text,
        }));
    }
}

/// A number in at most four letters.
pub(crate) fn told(value: f64) -> String {
    match value {
        value if value >= 999_500.0 => format!("{:.0}M", value / 1e6),
        value if value >= 9999.5 => format!("{:.0}k", value / 1e3),
        value if value >= 10.0 || (value - value.round()).abs() < 0.005 => {
            format!("{value:.0}")
        }
        value => format!("{value:.1}"),
    }
}

/// What lies below the things on the squares.
pub(crate) fn below(
    picture: &Picture,
    layer: &Layer,
    colours: &Colours,
    drawing: &mut Drawing,
) {
    match layer {
        Layer::Marks(marks) => {
            for mark in marks {
                mark_below(picture, mark, colours, drawing);
            }
        }
        Layer::Trails(trails) => {
            for of in trails {
                trail(picture, of, colours, drawing);
            }
        }
        _ => {}
    }
}

/// What lies above them.
pub(crate) fn above(
    picture: &Picture,
    layer: &Layer,
    colours: &Colours,
    drawing: &mut Drawing,
) {
    match layer {
        Layer::Marks(marks) => {
            for mark in marks {
                mark_above(picture, mark, colours, drawing);
            }
        }
        Layer::Regions(regions) => {
            for region in regions {
                let holds = |at: usize| region.squares.contains(&at);
                for points in border::trace(picture.width, picture.height, holds) {
                    let paint = Paint::edge(colours.hue(region.hue), 0.09);
                    drawing.add(Shape::Polygon { points, paint });
                }
            }
        }
        Layer::Labels(labels) => discs(picture, labels, colours, drawing),
        Layer::Heat(_) | Layer::Trails(_) => {}
    }
}

fn lines(lines: Vec<Vec<(f64, f64)>>, width: f64, colour: Colour) -> Shape {
    Shape::Lines { lines, width, colour, dash: Dash::Solid }
}

fn mark_below(picture: &Picture, mark: &Mark, colours: &Colours, drawing: &mut Drawing) {
    let (x, y) = corner(picture, mark.at);
    let colour = colours.hue(mark.hue);
    match mark.sign {
        Sign::Hatch => {
            let slants = [
                ((0.0, 0.25), (0.25, 0.0)),
                ((0.0, 0.5), (0.5, 0.0)),
                ((0.0, 0.75), (0.75, 0.0)),
                ((0.05, 0.95), (0.95, 0.05)),
                ((0.25, 1.0), (1.0, 0.25)),
                ((0.5, 1.0), (1.0, 0.5)),
                ((0.75, 1.0), (1.0, 0.75)),
            ];
            let shifted = slants
                .map(|(from, to)| vec![(x + from.0, y + from.1), (x + to.0, y + to.1)]);
            drawing.add(lines(shifted.to_vec(), 0.045, colour.faint(150)));
        }
        Sign::Tint => {
            let paint = Paint::fill(colour.faint(90));
            let (width, height, radius) = (1.0, 1.0, 0.0);
            drawing.add(Shape::Rect { x, y, width, height, radius, paint });
        }
        Sign::Arrow(dir) => {
            let at = |points: &[(f64, f64)]| -> Vec<_> {
                let turned = stamps::turned(dir, points);
                turned.into_iter().map(|point| (x + point.0, y + point.1)).collect()
            };
            let shaft = at(&[(0.5, 0.76), (0.5, 0.42)]);
            drawing.add(lines(vec![shaft], 0.1, colour));
            let head = at(&[(0.5, 0.18), (0.72, 0.48), (0.28, 0.48)]);
            drawing.add(Shape::Polygon { points: head, paint: Paint::fill(colour) });
        }
        Sign::Cross | Sign::Frame => {}
    }
}

fn mark_above(picture: &Picture, mark: &Mark, colours: &Colours, drawing: &mut Drawing) {
    let (x, y) = corner(picture, mark.at);
    let colour = colours.hue(mark.hue);
    match mark.sign {
        Sign::Cross => {
            let slants = vec![
                vec![(x + 0.2, y + 0.2), (x + 0.8, y + 0.8)],
                vec![(x + 0.8, y + 0.2), (x + 0.2, y + 0.8)],
            ];
            drawing.add(lines(slants, 0.12, colour));
        }
        Sign::Frame => {
            let paint = Paint::edge(colour, 0.1);
            let (width, height, radius) = (0.92, 0.92, 0.08);
            let (x, y) = (x + 0.04, y + 0.04);
            drawing.add(Shape::Rect { x, y, width, height, radius, paint });
        }
        Sign::Hatch | Sign::Tint | Sign::Arrow(_) => {}
    }
}

/// A way over squares: a line with an arrow at its end, or dots.
fn trail(picture: &Picture, trail: &Trail, colours: &Colours, drawing: &mut Drawing) {
    let beside = |at: usize| {
        let (x, y) = middle(picture, at);
        (x + trail.shift, y + trail.shift)
    };
    let mut points: Vec<_> = trail.squares.iter().map(|&at| beside(at)).collect();
    let colour = colours.hue(trail.hue);
    if trail.is_walk {
        let (width, dash) = (trail.width, Dash::Dotted);
        drawing.add(Shape::Lines { lines: vec![points], width, colour, dash });
        return;
    }
    let [.., before, end] = &*trail.squares else { return };
    let dir = towards(picture, *before, *end);
    let last = points.len() - 1;
    // The line ends where the head begins.
    let (x, y) = corner(picture, *end);
    let (x, y) = (x + trail.shift, y + trail.shift);
    let at = |points: &[(f64, f64)]| -> Vec<_> {
        let turned = stamps::turned(dir, points);
        turned.into_iter().map(|point| (x + point.0, y + point.1)).collect()
    };
    points[last] = at(&[(0.5, 0.62)])[0];
    drawing.add(lines(vec![straightened(&points)], trail.width, colour.faint(205)));
    let half = (0.9 * trail.width + 0.1).min(0.4);
    let head = at(&[(0.5, 0.28), (0.5 + half, 0.66), (0.5 - half, 0.66)]);
    drawing.add(Shape::Polygon { points: head, paint: Paint::fill(colour) });
}

/// The same line without the points that lie on their neighbours' line.
pub(crate) fn straightened(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for &point in points {
        if let [.., before, last] = *kept {
            let first = (last.0 - before.0, last.1 - before.1);
            let next = (point.0 - last.0, point.1 - last.1);
            let bend = first.0 * next.1 - first.1 * next.0;
            let is_forward = first.0 * next.0 + first.1 * next.1 > 0.0;
            if bend.abs() < 1e-9 && is_forward {
                kept.pop();
            }
        }
        kept.push(point);
    }
    kept
}

/// The direction from a square to its neighbour.
fn towards(picture: &Picture, from: usize, to: usize) -> Dir {
    match to {
        to if to + picture.width == from => Dir::Up,
        to if to == from + picture.width => Dir::Down,
        to if to > from => Dir::Right,
        _ => Dir::Left,
    }
}

/// Numbers on discs, each on a corner of its square.
fn discs(picture: &Picture, labels: &[Label], colours: &Colours, drawing: &mut Drawing) {
    const CORNERS: [(f64, f64); 4] =
        [(0.74, 0.26), (0.26, 0.26), (0.74, 0.74), (0.26, 0.74)];
    for (index, label) in labels.iter().enumerate() {
        let before = labels[..index].iter().filter(|other| other.at == label.at).count();
        let (x, y) = corner(picture, label.at);
        let place = CORNERS[before % CORNERS.len()];
        let centre = (x + place.0, y + place.1);
        disc(centre, 0.24, (&label.text, colours.hue(label.hue)), colours, drawing);
    }
}

/// A text on a disc.
pub(crate) fn disc(
    (x, y): (f64, f64),
    radius: f64,
    (text, hue): (&str, Colour),
    colours: &Colours,
    drawing: &mut Drawing,
) {
    let paint = Paint::both(hue, colours.floor, 0.15 * radius);
    drawing.add(Shape::Circle { x, y, radius, paint });
    let size = radius * if text.len() > 2 { 0.95 } else { 1.3 };
    drawing.add(Shape::Text(Text {
        x,
        y: y + 0.36 * size,
        size,
        anchor: Anchor::Middle,
        is_bold: true,
        colour: hue.readable(),
        text: text.to_owned(),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_values_are_told_by_powers() {
        let heat = |values: &[f64]| Heat {
            values: values.iter().map(|&value| Some(value)).collect(),
            legend: String::new(),
        };
        let even = Scale::of(&heat(&[1.0, 2.0, 3.0])).unwrap();
        assert!(!even.is_log && (even.share(2.0) - 0.5).abs() < 1e-9);
        let far = Scale::of(&heat(&[1.0, 2.0, 100.0])).unwrap();
        assert!(far.is_log && far.share(10.0) > 0.3);
        assert!((far.value(far.share(10.0)) - 10.0).abs() < 1e-6);
        assert_eq!(Scale::of(&heat(&[])), None);
        assert_eq!([3.0, 0.5, 12345.0, 5e6].map(told), ["3", "0.5", "12k", "5M"]);
    }

    #[test]
    fn straight_lines_keep_their_ends() {
        let line = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (2.0, 0.0)];
        assert_eq!(straightened(&line), [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (2.0, 0.0)]);
    }
}
