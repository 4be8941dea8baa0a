//! Positions of a small search that wait, each entered once.

use kuraban_board::moves::Made;
use kuraban_board::store::Keys;
use kuraban_board::{Bits, Board};

/// Boxes and the player's zone.
pub(crate) type Met<const W: usize> = (Bits<W>, Bits<W>);

/// Identifies boxes and the player's zone.
pub(super) fn key<const W: usize>(board: &Board<W>, (boxes, zone): Met<W>) -> u64 {
    board.boxes_key(boxes) ^ board.player_key(zone.first().unwrap_or(board.wall))
}

/// The position that came last goes first.
#[derive(Debug)]
pub(super) struct Frontier<const W: usize> {
    seen: Keys,
    waiting: Vec<Met<W>>,
}

impl<const W: usize> Frontier<W> {
    /// Begins with one position.
    pub(super) fn new(first: Met<W>) -> Self {
        Self { seen: Keys::default(), waiting: vec![first] }
    }

    pub(super) fn pop(&mut self) -> Option<Met<W>> {
        self.waiting.pop()
    }

    /// Adds a position, be it known or not.
    pub(super) fn push(&mut self, met: Met<W>) {
        self.waiting.push(met);
    }

    /// Adds the positions after these moves that were not met before.
    pub(super) fn extend(&mut self, board: &Board<W>, boxes: Bits<W>, moves: &[Made<W>]) {
        for &(action, _, zone) in moves {
            let next = (action.boxes(boxes), zone);
            if self.seen.insert(key(board, next)) {
                self.push(next);
            }
        }
    }

    /// How many positions moves have led to.
    pub(super) fn met(&self) -> usize {
        self.seen.len()
    }
}
