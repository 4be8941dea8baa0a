//! The best move after which more rooms see each other.

use super::{Candidate, View, first_best};

pub(super) fn name<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    first_best(view, moves, |_, after| {
        (after.rooms < view.here.rooms).then(|| after.score())
    })
}
