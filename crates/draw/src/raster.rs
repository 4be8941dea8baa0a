//! Drawings as pixels: sixteen samples a pixel, or one where edges are to be hard.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::shape::{Anchor, Drawing, Paint, Run, Shape, Text};
use crate::{Colour, font, svg};

/// Pixels row by row.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Canvas {
    /// Pixels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// All of them.
    pub pixels: Vec<Colour>,
}

impl Canvas {
    /// A canvas of one colour.
    pub fn new(width: usize, height: usize, colour: Colour) -> Self {
        Self { width, height, pixels: vec![colour; width * height] }
    }

    /// The colour of a pixel.
    pub fn at(&self, x: usize, y: usize) -> Colour {
        self.pixels[y * self.width + x]
    }

    /// Replaces pixels by those of another canvas, which lies within this one.
    pub(crate) fn put(&mut self, other: &Self, left: usize, top: usize) {
        for (row, from) in other.pixels.chunks_exact(other.width).enumerate() {
            let to = (top + row) * self.width + left;
            self.pixels[to..to + other.width].copy_from_slice(from);
        }
    }

    /// Lays another canvas over this one, its corner on a pixel; what sticks out is left out.
    pub(crate) fn lay(&mut self, other: &Self, left: usize, top: usize) {
        let across = other.width.min(self.width.saturating_sub(left));
        for row in 0..other.height.min(self.height.saturating_sub(top)) {
            let from = &other.pixels[row * other.width..][..across];
            let to = &mut self.pixels[(top + row) * self.width + left..][..across];
            for (below, &above) in to.iter_mut().zip(from) {
                match above.alpha {
                    0 => {}
                    255 => *below = above,
                    _ => *below = above.over(*below, 1.0),
                }
            }
        }
    }
}

/// Samples along each side of a pixel.
const FINE: u32 = 4;

/// Where shapes come to lie: pixels for a unit, and the pixel of the origin.
#[derive(Clone, Copy)]
struct Place {
    x: f64,
    y: f64,
    scale: f64,
}

impl Place {
    /// The point of a sample of a pixel; `fine` of them lie along a side.
    fn sample(self, row: usize, column: usize, sample: u32, fine: u32) -> (f64, f64) {
        let offset = |index: u32| (f64::from(index) + 0.5) / f64::from(fine);
        (
            (column as f64 + offset(sample % fine) - self.x) / self.scale,
            (row as f64 + offset(sample / fine) - self.y) / self.scale,
        )
    }
}

impl Drawing {
    /// The picture as pixels, with smooth edges or hard ones. The caller has seen to it that
    /// [`Drawing::pixels`] is not too much.
    pub fn canvas(&self, smooth: bool) -> Canvas {
        let (width, height) = self.pixels();
        let page = self.page.unwrap_or(Colour::CLEAR);
        let mut brush = Brush {
            canvas: Canvas::new(width as usize, height as usize, page),
            fine: if smooth { FINE } else { 1 },
            drawing: self,
            stamps: HashMap::new(),
        };
        let place = Place { x: 0.0, y: 0.0, scale: f64::from(self.tile) };
        brush.paint_all(&self.shapes, place);
        brush.canvas
    }
}

struct Brush<'a> {
    canvas: Canvas,
    fine: u32,
    drawing: &'a Drawing,
    /// Stamps that were painted before, by name and pixels a unit.
    stamps: HashMap<(&'static str, u64), Canvas>,
}

/// The extent of a shape.
#[derive(Clone, Copy)]
struct Extent {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Extent {
    fn around(points: &[(f64, f64)], margin: f64) -> Self {
        let least = |of: fn(&(f64, f64)) -> f64| {
            points.iter().map(of).fold(f64::INFINITY, f64::min) - margin
        };
        let most = |of: fn(&(f64, f64)) -> f64| {
            points.iter().map(of).fold(f64::NEG_INFINITY, f64::max) + margin
        };
        Self {
            left: least(|point| point.0),
            top: least(|point| point.1),
            right: most(|point| point.0),
            bottom: most(|point| point.1),
        }
    }
}

/// What a point of a shape shows.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Hit {
    Nothing,
    Fill,
    Edge,
}

