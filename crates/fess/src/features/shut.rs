//! Boxes that are shut in.

use kuraban_board::Bits;
use kuraban_level::Dir;

use crate::level::map::Map;

/// Boxes that cannot be pulled in any direction, walls and boxes being as they are and the player
/// wherever it likes.
pub(crate) fn count<const W: usize>(map: &Map<W>, boxes: Bits<W>) -> usize {
    boxes.minus(open(map, boxes)).len()
}

/// Spots from which a box could be pulled, and onto which one could be pushed: there is floor
/// beside them, and a free spot beyond.
pub(super) fn open<const W: usize>(map: &Map<W>, boxes: Bits<W>) -> Bits<W> {
    let floor = map.board.floor;
    let free = floor.minus(boxes);
    let mut open = Bits::EMPTY;
    for dir in Dir::ALL {
        let next = floor & map.board.shift(free, !dir);
        open |= map.board.shift(next, !dir);
    }
    open
}
