//! From a picture to its shapes.

use kuraban_level::words;

use crate::picture::{Ground, Heat, Layer, Picture, Thing};
use crate::shape::{Anchor, Drawing, Paint, Run, Shape, Text};
use crate::style::{Style, Walls};
use crate::theme::Colours;
use crate::{Colour, border, font, layers, legend, stamps};

/// Room for the names of rows and columns at the edge.
const EDGE: f64 = 0.8;
/// Letters have at least so many pixels, and at least this share of a square.
const LEAST_PIXELS: f64 = 12.0;
const LETTER: f64 = 0.4;

/// The size of letters beside a board, in squares.
pub(crate) fn letter(style: &Style) -> f64 {
    (LEAST_PIXELS / f64::from(style.tile)).max(LETTER)
}

pub(crate) fn draw(picture: &Picture, style: &Style) -> Drawing {
    let colours = style.theme.colours();
    let letter = letter(style);
    let heat = picture.layers.iter().find_map(|layer| match layer {
        Layer::Heat(heat) => Some(heat),
        _ => None,
    });
    let title = picture.title.as_deref().filter(|_| style.title);
    let edge = if style.coordinates { EDGE } else { 0.0 };
    // Boards begin on whole pixels, so that squares stay sharp.
    let whole =
        |units: f64| (units * f64::from(style.tile)).round() / f64::from(style.tile);
    let top = whole(title.map_or(0.0, |_| 2.2 * letter) + edge);
    let board = (picture.width as f64, picture.height as f64);
    let below = legend::Legend::new(picture, heat, board.0 + edge, letter);
    let width = (board.0 + edge).max(below.width);
    let height = top + board.1 + below.height;
    // Words are to be read on any page.
    let has_words = title.is_some() || style.coordinates || below.height > 0.0;
    let page = colours.page.or(has_words.then_some(Colour::hex(0xFF_FFFF)));
    let mut drawing = Drawing::new(width, height, style.tile, page);
    drawing.title = picture.headline();
    drawing.about.clone_from(&picture.map);
    if let Some(title) = title {
        let size = 1.25 * letter;
        drawing.add(Shape::Text(Text {
            x: width / 2.0,
            y: 1.4 * letter,
            size,
            anchor: Anchor::Middle,
            is_bold: true,
            colour: colours.ink,
            text: font::fitting(title, size, width.max(8.0 * letter)),
        }));
    }
    let left = whole(edge + (width - edge - board.0) / 2.0);
    let shapes = std::mem::take(&mut drawing.shapes);
    board_shapes(picture, style, heat, &mut drawing);
    if style.coordinates {
        coordinates(picture, colours, &mut drawing);
    }
    let board_shapes = std::mem::replace(&mut drawing.shapes, shapes);
    if left == 0.0 && top == 0.0 {
        drawing.shapes.extend(board_shapes);
    } else {
        drawing.add(Shape::Group { x: left, y: top, scale: 1.0, shapes: board_shapes });
    }
    below.draw(style.theme, top + board.1, &mut drawing);
    drawing
}

/// Whole squares of one colour.
pub(crate) fn squares(
    width: usize,
    count: usize,
    fill: Colour,
    holds: impl Fn(usize) -> bool,
) -> Option<Shape> {
    let mut runs: Vec<Run> = Vec::new();
    for at in (0..count).filter(|&at| holds(at)) {
        let (x, y) = (at % width, at / width);
        match runs.last_mut() {
            Some(run) if run.y == y && run.x + run.length == x => run.length += 1,
            _ => runs.push(Run { x, y, length: 1 }),
        }
    }
    (!runs.is_empty()).then_some(Shape::Squares { runs, fill })
}

/// The board with its layers, its corner at the origin.
fn board_shapes(
    picture: &Picture,
    style: &Style,
    heat: Option<&Heat>,
    drawing: &mut Drawing,
) {
    let colours = style.theme.colours();
    ground(picture, style, drawing);
    if let Some(heat) = heat {
        layers::heat(picture, heat, style, drawing);
    }
    if !style.is_flat() {
        goals(picture, colours, drawing);
    }
    for layer in &picture.layers {
        layers::below(picture, layer, colours, drawing);
    }
    if style.is_flat() {
        flat(picture, colours, drawing);
    } else {
        things(picture, colours, drawing);
    }
    if let Some(heat) = heat.filter(|_| style.tile >= Style::NUMBERS) {
        layers::values(picture, heat, style.theme, drawing);
    }
    for layer in &picture.layers {
        layers::above(picture, layer, colours, drawing);
    }
}

