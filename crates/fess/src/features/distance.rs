//! How far the boxes are from the goals.

use kuraban_board::Bits;

use crate::level::map::Map;

/// Pushes from each box to the goal nearest to it, summed. Along a plan more is better: it keeps
/// boxes from crowding the goals before their time.
pub(crate) fn to_near_goals<const W: usize>(map: &Map<W>, boxes: Bits<W>) -> usize {
    boxes.iter().map(|spot| usize::from(map.near_goal[spot])).sum()
}

/// Pushes from each box to every goal it can reach, summed. Going backward more is better: boxes
/// far from all goals leave the board open.
pub(crate) fn to_all_goals<const W: usize>(map: &Map<W>, boxes: Bits<W>) -> u32 {
    boxes.iter().map(|spot| map.sum_goals[spot]).sum()
}
