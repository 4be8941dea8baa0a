//! How far the boxes are from the landmark.

use kuraban_board::bound::warm::Matcher;
use kuraban_board::moves::Macro;
use kuraban_board::{Bits, Board, Distances};

/// Pushes of the cheapest matching of boxes with spots of the landmark; `None` where there is no
/// matching.
#[derive(Debug)]
pub(crate) struct LandmarkDistance<const W: usize> {
    matcher: Matcher<W>,
}

impl<const W: usize> LandmarkDistance<W> {
    /// By the distances between spots and the spots of the landmark, for positions like `boxes`.
    pub(crate) fn new(board: &Board<W>, distances: &Distances, boxes: Bits<W>) -> Self {
        Self { matcher: Matcher::new(distances, board.layout.len, boxes) }
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.matcher.bytes()
    }

    /// That of a position, which is then the one that moves lead out of.
    pub(crate) fn here(&mut self, boxes: Bits<W>) -> Option<u32> {
        self.matcher.go_to(boxes);
        self.matcher.total()
    }

    /// That after a move out of the position asked about last.
    pub(crate) fn after(&mut self, action: Macro) -> Option<u32> {
        match (usize::from(action.from), usize::from(action.to)) {
            (from, to) if from == to => self.matcher.total(),
            (from, to) => self.matcher.total_among(from, to),
        }
    }
}
