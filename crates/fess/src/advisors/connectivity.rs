//! The best move that joins regions.

use super::{Candidate, View, first_best};

pub(super) fn name<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    first_best(view, moves, |_, after| {
        (after.regions < view.here.regions).then(|| after.score())
    })
}
