//! The order of a forward search toward a landmark: an open position that the solved one can be
//! pulled to.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::bound::warm::Matcher;

use crate::ahead::Order;
use crate::map::opposite;
use crate::pushes::Child;
use crate::shared::Shared;
use crate::tree::Score;

/// Toward a landmark.
#[derive(Debug)]
pub(crate) struct Toward<const W: usize> {
    shared: Arc<Shared<W>>,
    landmark: Bits<W>,
    matcher: Matcher<W>,
}

impl<const W: usize> Toward<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, landmark: Bits<W>) -> Self {
        let board = &shared.statics.map.board;
        let distances = board.distances_to_goals(landmark, Bits::EMPTY);
        let matcher = Matcher::new(&distances, board.layout.len, board.start.boxes);
        Self { shared, landmark, matcher }
    }

    /// How many boxes are on cells of the landmark, from a score.
    pub(crate) fn overlap_of(score: Score) -> usize {
        1023 - (score >> 26 & 0x3ff) as usize
    }

    /// The regions, from a score.
    pub(crate) fn regions_of(score: Score) -> usize {
        (score >> 36 & 0x1ff) as usize
    }

    /// Most important first: whether the boxes can reach the landmark, regions, boxes on it, bad
    /// spots, pushes to it.
    fn rank(&self, boxes: Bits<W>, regions: usize, distance: Option<u32>) -> Score {
        let part = |value: usize, bits: u32| (value as u64).min((1 << bits) - 1);
        u64::from(distance.is_none()) << 46
            | part(regions, 9) << 36
            | (1023 - part((boxes & self.landmark).len(), 10)) << 26
            | part(self.bad_spots(boxes), 9) << 17
            | part(distance.unwrap_or(0) as usize, 17)
    }

    /// Boxes off the landmark that touch a wall or a box, and cells of the landmark that no box
    /// can be pushed onto as things stand.
    fn bad_spots(&self, boxes: Bits<W>) -> usize {
        let map = &self.shared.statics.map;
        let floor = map.board.floor;
        let free = floor.minus(boxes);
        let [a, b, c, d] = [0, 1, 2, 3].map(|dir| map.shift(free, dir));
        let touching = boxes.minus(self.landmark | (a & b & c & d));
        let mut open = Bits::EMPTY;
        for dir in 0..4 {
            let next = floor & map.shift(free, opposite(dir));
            open |= map.shift(next, opposite(dir));
        }
        touching.len() + self.landmark.minus(boxes | open).len()
    }
}

impl<const W: usize> Order<W> for Toward<W> {
    fn here(&mut self, boxes: Bits<W>, regions: usize) -> Score {
        self.matcher.go_to(boxes);
        self.rank(boxes, regions, self.matcher.total())
    }

    fn after(&mut self, child: &Child<W>) -> Score {
        let (from, to) = (usize::from(child.action.from), usize::from(child.action.to));
        let distance = if from == to {
            self.matcher.total()
        } else {
            self.matcher.total_after(from, to)
        };
        self.rank(child.boxes, usize::from(child.regions), distance)
    }

    fn cell(&self, score: Score) -> u64 {
        score & (0x1ff << 36 | 0x3ff << 26)
    }
}
