//! Films as pixels: the first frame whole, then only what has changed.

use std::collections::HashMap;

use crate::film::Film;
use crate::picture::Thing;
use crate::shape::{Anchor, Drawing, Paint, Shape, Text};
use crate::style::{Style, TooLarge};
use crate::{Canvas, compose, stamps};

/// A changed piece of the picture.
pub(crate) struct Patch {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) canvas: Canvas,
    /// How long it is seen, in milliseconds.
    pub(crate) shown: u32,
}

/// All frames of a film, for one style.
pub(crate) struct Strip {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) patches: Vec<Patch>,
}

impl Strip {
    pub(crate) fn new(
        film: &Film,
        style: &Style,
        smooth: bool,
    ) -> Result<Self, TooLarge> {
        let drawing = film.stage().draw(style)?;
        let stage_height = drawing.pixels().1 as usize;
        let caption = film.pace.caption.then(|| Caption::new(style, drawing.width));
        let mut whole = drawing;
        whole.height += caption.as_ref().map_or(0.0, |caption| caption.height);
        whole.fits()?;
        let corner = corner(&whole);
        let stage = whole.canvas(smooth);
        let mut painter =
            Painter { film, style, smooth, corner, stage, stamps: HashMap::new() };
        let mut patches: Vec<Patch> = Vec::with_capacity(film.frames.len());
        let mut seen: Option<Canvas> = None;
        for index in 0..film.frames.len() {
            let (left, top, canvas) = match &caption {
                None => painter.patch(index),
                Some(caption) => {
                    let mut canvas = painter.whole(index);
                    canvas.lay(&caption.canvas(film, index, smooth), 0, stage_height);
                    (0, 0, canvas)
                }
            };
            let shown = film.shown(index);
            match &mut seen {
                None => {
                    seen = Some(canvas.clone());
                    patches.push(Patch { left, top, canvas, shown });
                }
                Some(seen) => {
                    let patch = changed(seen, (left, top), &canvas, shown);
                    seen.put(&patch.canvas, patch.left, patch.top);
                    patches.push(patch);
                }
            }
        }
        let (width, height) = (painter.stage.width, painter.stage.height);
        Ok(Self { width, height, patches })
    }
}

/// The pixel where the board begins.
fn corner(drawing: &Drawing) -> (usize, usize) {
    let (x, y) = drawing.board_corner();
    let pixel = |units: f64| (units * f64::from(drawing.tile)).round() as usize;
    (pixel(x), pixel(y))
}

struct Painter<'a> {
    film: &'a Film,
    style: &'a Style,
    smooth: bool,
    /// Where the board begins.
    corner: (usize, usize),
    /// The board without anything on it.
    stage: Canvas,
    stamps: HashMap<&'static str, Canvas>,
}

