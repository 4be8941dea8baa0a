//! Boxes that block each other for good.

use kuraban_level::Dir;

use crate::{Bits, Board};

/// The boxes that can never move again.
///
/// Boxes with both neighbours of one axis free, one of them live, are taken away, all at once,
/// until none is left to take: each of those could move if the ones taken before had moved out of
/// the way. What stays is blocked by walls, by boxes that stay, or by spots where a box would be
/// lost. Sound: in no solution do these boxes move.
#[inline]
pub fn frozen<const W: usize>(board: &Board<W>, boxes: Bits<W>) -> Bits<W> {
    let mut left = boxes;
    loop {
        let free = board.floor.minus(left);
        let live = board.can_finish.minus(left);
        let axis = |dir: Dir| {
            let (one, other) = (board.shift(free, dir), board.shift(free, !dir));
            one & other & (board.shift(live, dir) | board.shift(live, !dir))
        };
        let movable = left & (axis(Dir::Right) | axis(Dir::Down));
        if movable.is_empty() {
            return left;
        }
        left = left.minus(movable);
        if left.is_empty() {
            return left;
        }
    }
}

/// Whether a frozen box is off goal.
#[inline]
pub fn is_lost<const W: usize>(board: &Board<W>, boxes: Bits<W>) -> bool {
    !frozen(board, boxes).minus(board.goals).is_empty()
}
