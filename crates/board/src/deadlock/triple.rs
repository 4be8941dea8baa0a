//! Three boxes that cannot be finished even alone, by the table of [`subsets`].

use kuraban_search::without_limits;

use super::pair;
use super::rules::{About, Asker};
use super::subsets::{self, End, Subsets};
use crate::Board;

/// Bytes the table may take.
const BYTES: usize = 4 << 20;

pub(super) const ABOUT: About = About { name: "triple", sentence: subsets::SENTENCE };

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    let table = table(board);
    Box::new(move |case| {
        table.as_ref()?.lost_set(board, case.scene.boxes, case.scene.zone.first()?)
    })
}

/// The table of pairs and triples, where it is small enough.
fn table<const W: usize>(board: &Board<W>) -> Option<Subsets<W>> {
    if Subsets::triples_bytes(board) > BYTES {
        return None;
    }
    let mut table = pair::table(board)?;
    let _ = without_limits(|turn| table.add_triples(board, End::Goals, turn));
    Some(table)
}
