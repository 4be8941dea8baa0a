//! A search as a tree: what came from what.

use kuraban_level::Level;
use kuraban_level::words::count;

use crate::explain::sunburst;
use crate::picture::Picture;
use crate::shape::{Anchor, Dash, Drawing, Paint, Shape, Text};
use crate::style::{Style, TooLarge};
use crate::theme::Hue;

/// What became of a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Growth {
    /// It was expanded.
    Expanded,
    /// It was found and waits, or waited when the search ended.
    Waiting,
    /// It was expanded and led to nothing new.
    DeadEnd,
    /// It is solved.
    Solved,
}

/// A position of a search.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The position it came from, by its place in the list; roots have none.
    pub parent: Option<usize>,
    /// Boxes and player, as a level.
    pub position: Level,
    /// When it was expanded, counted from one.
    pub number: Option<usize>,
    /// What became of it.
    pub growth: Growth,
    /// Whether the solution goes through it.
    pub is_on_way: bool,
}

/// The positions of a search in the order in which they were found, and positions that were found
/// once more from others.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// All positions; a parent stands before its children.
    pub grown: Vec<Grown>,
    /// From where which position was found again.
    pub again: Vec<(usize, usize)>,
    /// What is told below.
    pub caption: String,
}

/// Up to so many positions are drawn as boards.
pub(crate) const MOST_BOARDS: usize = 60;
/// The longer side of a thumbnail, and the gaps beside and below it, in units.
const SIDE: f64 = 4.0;
const GAP: f64 = 1.2;
const BELOW: f64 = 2.4;

impl Tree {
    /// Draws it: positions as boards where they are few, else as rings by depth, the start in the
    /// middle.
    pub fn draw(&self, title: &str, style: &Style) -> Result<Drawing, TooLarge> {
        let mut drawing = if (1..=MOST_BOARDS).contains(&self.grown.len()) {
            self.boards(title, style)?
        } else {
            sunburst::draw(self, title, style)
        };
        let positions = count(self.grown.len(), "position");
        drawing.title = format!("{title}: a search tree of {positions}");
        drawing.about.clone_from(&self.caption);
        Ok(drawing)
    }