impl Brush<'_> {
    fn paint_all(&mut self, shapes: &[Shape], place: Place) {
        for shape in shapes {
            self.paint(shape, place);
        }
    }

    fn paint(&mut self, shape: &Shape, place: Place) {
        match shape {
            Shape::Squares { runs, fill } => self.squares(runs, *fill, place),
            Shape::Rect { x, y, width, height, radius, paint } => {
                if *radius == 0.0
                    && let Paint { fill: Some(fill), edge: None } = paint
                {
                    return self.fill((*x, *y, x + width, y + height), *fill, place);
                }
                let half = (width / 2.0, height / 2.0);
                let middle = (x + half.0, y + half.1);
                let corners = [(*x, *y), (x + width, y + height)];
                self.distance(&corners, *paint, place, |x, y| {
                    let across = (x - middle.0).abs() - half.0 + radius;
                    let down = (y - middle.1).abs() - half.1 + radius;
                    length(across.max(0.0), down.max(0.0)) + across.max(down).min(0.0)
                        - radius
                });
            }
            Shape::Circle { x, y, radius, paint } => {
                let corners = [(x - radius, y - radius), (x + radius, y + radius)];
                self.distance(&corners, *paint, place, |across, down| {
                    length(across - x, down - y) - radius
                });
            }
            Shape::Polygon { points, paint } => {
                self.distance(points, *paint, place, |x, y| {
                    let nearest = sides(points)
                        .map(|(from, to)| to_segment((x, y), from, to))
                        .fold(f64::INFINITY, f64::min);
                    if is_inside(points, x, y) { -nearest } else { nearest }
                });
            }
            Shape::Lines { lines, width, colour, dash } => {
                let mut segments = Vec::new();
                for line in lines {
                    cut(line, dash.lengths(*width), &mut segments);
                }
                self.strokes(&segments, *width, *colour, place);
            }
            Shape::Sector { x, y, radii, turns, paint } => {
                self.sector((*x, *y), *radii, *turns, *paint, place);
            }
            Shape::Text(text) => self.text(text, place),
            Shape::Stamp { name, x, y } => self.stamp(name, *x, *y, place),
            Shape::Group { x, y, scale, shapes } => {
                let place = Place {
                    x: place.x + x * place.scale,
                    y: place.y + y * place.scale,
                    scale: place.scale * scale,
                };
                self.paint_all(shapes, place);
            }
        }
    }

    /// A stamp is painted once, and copied where its pixels fall in place.
    fn stamp(&mut self, name: &'static str, x: f64, y: f64, place: Place) {
        let Some(shapes) = self.drawing.stamps.get(name) else { return };
        let (left, top) = (place.x + x * place.scale, place.y + y * place.scale);
        let here = Place { x: left, y: top, scale: place.scale };
        if left < 0.0 || top < 0.0 || ![left, top, place.scale].into_iter().all(is_whole)
        {
            return self.paint_all(shapes, here);
        }
        let key = (name, place.scale.round() as u64);
        if !self.stamps.contains_key(&key) {
            let side = place.scale.round() as usize;
            let small = Canvas::new(side, side, Colour::CLEAR);
            let canvas = std::mem::replace(&mut self.canvas, small);
            self.paint_all(shapes, Place { x: 0.0, y: 0.0, scale: place.scale });
            let stamp = std::mem::replace(&mut self.canvas, canvas);
            self.stamps.insert(key, stamp);
        }
        let Self { canvas, stamps, .. } = self;
        canvas.lay(&stamps[&key], left.round() as usize, top.round() as usize);
    }

    /// A plain rectangle, by its share of each pixel.
    fn fill(&mut self, sides: Sides, fill: Colour, place: Place) {
        let is_exact = [place.x, place.y, place.scale].into_iter().all(is_whole)
            && [sides.0, sides.1, sides.2, sides.3].into_iter().all(is_whole);
        let (rows, columns, cover) = self.covered(sides, place);
        for row in rows {
            if is_exact && fill.alpha == 255 {
                let row = &mut self.canvas.pixels[row * self.canvas.width..];
                row[columns.clone()].fill(fill);
                continue;
            }
            for column in columns.clone() {
                self.blend(row, column, fill, cover(row, column));
            }
        }
    }

    /// Whole squares. Where they do not fall on whole pixels their shares are added up first: no
    /// seams are seen between them.
    fn squares(&mut self, runs: &[Run], fill: Colour, place: Place) {
        let sides = |run: &Run| {
            let (x, y) = (run.x as f64, run.y as f64);
            (x, y, x + run.length as f64, y + 1.0)
        };
        if [place.x, place.y, place.scale].into_iter().all(is_whole) {
            for run in runs {
                self.fill(sides(run), fill, place);
            }
            return;
        }
        let mut shares: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for run in runs {
            let (rows, columns, cover) = self.covered(sides(run), place);
            for row in rows {
                for column in columns.clone() {
                    *shares.entry((row, column)).or_default() += cover(row, column);
                }
            }
        }
        for ((row, column), share) in shares {
            self.blend(row, column, fill, share.min(1.0));
        }
    }

    /// The pixels that a rectangle touches, and how much it covers of each.
    fn covered(
        &self,
        (left, top, right, bottom): Sides,
        place: Place,
    ) -> (Range<usize>, Range<usize>, impl Fn(usize, usize) -> f64 + use<>) {
        let is_hard = self.fine == 1;
        let to = |value: f64, origin: f64| {
            let pixel = origin + value * place.scale;
            if is_hard { pixel.round() } else { pixel }
        };
        let (left, right) = (to(left, place.x), to(right, place.x));
        let (top, bottom) = (to(top, place.y), to(bottom, place.y));
        let share = |from: f64, to: f64, at: usize| {
            (to.min(at as f64 + 1.0) - from.max(at as f64)).clamp(0.0, 1.0)
        };
        let cover =
            move |row, column| share(top, bottom, row) * share(left, right, column);
        let rows = span(top, bottom, self.canvas.height);
        (rows, span(left, right, self.canvas.width), cover)
    }

    fn blend(&mut self, row: usize, column: usize, colour: Colour, cover: f64) {
        let pixel = &mut self.canvas.pixels[row * self.canvas.width + column];
        *pixel = if cover > 0.9999 && colour.alpha == 255 {
            colour
        } else {
            colour.over(*pixel, cover)
        };
    }

    /// A shape given by its signed distance: below zero inside.
    fn distance(
        &mut self,
        points: &[(f64, f64)],
        paint: Paint,
        place: Place,
        distance: impl Fn(f64, f64) -> f64,
    ) {
        let width = paint.edge.map_or(0.0, |(_, width)| width / 2.0);
        let has_edge = paint.edge.is_some();
        let hit = |far: f64| match far {
            far if has_edge && far.abs() <= width => Hit::Edge,
            far if far <= 0.0 => Hit::Fill,
            _ => Hit::Nothing,
        };
        // No sample of a pixel lies farther from its middle. A distance does not change by more.
        let reach = std::f64::consts::FRAC_1_SQRT_2 / place.scale;
        let whole = |x: f64, y: f64| {
            let far = distance(x, y);
            ((far.abs() - width).abs() > reach).then(|| hit(far))
        };
        let extent = Extent::around(points, width);
        self.samples(extent, paint, place, whole, |x, y| hit(distance(x, y)));
    }

    fn sector(
        &mut self,
        centre: (f64, f64),
        radii: (f64, f64),
        turns: (f64, f64),
        paint: Paint,
        place: Place,
    ) {
        let pieces = ((turns.1 - turns.0) * 64.0).ceil().max(1.0);
        let steps = (0..=pieces as u32)
            .map(|step| turns.0 + (turns.1 - turns.0) * f64::from(step) / pieces);
        let points: Vec<_> = steps
            .flat_map(|turn| {
                [radii.0, radii.1].map(|radius| svg::on_circle(centre, radius, turn))
            })
            .collect();
        let width = paint.edge.map_or(0.0, |(_, width)| width / 2.0);
        let extent = Extent::around(&points, width);
        self.samples(
            extent,
            paint,
            place,
            |_, _| None,
            |x, y| {
                let (across, down) = (x - centre.0, y - centre.1);
                let far = length(across, down);
                let turn = across.atan2(-down) / std::f64::consts::TAU;
                let turn = (turn - turns.0).rem_euclid(1.0);
                let arc = |turns: f64| turns * std::f64::consts::TAU * far;
                let all = turns.1 - turns.0;
                let is_in = far >= radii.0 && far <= radii.1 && turn <= all;
                let to_side = if all > 0.999 {
                    f64::INFINITY
                } else {
                    arc(turn.min((all - turn).abs()))
                };
                let near = (far - radii.0).abs().min((far - radii.1).abs()).min(to_side);
                match is_in {
                    true if paint.edge.is_some() && near <= width => Hit::Edge,
                    true => Hit::Fill,
                    false => Hit::Nothing,
                }
            },
        );
    }

    /// The rows and columns of pixels that an extent touches.
    fn touched(&self, extent: Extent, place: Place) -> (Range<usize>, Range<usize>) {
        let (x, y) =
            (|at: f64| place.x + at * place.scale, |at: f64| place.y + at * place.scale);
        let rows = span(y(extent.top), y(extent.bottom), self.canvas.height);
        (rows, span(x(extent.left), x(extent.right), self.canvas.width))
    }

    /// Asks every sample of every pixel in an extent what it shows, unless the pixel's middle tells it
    /// of all of them.
    fn samples(
        &mut self,
        extent: Extent,
        paint: Paint,
        place: Place,
        whole: impl Fn(f64, f64) -> Option<Hit>,
        hit: impl Fn(f64, f64) -> Hit,
    ) {
        let fine = self.fine;
        let (rows, columns) = self.touched(extent, place);
        let all = f64::from(fine * fine);
        for row in rows {
            for column in columns.clone() {
                let (mut filled, mut edged) = (0u32, 0u32);
                let mut count = |hit: Hit, samples: u32| match hit {
                    Hit::Nothing => {}
                    Hit::Fill => filled += samples,
                    Hit::Edge => edged += samples,
                };
                let (x, y) = place.sample(row, column, 0, 1);
                if let Some(hit) = whole(x, y) {
                    count(hit, fine * fine);
                } else {
                    for sample in 0..fine * fine {
                        let (x, y) = place.sample(row, column, sample, fine);
                        count(hit(x, y), 1);
                    }
                }
                let pixel = &mut self.canvas.pixels[row * self.canvas.width + column];
                let fill = paint.fill.filter(|_| filled > 0);
                let edge = paint.edge.filter(|_| edged > 0);
                // What the edge covers, the fill does not: its share is of what is left.
                if let Some(fill) = fill {
                    let left = f64::from(fine * fine - edged);
                    *pixel = fill.over(*pixel, f64::from(filled) / left);
                }
                if let Some((edge, _)) = edge {
                    *pixel = edge.over(*pixel, f64::from(edged) / all);
                }
            }
        }
    }

    fn text(&mut self, text: &Text, place: Place) {
        /// Stroke widths, as shares of the size.
        const PLAIN: f64 = 0.085;
        const BOLD: f64 = 0.125;
        let width = font::width(&text.text, text.size);
        let left = match text.anchor {
            Anchor::Start => text.x,
            Anchor::Middle => text.x - width / 2.0,
            Anchor::End => text.x - width,
        };
        let lines = font::lines(&text.text, (left, text.y), text.size);
        let mut segments = Vec::new();
        for line in &lines {
            cut(line, None, &mut segments);
        }
        let stroke = text.size * if text.is_bold { BOLD } else { PLAIN };
        // A stroke of less than a pixel cannot be read.
        let stroke = stroke.max(1.0 / place.scale);
        self.strokes(&segments, stroke, text.colour, place);
    }

    /// Lines of a width, each point of them painted once however many of them cross there.
    fn strokes(
        &mut self,
        segments: &[Segment],
        width: f64,
        colour: Colour,
        place: Place,
    ) {
        let fine = self.fine;
        let mut masks: HashMap<(usize, usize), u16> = HashMap::new();
        for &(from, to) in segments {
            let extent = Extent::around(&[from, to], width / 2.0);
            let (rows, columns) = self.touched(extent, place);
            for row in rows {
                for column in columns.clone() {
                    let mut mask = 0u16;
                    for sample in 0..fine * fine {
                        let (x, y) = place.sample(row, column, sample, fine);
                        let is_hit = to_segment((x, y), from, to) <= width / 2.0;
                        mask |= u16::from(is_hit) << sample;
                    }
                    if mask != 0 {
                        *masks.entry((row, column)).or_default() |= mask;
                    }
                }
            }
        }
        for ((row, column), mask) in masks {
            let pixel = &mut self.canvas.pixels[row * self.canvas.width + column];
            let cover = f64::from(mask.count_ones()) / f64::from(fine * fine);
            *pixel = colour.over(*pixel, cover);
        }
    }
}

