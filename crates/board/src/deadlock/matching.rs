//! No goal of its own for every box, each box being alone on the board: the bound by matching has
//! no value then.

use super::rules::{About, Asker};
use crate::Board;
use crate::bound::warm::Matcher;

pub(super) const ABOUT: About =
    About { name: "matching", sentence: "there is no goal of its own for every box" };

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    Box::new(|case| {
        let boxes = case.scene.boxes;
        let matcher = Matcher::new(&board.to_goal, board.layout.len, boxes);
        matcher.total().is_none().then_some(boxes)
    })
}
