//! Where no step of the plan can be done, makes room around the box that stands in the way of most
//! others: the box nearest to it, if possible itself, goes as far away as it can.

use std::cmp::Reverse;

use super::{Candidate, View, first_best};

pub(super) fn name<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    let here = view.here;
    if moves.iter().any(|(_, after, _)| after.packed > here.packed) {
        return None;
    }
    let hottest = view.statics.hotspots.hottest(view.base.boxes)?;
    first_best(view, moves, |child, after| {
        let walk = |spot: u16| view.statics.map.walk_distance(hottest, usize::from(spot));
        let (from, to) = (walk(child.action.from), walk(child.action.to));
        (after.regions <= here.regions && after.rooms <= here.rooms && to >= from)
            .then_some((from, Reverse(to)))
    })
}