    /// The children of each position.
    pub(crate) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.grown.len()];
        for (index, grown) in self.grown.iter().enumerate() {
            if let Some(parent) = grown.parent {
                children[parent].push(index);
            }
        }
        children
    }

    pub(crate) fn depths(&self) -> Vec<usize> {
        let mut depths: Vec<usize> = Vec::with_capacity(self.grown.len());
        for grown in &self.grown {
            depths.push(grown.parent.map_or(0, |parent| depths[parent] + 1));
        }
        depths
    }

    fn boards(&self, title: &str, style: &Style) -> Result<Drawing, TooLarge> {
        let colours = style.theme.colours();
        let places = placed(&self.children(), &self.depths());
        let right = places.iter().map(|place| place.0).fold(0.0, f64::max);
        let deepest = self.depths().into_iter().max().unwrap_or(0);
        let head = 2.4;
        let level = &self.grown[0].position;
        let longer = level.width().max(level.height()) as f64;
        let (wide, tall) =
            (SIDE * level.width() as f64 / longer, SIDE * level.height() as f64 / longer);
        let (across, down) = (wide + GAP, tall + BELOW);
        let width = ((right + 1.0) * across + 0.6).max(24.0);
        let key = self.key();
        let height = head + deepest as f64 * down + tall + 2.4 + key.len() as f64;
        let indent = (width - (right + 1.0) * across) / 2.0;
        let page = colours.page;
        let mut drawing = Drawing::new(width, height, style.tile, page);
        let middle = |index: usize| {
            let (x, depth) = places[index];
            (indent + (x + 0.5) * across, head + depth as f64 * down)
        };
        let mut plain = Vec::new();
        let mut bold = Vec::new();
        for (index, grown) in self.grown.iter().enumerate() {
            let Some(parent) = grown.parent else { continue };
            let (from, to) = (middle(parent), middle(index));
            let line = vec![
                (from.0, from.1 + tall),
                (from.0, to.1 - 0.9),
                (to.0, to.1 - 0.9),
                (to.0, to.1),
            ];
            if grown.is_on_way { bold.push(line) } else { plain.push(line) }
        }
        let again = self.again.iter().map(|&(from, to)| {
            let ((x, y), (right, below)) = (middle(from), middle(to));
            vec![(x + 0.3 * wide, y + tall), (right + 0.3 * wide, below + 0.5 * tall)]
        });
        let dashed = Dash::Dashed;
        for (lines, width, colour, dash) in [
            (again.collect(), 0.07, colours.pale.faint(150), dashed),
            (plain, 0.1, colours.pale, Dash::Solid),
            (bold, 0.26, colours.hue(Hue::Green), Dash::Solid),
        ] {
            if !Vec::is_empty(&lines) {
                drawing.add(Shape::Lines { lines, width, colour, dash });
            }
        }
        for index in 0..self.grown.len() {
            self.board(index, middle(index), style, &mut drawing)?;
        }
        let text = |y: f64, size: f64, is_bold, words: &str| {
            let (x, anchor) = (0.4, Anchor::Start);
            let colour = colours.ink;
            Shape::Text(Text {
                x,
                y,
                size,
                anchor,
                is_bold,
                colour,
                text: words.to_owned(),
            })
        };
        drawing.add(text(1.2, 0.95, true, title));
        let words = crate::font::fitting(&self.caption, 0.7, width - 0.8);
        drawing.add(text(height - 0.7, 0.7, false, &words));
        for (line, words) in key.iter().rev().enumerate() {
            let words = crate::font::fitting(words, 0.62, width - 0.8);
            drawing.add(text(height - 1.8 - line as f64, 0.62, false, &words));
        }
        Ok(drawing)
    }

    /// What the signs mean: those that are there.
    fn key(&self) -> Vec<&'static str> {
        let any = |test: fn(&Grown) -> bool| self.grown.iter().any(test);
        let mut lines = vec!["numbers: the order of expansion"];
        if any(|grown| grown.is_on_way) {
            lines.push("bold and green: the way to the solution");
        }
        if any(|grown| grown.growth == Growth::DeadEnd) {
            lines.push("red and crossed: nothing new came of it");
        }
        if any(|grown| grown.growth == Growth::Waiting) {
            lines.push("pale frame: found, not expanded");
        }
        if !self.again.is_empty() {
            lines.push("dashed: found again");
        }
        lines
    }

    /// One position: its board in a frame, its number, and a cross where it is a dead end.
    fn board(
        &self,
        index: usize,
        (x, y): (f64, f64),
        style: &Style,
        drawing: &mut Drawing,
    ) -> Result<(), TooLarge> {
        let colours = style.theme.colours();
        let grown = &self.grown[index];
        let mut plain = *style;
        (plain.title, plain.coordinates) = (false, false);
        let board = Picture::of(&grown.position).draw(&plain)?;
        let scale = (SIDE / board.width).min(SIDE / board.height);
        let (width, height) = (board.width * scale, board.height * scale);
        let (left, top) = (x - width / 2.0, y);
        let (frame, thick) = match grown.growth {
            Growth::Solved => (colours.hue(Hue::Green), 0.24),
            Growth::DeadEnd => (colours.hue(Hue::Vermilion), 0.16),
            _ if grown.is_on_way => (colours.hue(Hue::Green), 0.16),
            Growth::Expanded => (colours.ink, 0.1),
            Growth::Waiting => (colours.pale.faint(120), 0.06),
        };
        let behind = colours.page.unwrap_or(colours.floor);
        let rect = |fill| Shape::Rect {
            x: left - 0.15,
            y: top - 0.15,
            width: width + 0.3,
            height: height + 0.3,
            radius: 0.15,
            paint: if fill { Paint::fill(behind) } else { Paint::edge(frame, thick) },
        };
        drawing.add(rect(true));
        drawing.place(board, left, top, scale);
        drawing.add(rect(false));
        if grown.growth == Growth::DeadEnd {
            let (right, bottom) = (left + width, top + height);
            let lines = vec![
                vec![(left, top), (right, bottom)],
                vec![(right, top), (left, bottom)],
            ];
            let colour = colours.hue(Hue::Vermilion).faint(190);
            drawing.add(Shape::Lines { lines, width: 0.14, colour, dash: Dash::Solid });
        }
        if let Some(number) = grown.number {
            let disc = (number.to_string(), frame);
            let centre = (left, top);
            crate::layers::disc(centre, 0.5, (&disc.0, disc.1), colours, drawing);
        }
        Ok(())
    }
}

