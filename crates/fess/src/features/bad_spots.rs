//! What stands in the way of a landmark.

use kuraban_board::Bits;
use kuraban_level::Dir;

use super::shut::open;
use crate::level::map::Map;

/// Boxes off the landmark that touch a wall or a box, and spots of the landmark that no box can be
/// pushed onto as things stand.
pub(crate) fn count<const W: usize>(
    map: &Map<W>,
    landmark: Bits<W>,
    boxes: Bits<W>,
) -> usize {
    let free = map.board.floor.minus(boxes);
    let [a, b, c, d] = Dir::ALL.map(|dir| map.board.shift(free, dir));
    let touching = boxes.minus(landmark | (a & b & c & d));
    touching.len() + landmark.minus(boxes | open(map, boxes)).len()
}
