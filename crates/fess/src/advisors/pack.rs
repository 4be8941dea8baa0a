//! The best move after which more steps of the plan are done.

use super::{Candidate, View, first_best};

pub(super) fn name<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    first_best(view, moves, |_, after| {
        (after.packed > view.here.packed).then(|| after.score())
    })
}
