//! Positions of a small search that wait, each entered once.

use kuraban_board::Bits;
use kuraban_board::moves::Made;
use kuraban_board::store::Keys;

use crate::level::map::Map;

/// Boxes and the player's zone, the one that came last first.
#[derive(Debug)]
pub(super) struct Frontier<const W: usize> {
    seen: Keys,
    waiting: Vec<(Bits<W>, Bits<W>)>,
}

impl<const W: usize> Frontier<W> {
    /// Begins with one position.
    pub(super) fn new(boxes: Bits<W>, zone: Bits<W>) -> Self {
        Self { seen: Keys::default(), waiting: vec![(boxes, zone)] }
    }

    pub(super) fn pop(&mut self) -> Option<(Bits<W>, Bits<W>)> {
        self.waiting.pop()
    }

    /// Adds a position, be it known or not.
    pub(super) fn push(&mut self, boxes: Bits<W>, zone: Bits<W>) {
        self.waiting.push((boxes, zone));
    }

    /// Adds the positions after these moves that were not met before.
    pub(super) fn extend(&mut self, map: &Map<W>, boxes: Bits<W>, moves: &[Made<W>]) {
        let board = &map.board;
        for &(action, _, zone) in moves {
            let boxes = action.boxes(boxes);
            let player = zone.first().unwrap_or(map.board.wall);
            if self.seen.insert(board.boxes_key(boxes) ^ board.player_key(player)) {
                self.push(boxes, zone);
            }
        }
    }

    /// How many positions moves have led to.
    pub(super) fn met(&self) -> usize {
        self.seen.len()
    }
}
