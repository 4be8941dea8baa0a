//! A box stands where no goal can be reached from, even if the box were alone.

use super::rules::{About, Asker};
use crate::Board;

pub(super) const ABOUT: About =
    About { name: "dead-spot", sentence: "no goal can be reached from there" };

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    Box::new(|case| {
        Some(case.scene.boxes.minus(board.live)).filter(|boxes| !boxes.is_empty())
    })
}
