//! Positions of a small search that wait, each entered once.

use kuraban_board::Bits;
use kuraban_board::store::Keys;

use crate::level::map::Map;
use crate::moves::macros::Made;

/// Boxes and the player's region, the one that came last first.
#[derive(Debug)]
pub(super) struct Frontier<const W: usize> {
    seen: Keys,
    waiting: Vec<(Bits<W>, Bits<W>)>,
}

impl<const W: usize> Frontier<W> {
    /// Begins with one position.
    pub(super) fn new(boxes: Bits<W>, cloud: Bits<W>) -> Self {
        Self { seen: Keys::default(), waiting: vec![(boxes, cloud)] }
    }

    pub(super) fn pop(&mut self) -> Option<(Bits<W>, Bits<W>)> {
        self.waiting.pop()
    }

    /// Adds a position, be it known or not.
    pub(super) fn push(&mut self, boxes: Bits<W>, cloud: Bits<W>) {
        self.waiting.push((boxes, cloud));
    }

    /// Adds the positions after these moves that were not met before.
    pub(super) fn extend(&mut self, map: &Map<W>, boxes: Bits<W>, moves: &[Made<W>]) {
        let board = &map.board;
        for &(action, _, cloud) in moves {
            let boxes = action.boxes(boxes);
            let player = cloud.first().unwrap_or(map.wall);
            if self.seen.insert(board.boxes_key(boxes) ^ board.player_key(player)) {
                self.push(boxes, cloud);
            }
        }
    }

    /// How many positions moves have led to.
    pub(super) fn met(&self) -> usize {
        self.seen.len()
    }
}
