//! Boxes that block each other for good.

use kuraban_level::Dir;

use super::rules::{About, Asker};
use crate::{Bits, Board, Scene};

pub(super) const ABOUT: About =
    About { name: "freeze", sentence: "these boxes block each other for good" };

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    Box::new(|case| {
        let is_lost = !case.frozen.minus(board.goals).is_empty();
        is_lost.then_some(case.frozen)
    })
}

/// The boxes that can never move again.
///
/// Boxes with both neighbours of one axis free, one of them live, are taken away, all at once,
/// until none is left to take: each of those could move if the ones taken before had moved out of
/// the way. What stays is blocked by walls, by boxes that stay, or by spots where a box would be
/// lost. Sound: in no solution do these boxes move.
#[inline]
pub fn frozen<const W: usize>(board: &Board<W>, boxes: Bits<W>) -> Bits<W> {
    frozen_on(board, board.floor, boxes)
}

/// The same on a floor some of which has become wall.
#[inline]
pub fn frozen_on<const W: usize>(
    board: &Board<W>,
    floor: Bits<W>,
    boxes: Bits<W>,
) -> Bits<W> {
    let mut left = boxes;
    loop {
        let free = floor.minus(left);
        let live = board.can_finish & free;
        let stride = board.layout.stride;
        let along = free.up(1) & free.down(1) & (live.up(1) | live.down(1));
        let across =
            free.up(stride) & free.down(stride) & (live.up(stride) | live.down(stride));
        let movable = left & (along | across);
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

/// Whether the box that has come to `at` is blocked in both directions and some frozen box is off
/// goal. The first look is cheap.
pub fn freezes<const W: usize>(board: &Board<W>, scene: &Scene<W>, at: usize) -> bool {
    let free = scene.free();
    let is_blocked =
        |dir: Dir| !free.has(board.near(at, dir)) || !free.has(board.near(at, !dir));
    is_blocked(Dir::Up)
        && is_blocked(Dir::Right)
        && !frozen_on(board, scene.floor, scene.boxes).minus(scene.goals).is_empty()
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    fn board(text: &str) -> Board<1> {
        Board::new(&text.parse::<Level>().expect("a level"))
    }

    #[test]
    fn a_block_of_four_is_frozen_and_three_are_not() {
        let board = board(
            "########\n#      #\n# $ $  #\n#    . #\n# $ $. #\n#@  .. #\n#      #\n########",
        );
        let spot = board.layout.boxes[0];
        let below = spot + board.layout.stride;
        let block: Bits<1> = [spot, spot + 1, below, below + 1].into_iter().collect();
        assert_eq!(frozen(&board, block), block);
        assert!(frozen(&board, block.without(below)).is_empty());
    }

    #[test]
    fn boxes_side_by_side_on_a_wall_are_frozen() {
        let board = board("########\n#  ..  #\n# $  $ #\n#      #\n#@     #\n########");
        let goals = board.goals;
        assert_eq!(frozen(&board, goals), goals);
        assert!(!is_lost(&board, goals), "they are where they belong");
        let beside = Bits::of(board.layout.goals[1]).with(board.layout.goals[1] + 1);
        assert!(is_lost(&board, beside));
        assert!(!is_lost(&board, board.start.boxes));
    }

    #[test]
    fn a_box_that_only_others_block_is_not_frozen() {
        // Three in a row in the open: the middle one is blocked along the row only.
        let board = board(
            "#########\n#       #\n#  $$$  #\n#       #\n#@ ...  #\n#       #\n#########",
        );
        assert!(frozen(&board, board.start.boxes).is_empty());
    }
}
