//! How many regions the boxes cut the free cells into.

use kuraban_board::Bits;

use crate::level::map::Map;

/// Regions of the free cells. Searches that make moves get the number with each move; this
/// counts it anew.
pub(crate) fn count<const W: usize>(map: &Map<W>, boxes: Bits<W>) -> usize {
    map.count_parts(map.board.floor.minus(boxes))
}