impl Painter<'_> {
    /// What has changed since the frame before: the smallest rectangle of squares around it.
    fn patch(&mut self, index: usize) -> (usize, usize, Canvas) {
        let Some(before) = index.checked_sub(1) else { return (0, 0, self.whole(index)) };
        let (then, now) = (&self.film.frames[before], &self.film.frames[index]);
        let moved = then.boxes.iter().zip(&now.boxes).filter(|(then, now)| then != now);
        let mut squares: Vec<usize> =
            moved.flat_map(|(&then, &now)| [then, now]).collect();
        squares.extend([then.player, now.player]);
        let width = self.film.level().width();
        let columns = squares.iter().map(|at| at % width);
        let rows = squares.iter().map(|at| at / width);
        let (first, last) =
            (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
        let tile = self.style.tile as usize;
        let (left, above) = (self.corner.0 + first * tile, self.corner.1 + top * tile);
        let size = ((last - first + 1) * tile, (bottom - top + 1) * tile);
        let mut canvas = cropped(&self.stage, (left, above), size);
        self.lay_things(index, (left, above), &mut canvas);
        (left, above, canvas)
    }

    /// A whole frame.
    fn whole(&mut self, index: usize) -> Canvas {
        let mut canvas = self.stage.clone();
        self.lay_things(index, (0, 0), &mut canvas);
        canvas
    }

    /// Lays everything that stands in a piece of the picture over it.
    fn lay_things(
        &mut self,
        index: usize,
        (left, top): (usize, usize),
        canvas: &mut Canvas,
    ) {
        let picture = self.film.picture(index);
        let width = self.film.level().width();
        let tile = self.style.tile as usize;
        for &(at, thing) in &picture.things {
            let x = self.corner.0 + at % width * tile;
            let y = self.corner.1 + at / width * tile;
            let is_in = x >= left
                && y >= top
                && x < left + canvas.width
                && y < top + canvas.height;
            if is_in {
                let stamp = self.stamp(at, thing);
                canvas.lay(stamp, x - left, y - top);
            }
        }
    }

    fn stamp(&mut self, at: usize, thing: Thing) -> &Canvas {
        let is_goal = self.film.level().square(at).goal;
        let name = match thing {
            Thing::Box if is_goal => stamps::HOME,
            Thing::Box => stamps::BOX,
            Thing::Boulder => stamps::BOULDER,
            Thing::Player(dir) => stamps::player_name(dir),
        };
        let colours = self.style.theme.colours();
        let (style, smooth) = (self.style, self.smooth);
        self.stamps.entry(name).or_insert_with(|| {
            let mut drawing = Drawing::new(1.0, 1.0, style.tile, None);
            if style.is_flat() {
                let [_, on_floor, home, player, _] = colours.flat;
                let fill = match name {
                    stamps::HOME => home,
                    stamps::BOX | stamps::BOULDER => on_floor,
                    _ => player,
                };
                let (x, y, width, height, radius) = (0.0, 0.0, 1.0, 1.0, 0.0);
                let paint = Paint::fill(fill);
                drawing.add(Shape::Rect { x, y, width, height, radius, paint });
            } else {
                drawing.shapes = stamps::shapes(name, colours);
            }
            drawing.canvas(smooth)
        })
    }
}

/// The smallest rectangle of a new piece that holds every pixel that differs from what is seen.
fn changed(
    seen: &Canvas,
    (left, top): (usize, usize),
    piece: &Canvas,
    shown: u32,
) -> Patch {
    let is_same = |x: usize, y: usize| seen.at(left + x, top + y) == piece.at(x, y);
    let rows = 0..piece.height;
    let columns = 0..piece.width;
    let differs = |y: usize| columns.clone().any(|x| !is_same(x, y));
    let differs_down = |x: usize| rows.clone().any(|y| !is_same(x, y));
    // Where nothing has changed, a pixel is shown again: every frame has its time.
    let above = rows.clone().find(|&y| differs(y)).unwrap_or(0);
    let below = rows.clone().rfind(|&y| differs(y)).unwrap_or(0);
    let first = columns.clone().find(|&x| differs_down(x)).unwrap_or(0);
    let last = columns.clone().rfind(|&x| differs_down(x)).unwrap_or(0);
    let canvas = cropped(piece, (first, above), (last - first + 1, below - above + 1));
    Patch { left: left + first, top: top + above, canvas, shown }
}

fn cropped(
    canvas: &Canvas,
    (left, top): (usize, usize),
    (width, height): (usize, usize),
) -> Canvas {
    let rows = (top..top + height)
        .map(|row| &canvas.pixels[row * canvas.width + left..][..width]);
    Canvas { width, height, pixels: rows.flatten().copied().collect() }
}

/// The line below the board.
struct Caption {
    style: Style,
    width: f64,
    height: f64,
}

impl Caption {
    fn new(style: &Style, width: f64) -> Self {
        Self { style: *style, width, height: 2.0 * compose::letter(style) }
    }

    /// The counts of a frame, and a bar that shows how far it is.
    fn canvas(&self, film: &Film, index: usize, smooth: bool) -> Canvas {
        let colours = self.style.theme.colours();
        let letter = compose::letter(&self.style);
        let page = colours.page.unwrap_or(colours.floor);
        let mut drawing =
            Drawing::new(self.width, self.height, self.style.tile, Some(page));
        drawing.add(Shape::Text(Text {
            x: 0.3 * letter,
            y: self.height - 0.7 * letter,
            size: letter,
            anchor: Anchor::Start,
            is_bold: false,
            colour: colours.ink,
            text: film.caption(index),
        }));
        let last = film.frames.len().max(2) - 1;
        drawing.add(Shape::Rect {
            x: 0.0,
            y: self.height - 0.3 * letter,
            width: self.width * index as f64 / last as f64,
            height: 0.25 * letter,
            radius: 0.0,
            paint: Paint::fill(colours.player),
        });
        drawing.canvas(smooth)
    }
}
