//! Two boxes that cannot be finished even alone, by the table of [`subsets`].

use kuraban_search::without_limits;

use super::rules::{About, Asker};
use super::subsets::{self, End, Subsets};
use crate::Board;

/// Bytes the table may take.
const BYTES: usize = 16 << 20;

pub(super) const ABOUT: About = About { name: "pair", sentence: subsets::SENTENCE };

/// The table, where it is small enough.
pub(super) fn table<const W: usize>(board: &Board<W>) -> Option<Subsets<W>> {
    if Subsets::pairs_bytes(board) > BYTES {
        return None;
    }
    without_limits(|turn| Subsets::pairs(board, End::Goals, turn)).continue_value()
}

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    let table = table(board);
    Box::new(move |case| {
        table.as_ref()?.lost_set(board, case.scene.boxes, case.scene.zone.first()?)
    })
}
