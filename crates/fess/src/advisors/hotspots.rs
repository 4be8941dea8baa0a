//! The best move after which fewer boxes stand in the way of others.

use super::{Candidate, View, first_best};

pub(super) fn name<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    first_best(view, moves, |_, after| {
        (after.hotspots < view.here.hotspots).then(|| after.score())
    })
}
