//! Clears an area where boxes will soon be of no use: the box nearest to it, or in it, goes as far
//! away as it can, by a move that could be undone and spoils nothing.

use std::cmp::Reverse;

use kuraban_board::FAR;

use super::{Candidate, View, first_best};

pub(super) fn name<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    let here = view.here;
    if here.out_of_plan == 0 {
        return None;
    }
    let way = view.out_of_plan.way_out(here.in_turn)?;
    first_best(view, moves, |child, after| {
        let (from, to) = (usize::from(child.action.from), usize::from(child.action.to));
        let spoils = after.regions > here.regions
            || after.rooms > here.rooms
            || after.out_of_plan > here.out_of_plan;
        let leads = way[from] != FAR && way[to] != FAR && way[to] > way[from];
        (!spoils && leads && view.statics.map.push_distance(to, from) != FAR)
            .then(|| (way[from], Reverse(way[to])))
    })
}
