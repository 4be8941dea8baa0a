//! What stands on squares, as shapes of one unit. Things differ in shape, not only in colour.

use kuraban_level::Dir;

use crate::shape::{Paint, Shape};
use crate::theme::Colours;

/// A shape by its name.
pub(crate) fn shapes(name: &str, colours: &Colours) -> Vec<Shape> {
    match name {
        GOAL => goal(colours),
        GOAL_LINE => goal(colours)[..1].to_vec(),
        BOX => vec![rect(
            0.09,
            0.12,
            Paint::both(colours.crate_fill, colours.crate_edge, 0.08),
        )],
        HOME => home(colours),
        BOX_LINE => vec![rect(0.1, 0.12, Paint::edge(colours.crate_edge, 0.07))],
        BOULDER => boulder(colours),
        PLAYER_LINE => {
            let paint = Paint::edge(colours.player_edge, 0.07);
            vec![Shape::Circle { x: 0.5, y: 0.5, radius: 0.3, paint }]
        }
        name => {
            let dir = Dir::ALL.into_iter().find(|&dir| player_name(dir) == name);
            player(dir.unwrap_or(Dir::Down), colours)
        }
    }
}

pub(crate) const GOAL: &str = "g";
/// A goal with a number on it.
pub(crate) const GOAL_LINE: &str = "gl";
pub(crate) const BOX: &str = "b";
/// A box on a goal.
pub(crate) const HOME: &str = "h";
pub(crate) const BOX_LINE: &str = "bl";
pub(crate) const BOULDER: &str = "o";
pub(crate) const PLAYER_LINE: &str = "pl";

pub(crate) const fn player_name(dir: Dir) -> &'static str {
    match dir {
        Dir::Up => "pu",
        Dir::Right => "pr",
        Dir::Down => "pd",
        Dir::Left => "pp",
    }
}

fn rect(inset: f64, radius: f64, paint: Paint) -> Shape {
    let side = 1.0 - 2.0 * inset;
    Shape::Rect { x: inset, y: inset, width: side, height: side, radius, paint }
}

/// A ring with a dot, large enough to be seen around the player.
fn goal(colours: &Colours) -> Vec<Shape> {
    let ring = Paint::edge(colours.goal, 0.08);
    let dot = Paint::fill(colours.goal);
    vec![
        Shape::Circle { x: 0.5, y: 0.5, radius: 0.38, paint: ring },
        Shape::Circle { x: 0.5, y: 0.5, radius: 0.09, paint: dot },
    ]
}

/// The square of a box, with a second border and a dot.
fn home(colours: &Colours) -> Vec<Shape> {
    let dot = Paint::fill(colours.home_dot);
    vec![
        rect(0.09, 0.12, Paint::both(colours.home_fill, colours.home_edge, 0.08)),
        rect(0.22, 0.06, Paint::edge(colours.home_dot, 0.06)),
        Shape::Circle { x: 0.5, y: 0.5, radius: 0.11, paint: dot },
    ]
}

fn boulder(colours: &Colours) -> Vec<Shape> {
    let points = [
        (0.32, 0.1),
        (0.68, 0.1),
        (0.9, 0.34),
        (0.9, 0.66),
        (0.68, 0.9),
        (0.32, 0.9),
        (0.1, 0.66),
        (0.1, 0.34),
    ];
    let paint = Paint::both(colours.crate_fill, colours.crate_edge, 0.08);
    vec![Shape::Polygon { points: points.to_vec(), paint }]
}

/// A disc with a notch where the player looks to.
fn player(dir: Dir, colours: &Colours) -> Vec<Shape> {
    let disc = Paint::both(colours.player, colours.player_edge, 0.06);
    vec![
        Shape::Circle { x: 0.5, y: 0.5, radius: 0.29, paint: disc },
        Shape::Polygon { points: notch(dir), paint: Paint::fill(colours.notch) },
    ]
}

/// The corners of the notch.
pub(crate) fn notch(dir: Dir) -> Vec<(f64, f64)> {
    turned(dir, &[(0.5, 0.26), (0.64, 0.46), (0.36, 0.46)])
}

/// Points of a unit square drawn for *up*, turned around its middle.
pub(crate) fn turned(dir: Dir, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let turn = |&(x, y): &(f64, f64)| match dir {
        Dir::Up => (x, y),
        Dir::Right => (1.0 - y, x),
        Dir::Down => (1.0 - x, 1.0 - y),
        Dir::Left => (y, 1.0 - x),
    };
    points.iter().map(turn).collect()
}