/// Where each node lies: places across, and its depth. After Reingold and Tilford (1981): a
/// subtree is drawn the same wherever it stands, children side by side as close as they can be,
/// their parent over their middle.
fn placed(children: &[Vec<usize>], depths: &[usize]) -> Vec<(f64, usize)> {
    let count = children.len();
    // Of each subtree, relative to its root: the outermost places by depth.
    let mut outlines: Vec<Vec<(f64, f64)>> = vec![Vec::new(); count];
    let mut offsets = vec![0.0; count];
    // Children stand behind their parents, so they come first from the end.
    for node in (0..count).rev() {
        let mut joined: Vec<(f64, f64)> = Vec::new();
        let mut places: Vec<f64> = Vec::new();
        for &child in &children[node] {
            let outline = std::mem::take(&mut outlines[child]);
            let shift = joined
                .iter()
                .zip(&outline)
                .map(|(left, right)| left.1 + 1.0 - right.0)
                .fold(f64::NEG_INFINITY, f64::max);
            let shift = if shift.is_finite() { shift } else { 0.0 };
            for (depth, &(left, right)) in outline.iter().enumerate() {
                match joined.get_mut(depth) {
                    Some(row) => row.1 = right + shift,
                    None => joined.push((left + shift, right + shift)),
                }
            }
            places.push(shift);
        }
        let middle = match (places.first(), places.last()) {
            (Some(first), Some(last)) => f64::midpoint(*first, *last),
            _ => 0.0,
        };
        for (&child, place) in children[node].iter().zip(&places) {
            offsets[child] = place - middle;
        }
        outlines[node] = std::iter::once((0.0, 0.0))
            .chain(joined.iter().map(|row| (row.0 - middle, row.1 - middle)))
            .collect();
    }
    let mut across: Vec<f64> = vec![0.0; count];
    let mut next = 0.0;
    let mut parents = vec![None; count];
    for (node, list) in children.iter().enumerate() {
        for &child in list {
            parents[child] = Some(node);
        }
    }
    for node in 0..count {
        across[node] = if let Some(parent) = parents[node] {
            across[parent] + offsets[node]
        } else {
            let outline = &outlines[node];
            let left = outline.iter().map(|row| row.0).fold(0.0, f64::min);
            let right = outline.iter().map(|row| row.1).fold(0.0, f64::max);
            let place = next - left;
            next = place + right + 1.0;
            place
        };
    }
    across.into_iter().zip(depths.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_a_depth_keep_their_distance() {
        // A root with three children; the first and the third have two each, of which the last has
        // three.
        let children: Vec<Vec<usize>> = vec![
            vec![1, 2, 3],
            vec![4, 5],
            vec![],
            vec![6, 7],
            vec![],
            vec![8, 9, 10],
            vec![11, 12],
            vec![],
            vec![],
            vec![],
            vec![],
            vec![],
            vec![],
        ];
        let mut depths = vec![0; children.len()];
        for (node, list) in children.iter().enumerate() {
            for &child in list {
                depths[child] = depths[node] + 1;
            }
        }
        let places = placed(&children, &depths);
        for (index, a) in places.iter().enumerate() {
            assert!(a.0 >= 0.0);
            for b in &places[..index] {
                assert!(a.1 != b.1 || (a.0 - b.0).abs() > 0.999, "{a:?} {b:?}");
            }
        }
        assert!((places[0].0 - f64::midpoint(places[1].0, places[3].0)).abs() < 1e-9);
    }
}
