//! Where no step of the plan can be done, makes room around the next target.

use super::{Candidate, View, make_room};

pub(super) fn name<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    make_room(view, moves, view.plan.next_target(view.base.boxes, view.here.in_turn)?)
}
