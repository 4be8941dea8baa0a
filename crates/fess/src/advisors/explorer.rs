//! Opens a new side of another box to the player, by a move that could be undone.

use kuraban_board::moves::Way;
use kuraban_board::{Bits, FAR};
use kuraban_level::Dir;

use super::{Candidate, View, first_best};
use crate::level::map::Map;

pub(super) fn name<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
) -> Option<usize> {
    let map = &view.statics.map;
    first_best(view, moves, |child, after| {
        let (from, to) = (usize::from(child.action.from), usize::from(child.action.to));
        let before = (view.base.boxes, view.base.zone);
        (map.push_distance(to, from) != FAR
            && shows_more(map, before, (child.boxes, child.zone), to, Way::Push))
        .then(|| after.score())
    })
}

/// Whether, after a move that ended on `moved`, another box can be pushed (or pulled) by a player
/// on a spot that was neither in the player's zone nor a box before.
pub(crate) fn shows_more<const W: usize>(
    map: &Map<W>,
    (boxes, zone): (Bits<W>, Bits<W>),
    (boxes_after, zone_after): (Bits<W>, Bits<W>),
    moved: usize,
    way: Way,
) -> bool {
    let new = zone_after.minus(zone | boxes);
    let others = boxes_after.without(moved);
    let free = map.board.floor.minus(boxes_after);
    !new.is_empty()
        && Dir::ALL.into_iter().any(|dir| {
            let at = match way {
                Way::Push => map.board.shift(new, dir) & map.board.shift(free, !dir),
                Way::Pull => map.board.shift(new & map.board.shift(free, dir), dir),
            };
            at.meets(others)
        })
}