/// Floor and walls.
pub(crate) fn ground(picture: &Picture, style: &Style, drawing: &mut Drawing) {
    let colours = style.theme.colours();
    let (width, count) = (picture.width, picture.ground.len());
    let is = |ground: Ground| move |at: usize| picture.ground[at] == ground;
    let is_floor =
        |at: usize| [Ground::Floor, Ground::Goal].contains(&picture.ground[at]);
    drawing.shapes.extend(squares(width, count, colours.floor, is_floor));
    match style.walls {
        Walls::Outline => {
            let lines = border::trace(width, picture.height, is(Ground::Wall));
            for points in lines {
                let paint = Paint::edge(colours.wall, 0.06);
                drawing.add(Shape::Polygon { points, paint });
            }
        }
        Walls::Solid => {
            drawing.shapes.extend(squares(width, count, colours.wall, is(Ground::Wall)));
        }
        Walls::Brick => {
            drawing.shapes.extend(squares(width, count, colours.wall, is(Ground::Wall)));
            let walls = (0..count).filter(|&at| picture.ground[at] == Ground::Wall);
            let lines = walls.flat_map(|at| bricks(at % width, at / width)).collect();
            let dash = crate::shape::Dash::Solid;
            drawing.add(Shape::Lines {
                lines,
                width: 0.05,
                colour: colours.mortar,
                dash,
            });
        }
    }
}

/// The joints of a wall's bricks: two rows, each shifted against the other.
fn bricks(x: usize, y: usize) -> [Vec<(f64, f64)>; 4] {
    let (x, y) = (x as f64, y as f64);
    let half = y + 0.5;
    [
        vec![(x, half), (x + 1.0, half)],
        vec![(x, y), (x + 1.0, y)],
        vec![(x + 0.25, y), (x + 0.25, half)],
        vec![(x + 0.75, half), (x + 0.75, y + 1.0)],
    ]
}

/// Puts a stamp on a square.
fn put(
    picture: &Picture,
    name: &'static str,
    at: usize,
    colours: &Colours,
    drawing: &mut Drawing,
) {
    drawing.stamps.entry(name).or_insert_with(|| stamps::shapes(name, colours));
    drawing.stamp(name, (at % picture.width) as f64, (at / picture.width) as f64);
}

/// The goals that nothing hides.
fn goals(picture: &Picture, colours: &Colours, drawing: &mut Drawing) {
    let hides = |thing: &Thing| !picture.is_faint && !matches!(thing, Thing::Player(_));
    let is_hidden =
        |at: usize| picture.things.iter().any(|(on, thing)| *on == at && hides(thing));
    let goals =
        (0..picture.ground.len()).filter(|&at| picture.ground[at] == Ground::Goal);
    let name = if picture.is_faint { stamps::GOAL_LINE } else { stamps::GOAL };
    for at in goals.filter(|&at| !is_hidden(at)) {
        put(picture, name, at, colours, drawing);
    }
}

/// What stands on squares.
fn things(picture: &Picture, colours: &Colours, drawing: &mut Drawing) {
    for &(at, thing) in &picture.things {
        let name = match thing {
            Thing::Box if picture.is_faint => stamps::BOX_LINE,
            Thing::Player(_) if picture.is_faint => stamps::PLAYER_LINE,
            Thing::Box if picture.ground[at] == Ground::Goal => stamps::HOME,
            Thing::Box => stamps::BOX,
            Thing::Boulder => stamps::BOULDER,
            Thing::Player(dir) => stamps::player_name(dir),
        };
        put(picture, name, at, colours, drawing);
    }
}

/// Squares of one colour each, for small pictures.
fn flat(picture: &Picture, colours: &Colours, drawing: &mut Drawing) {
    let [goal, on_floor, home, player, player_on_goal] = colours.flat;
    let mut shown: Vec<Option<Colour>> = picture
        .ground
        .iter()
        .map(|&ground| (ground == Ground::Goal).then_some(goal))
        .collect();
    for &(at, thing) in &picture.things {
        let is_goal = picture.ground[at] == Ground::Goal;
        shown[at] = Some(match (thing, is_goal) {
            (Thing::Player(_), false) => player,
            (Thing::Player(_), true) => player_on_goal,
            (_, false) => on_floor,
            (_, true) => home,
        });
    }
    for colour in [goal, on_floor, home, player, player_on_goal] {
        let is_of = |at: usize| shown[at] == Some(colour);
        drawing.shapes.extend(squares(picture.width, shown.len(), colour, is_of));
    }
}

/// Letters of columns above and numbers of rows beside the board, as squares are named: `c4`.
fn coordinates(picture: &Picture, colours: &Colours, drawing: &mut Drawing) {
    const SIZE: f64 = 0.38;
    let text = |x: f64, y: f64, anchor, text: String| {
        Shape::Text(Text {
            x,
            y,
            size: SIZE,
            anchor,
            is_bold: false,
            colour: colours.pale,
            text,
        })
    };
    for column in 0..picture.width {
        let name = words::column(column);
        drawing.add(text(column as f64 + 0.5, -0.2, Anchor::Middle, name));
    }
    for row in 0..picture.height {
        let name = (row + 1).to_string();
        drawing.add(text(-0.18, row as f64 + 0.64, Anchor::End, name));
    }
}
