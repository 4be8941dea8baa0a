//! The best move that improves one feature: more steps of the plan done, fewer regions, fewer
//! rooms out of sight of each other, fewer boxes in the way of others.

use super::{Candidate, View, first_best};

pub(super) fn pack<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    first_best(view, moves, |_, after| {
        (after.packed > view.here.packed).then(|| after.score())
    })
}

pub(super) fn connectivity<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    first_best(view, moves, |_, after| {
        (after.regions < view.here.regions).then(|| after.score())
    })
}

pub(super) fn rooms<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    first_best(view, moves, |_, after| {
        (after.rooms < view.here.rooms).then(|| after.score())
    })
}

pub(super) fn hotspots<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    first_best(view, moves, |_, after| {
        (after.hotspots < view.here.hotspots).then(|| after.score())
    })
}
