//! More boxes in a part of the board than goals to be reached from there.

use super::rules::{About, Asker};
use crate::{Bits, Board, FAR};

pub(super) const ABOUT: About = About {
    name: "capacity",
    sentence: "more boxes than goals that can be reached from here",
};

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    let capacity = Capacity::new(board);
    Box::new(move |case| {
        let boxes = case.scene.boxes;
        capacity.overflow(boxes).map(|part| part & boxes)
    })
}

/// Parts of the board and how many boxes they may hold.
///
/// Spots are grouped by the goals a lone box can reach from them; a part is the union of all
/// groups whose goals lie within one group's. It follows from Hall's theorem that the matching
/// bound sees these deadlocks too; this test costs a few instructions per part.
#[derive(Clone, Debug)]
pub struct Capacity<const W: usize> {
    parts: Vec<(Bits<W>, usize)>,
}

impl<const W: usize> Capacity<W> {
    /// Finds the parts that can overflow.
    pub fn new(board: &Board<W>) -> Self {
        let reach = |spot: usize| -> Bits<W> {
            let row = board.to_goal.row(spot);
            let goals = board.layout.goals.iter().zip(row);
            goals.filter(|(_, pushes)| **pushes != FAR).map(|(&goal, _)| goal).collect()
        };
        let live: Vec<(usize, Bits<W>)> =
            board.live.iter().map(|spot| (spot, reach(spot))).collect();
        let mut parts: Vec<(Bits<W>, usize)> = Vec::new();
        for (_, goals) in &live {
            let inside = |other: &Bits<W>| other.minus(*goals).is_empty();
            let part: Bits<W> = live
                .iter()
                .filter(|(_, other)| inside(other))
                .map(|(spot, _)| *spot)
                .collect();
            let room = goals.len();
            if room < part.len().min(board.layout.boxes.len())
                && !parts.contains(&(part, room))
            {
                parts.push((part, room));
            }
        }
        Self { parts }
    }

    /// The part that holds too many boxes, if there is one.
    pub fn overflow(&self, boxes: Bits<W>) -> Option<Bits<W>> {
        self.parts
            .iter()
            .find(|(part, room)| (boxes & *part).len() > *room)
            .map(|(part, _)| *part)
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn two_boxes_on_a_wall_with_one_goal_are_too_many() {
        let level: Level =
            "#######\n#  .  #\n# $ $ #\n#  @  #\n#  .  #\n# ### #\n#     #\n#######"
                .parse()
                .unwrap();
        let board = Board::<1>::new(&level);
        let capacity = Capacity::new(&board);
        assert_eq!(capacity.overflow(board.start.boxes), None);
        let top = board.layout.boxes.iter().map(|&spot| spot - board.layout.stride);
        assert!(capacity.overflow(top.collect()).is_some());
    }
}