fn is_whole(value: f64) -> bool {
    (value - value.round()).abs() < 1e-6
}

/// Left, top, right and bottom.
type Sides = (f64, f64, f64, f64);
type Segment = ((f64, f64), (f64, f64));

/// The pixels from one place to another that are on a canvas.
fn span(from: f64, to: f64, size: usize) -> Range<usize> {
    let clamp = |value: f64| value.clamp(0.0, size as f64) as usize;
    clamp(from.floor())..clamp(to.ceil())
}

/// The pieces of a line that are drawn.
fn cut(line: &[(f64, f64)], dash: Option<(f64, f64)>, out: &mut Vec<Segment>) {
    let Some((on, off)) = dash else {
        out.extend(line.windows(2).map(|pair| (pair[0], pair[1])));
        return;
    };
    let round = on + off;
    let mut walked = 0.0;
    for pair in line.windows(2) {
        let ((x, y), (right, down)) = (pair[0], pair[1]);
        let length = self::length(right - x, down - y);
        let at = |far: f64| {
            let share = if length > 0.0 { far / length } else { 0.0 };
            (x + (right - x) * share, y + (down - y) * share)
        };
        let mut begin = (walked / round).floor() * round;
        while begin < walked + length {
            let (from, to) = ((begin - walked).max(0.0), begin + on - walked);
            if to >= from {
                out.push((at(from), at(to.min(length))));
            }
            begin += round;
        }
        walked += length;
    }
}

