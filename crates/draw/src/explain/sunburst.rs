//! A large search tree as rings by depth: each position has the arc of its subtree.

use crate::explain::tree::{Growth, Tree};
use crate::shape::{Anchor, Drawing, Paint, Shape, Text};
use crate::style::Style;
use crate::theme::Hue;
use crate::{Colour, ramp};

/// More positions than these are left out, the deepest first.
const MOST: usize = 10_000;
/// The side of the picture and the outer radius, in units.
const SIDE: f64 = 24.0;
const RADIUS: f64 = 11.0;

pub(crate) fn draw(tree: &Tree, title: &str, style: &Style) -> Drawing {
    let colours = style.theme.colours();
    let (children, depths) = (tree.children(), tree.depths());
    let mut leaves = vec![0usize; tree.grown.len()];
    for node in (0..tree.grown.len()).rev() {
        leaves[node] =
            children[node].iter().map(|&child| leaves[child]).sum::<usize>().max(1);
    }
    let roots: Vec<usize> =
        (0..tree.grown.len()).filter(|&node| tree.grown[node].parent.is_none()).collect();
    let all: usize = roots.iter().map(|&root| leaves[root]).sum();
    let mut turns = vec![(0.0, 0.0); tree.grown.len()];
    let share = |nodes: &[usize], mut from: f64, turns: &mut Vec<(f64, f64)>| {
        for &node in nodes {
            let to = from + leaves[node] as f64 / all.max(1) as f64;
            turns[node] = (from, to);
            from = to;
        }
    };
    share(&roots, 0.0, &mut turns);
    for node in 0..tree.grown.len() {
        share(&children[node], turns[node].0, &mut turns);
    }
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let ring = RADIUS / (deepest as f64 + 1.0);
    let (x, y) = (SIDE / 2.0, SIDE / 2.0 + 1.0);
    let mut drawing = Drawing::new(SIDE, SIDE + 3.8, style.tile, colours.page);
    let last =
        tree.grown.iter().filter_map(|grown| grown.number).max().unwrap_or(1).max(2);
    let mut shown: Vec<usize> = (0..tree.grown.len()).collect();
    shown.sort_by_key(|&node| (depths[node], node));
    shown.truncate(MOST);
    // The way to the solution lies over everything else.
    shown.sort_by_key(|&node| tree.grown[node].is_on_way);
    for node in shown {
        let grown = &tree.grown[node];
        let radii = (ring * depths[node] as f64, ring * (depths[node] as f64 + 1.0));
        let fill = match grown.growth {
            Growth::Solved => colours.hue(Hue::Green),
            Growth::Waiting => colours.pale.faint(60),
            _ => grown.number.map_or(colours.pale, |number| {
                ramp((number - 1) as f64 / (last - 1) as f64)
            }),
        };
        let edge = if grown.is_on_way {
            colours.hue(Hue::Vermilion)
        } else {
            behind(colours.page)
        };
        let width = if grown.is_on_way {
            (ring / 5.0).min(0.1)
        } else {
            (0.03f64).min(ring / 12.0)
        };
        let paint = Paint::both(fill, edge, width);
        drawing.add(Shape::Sector { x, y, radii, turns: turns[node], paint });
    }
    let text = |y: f64, size: f64, is_bold, words: &str| {
        let (x, anchor, colour) = (0.4, Anchor::Start, colours.ink);
        let text = crate::font::fitting(words, size, SIDE - 0.8);
        Shape::Text(Text { x, y, size, anchor, is_bold, colour, text })
    };
    drawing.add(text(1.1, 0.9, true, title));
    let key = [
        "rings: depth; dark to light: when a position was expanded;",
        if tree.grown.iter().any(|grown| grown.is_on_way) {
            "grey: it waits; red: the way to the solution"
        } else {
            "grey: it waits; no way to a solution was found"
        },
    ];
    drawing.add(text(SIDE + 0.9, 0.62, false, key[0]));
    drawing.add(text(SIDE + 1.7, 0.62, false, key[1]));
    // What was found, and how it ended.
    for (caption, line) in tree.caption.splitn(2, "; ").zip([2.6, 3.4]) {
        drawing.add(text(SIDE + line, 0.62, false, caption));
    }
    drawing
}

fn behind(page: Option<Colour>) -> Colour {
    page.unwrap_or(Colour::hex(0xFF_FFFF))
}
