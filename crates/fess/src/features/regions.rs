//! How many regions the boxes cut the free spots into.

use kuraban_board::Bits;

use crate::level::map::Map;

/// Regions of the free spots. Searches that make moves get the number with each move; this
/// counts it anew.
pub(crate) fn count<const W: usize>(map: &Map<W>, boxes: Bits<W>) -> usize {
    map.board.count_parts(map.board.floor.minus(boxes))
}
