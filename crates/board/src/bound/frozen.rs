//! The least assignment on boards where frozen boxes have become walls.

use std::collections::HashMap;

use crate::bound::warm::Matcher;
use crate::{Bits, Board};

/// Bytes for what is remembered.
const MEMORY: usize = 32 << 20;

/// The least total of pushes once frozen boxes are walls: they stand in the way of the others,
/// and the player has to walk round them.
///
/// Frozen sets come back again and again in a search, so what was found for them is kept; when
/// there are too many, all is forgotten. A frozen box never moves again, so along a solution the
/// frozen set only grows: the total falls by at most one with every push, and A* stays exact.
#[derive(Clone, Debug, Default)]
pub struct FrozenBound<const W: usize> {
    known: HashMap<Bits<W>, Matcher<W>>,
    bytes: usize,
}

impl<const W: usize> FrozenBound<W> {
    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The fewest pushes that take each box that is not frozen to a goal of its own, each by
    /// itself; `None` where some box cannot have one. `frozen` are boxes on goals.
    pub fn total(
        &mut self,
        board: &Board<W>,
        boxes: Bits<W>,
        frozen: Bits<W>,
    ) -> Option<u32> {
        debug_assert!(frozen.minus(board.goals & boxes).is_empty());
        let movers = boxes.minus(frozen);
        if let Some(matcher) = self.known.get_mut(&frozen) {
            matcher.go_to(movers);
            return matcher.total();
        }
        if self.bytes >= MEMORY {
            self.known.clear();
            self.bytes = 0;
        }
        let distances = board.distances_to_goals(board.goals.minus(frozen), frozen);
        let matcher = Matcher::new(&distances, board.layout.len, movers);
        let total = matcher.total();
        self.bytes += matcher.bytes() + size_of::<Bits<W>>();
        self.known.insert(frozen, matcher);
        total
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn counts_the_way_round_a_frozen_box() {
        // A box in the upper door of the goal column sends the other one round to the lower.
        let level: Level = "\
            #########\n\
            #       #\n\
            # $ $@  #\n\
            #  #.#  #\n\
            #  #.#  #\n\
            #       #\n\
            #       #\n\
            #########"
            .parse()
            .unwrap();
        let board = Board::<2>::new(&level);
        let goals: Vec<usize> = board.goals.iter().collect();
        let boxes = Bits::of(board.layout.boxes[0]).with(goals[0]);
        let mut bound = FrozenBound::default();
        for _ in 0..2 {
            assert_eq!(bound.total(&board, boxes, Bits::EMPTY), Some(4));
            assert_eq!(bound.total(&board, boxes, Bits::of(goals[0])), Some(6));
        }
    }
}