/// The length of a line. `hypot` is slower, and not the same on every machine.
fn length(across: f64, down: f64) -> f64 {
    (across * across + down * down).sqrt()
}

/// The distance of a point to a piece of a line.
fn to_segment((x, y): (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across * across + down * down;
    let along = ((x - from.0) * across + (y - from.1) * down) / length;
    let along = if length > 0.0 { along.clamp(0.0, 1.0) } else { 0.0 };
    self::length(x - from.0 - along * across, y - from.1 - along * down)
}

fn sides(points: &[(f64, f64)]) -> impl Iterator<Item = Segment> {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(&from, &to)| (from, to))
}

fn is_inside(points: &[(f64, f64)], x: f64, y: f64) -> bool {
    let crossings = sides(points).filter(|&((left, above), (right, below))| {
        (above > y) != (below > y)
            && x < left + (right - left) * (y - above) / (below - above)
    });
    crossings.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Dash;

    fn painted(shape: Shape, smooth: bool) -> Canvas {
        let mut drawing = Drawing::new(1.0, 1.0, 8, None);
        drawing.add(shape);
        drawing.canvas(smooth)
    }

    #[test]
    fn shapes_cover_what_they_should() {
        let black = Colour::hex(0);
        let disc =
            Shape::Circle { x: 0.5, y: 0.5, radius: 0.5, paint: Paint::fill(black) };
        let canvas = painted(disc, true);
        let cover: f64 =
            canvas.pixels.iter().map(|pixel| f64::from(pixel.alpha) / 255.0).sum();
        assert!((cover / 64.0 - std::f64::consts::PI / 4.0).abs() < 0.02, "{cover}");
        let triangle = Shape::Polygon {
            points: vec![(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)],
            paint: Paint::fill(black),
        };
        let hard = painted(triangle, false);
        let filled = hard.pixels.iter().filter(|pixel| pixel.alpha == 255).count();
        assert!((28..=36).contains(&filled), "{filled}");
        assert!(hard.pixels.iter().all(|pixel| [0, 255].contains(&pixel.alpha)));
    }

    #[test]
    fn lines_that_cross_are_painted_once() {
        let faint = Colour::hex(0).faint(100);
        let lines = vec![vec![(0.0, 0.5), (1.0, 0.5)], vec![(0.5, 0.0), (0.5, 1.0)]];
        let cross = Shape::Lines { lines, width: 0.25, colour: faint, dash: Dash::Solid };
        let canvas = painted(cross, true);
        assert!(canvas.pixels.iter().all(|pixel| pixel.alpha <= 100));
        assert_eq!(canvas.at(4, 4).alpha, 100);
    }

    #[test]
    fn dots_lie_at_even_distances() {
        let mut dots = Vec::new();
        cut(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)], Some((0.0, 0.5)), &mut dots);
        let at: Vec<_> = dots.iter().map(|&(from, _)| from).collect();
        assert_eq!(at, [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 0.5)]);
    }
}
