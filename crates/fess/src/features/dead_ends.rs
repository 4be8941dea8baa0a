//! Free spots in dead ends.

use kuraban_board::Bits;
use kuraban_level::Dir;

use crate::level::map::Map;

/// How many free spots lie in dead ends: what is left has two ways on, or is a goal.
pub(crate) fn count<const W: usize>(map: &Map<W>, boxes: Bits<W>) -> usize {
    let free = map.board.floor.minus(boxes);
    let goals = map.board.goals & free;
    let mut left = free;
    loop {
        let [a, b, c, d] = Dir::ALL.map(|dir| map.board.shift(left, dir));
        let two_ways = (a & (b | c | d)) | (b & (c | d)) | (c & d);
        let next = left & (two_ways | goals);
        if next == left {
            return free.minus(left).len();
        }
        left = next;
    }
}
