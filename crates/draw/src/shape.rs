//! What every picture is made of: a few kinds of shapes, in units of one square.

use std::collections::BTreeMap;

use crate::Colour;

/// Fill and edge of a shape; the edge lies half inside and half outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Colour>,
    pub(crate) edge: Option<(Colour, f64)>,
}

impl Paint {
    pub(crate) const fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), edge: None }
    }

    pub(crate) const fn edge(colour: Colour, width: f64) -> Self {
        Self { fill: None, edge: Some((colour, width)) }
    }

    pub(crate) const fn both(fill: Colour, edge: Colour, width: f64) -> Self {
        Self { fill: Some(fill), edge: Some((edge, width)) }
    }
}

/// Squares beside each other in a row.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Run {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) length: usize,
}

/// Where a text stands, of the point it is given.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text; the point is on its base line.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_field_names, reason = "a text has a text")]
pub(crate) struct Text {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) is_bold: bool,
    pub(crate) colour: Colour,
    pub(crate) text: String,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Dash {
    Solid,
    Dashed,
    Dotted,
}

/// One shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Whole squares of one colour.
    Squares { runs: Vec<Run>, fill: Colour },
    /// A rectangle with round corners.
    Rect { x: f64, y: f64, width: f64, height: f64, radius: f64, paint: Paint },
    /// A disc or ring.
    Circle { x: f64, y: f64, radius: f64, paint: Paint },
    /// Closed and filled.
    Polygon { points: Vec<(f64, f64)>, paint: Paint },
    /// Open lines with round ends and joints, drawn as one.
    Lines { lines: Vec<Vec<(f64, f64)>>, width: f64, colour: Colour, dash: Dash },
    /// A piece of a ring, by its angles in turns, clockwise from the top.
    Sector { x: f64, y: f64, radii: (f64, f64), turns: (f64, f64), paint: Paint },
    /// Words.
    Text(Text),
    /// A shape that is kept under a name, moved.
    Stamp { name: &'static str, x: f64, y: f64 },
    /// Shapes of another measure.
    Group { x: f64, y: f64, scale: f64, shapes: Vec<Shape> },
}

/// A finished picture, to be written in any form.
///
/// It holds shapes in units of one square; `tile` pixels make a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) tile: u32,
    pub(crate) page: Option<Colour>,
    /// Shapes that occur more than once, by name.
    pub(crate) stamps: BTreeMap<&'static str, Vec<Shape>>,
    pub(crate) shapes: Vec<Shape>,
    /// What the picture is called.
    pub(crate) title: String,
    /// What can be seen on it, for those who cannot.
    pub(crate) about: String,
}

impl Drawing {
    /// An empty one.
    pub(crate) fn new(width: f64, height: f64, tile: u32, page: Option<Colour>) -> Self {
        Self {
            width,
            height,
            tile,
            page,
            stamps: BTreeMap::new(),
            shapes: Vec::new(),
            title: String::new(),
            about: String::new(),
        }
    }

    /// Width and height in pixels.
    pub fn pixels(&self) -> (u64, u64) {
        let pixels = |units: f64| (units * f64::from(self.tile)).ceil().max(1.0) as u64;
        (pixels(self.width), pixels(self.height))
    }

    /// Where the board's corner is: there may be a title above it.
    pub(crate) fn board_corner(&self) -> (f64, f64) {
        let group = self.shapes.iter().find_map(|shape| match shape {
            Shape::Group { x, y, .. } => Some((*x, *y)),
            _ => None,
        });
        group.unwrap_or((0.0, 0.0))
    }

    pub(crate) fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    pub(crate) fn stamp(&mut self, name: &'static str, x: f64, y: f64) {
        self.add(Shape::Stamp { name, x, y });
    }

    /// Puts another drawing on this one, with its top left corner at a point. Both have the same
    /// theme, so stamps of one name are the same.
    pub(crate) fn place(&mut self, other: Self, x: f64, y: f64, scale: f64) {
        self.stamps.extend(other.stamps);
        self.add(Shape::Group { x, y, scale, shapes: other.shapes });
    }
}
