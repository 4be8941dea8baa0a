//! Where no step of the plan can be done, makes room around the box that stands in the way of most
//! others; if possible it goes itself.

use super::{Candidate, View, make_room};

pub(super) fn name<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    make_room(view, moves, view.statics.hotspots.hottest(view.base.boxes)?)
}
