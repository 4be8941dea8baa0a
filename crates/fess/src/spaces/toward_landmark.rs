//! The order of a forward search toward a landmark, a position that a backward search has reached.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_search::BestCell;

use crate::features::landmark_distance::LandmarkDistance;
use crate::features::{bad_spots, overlap};
use crate::moves::pushes::Child;
use crate::shared::Shared;
use crate::spaces::ahead::Order;
use crate::spaces::nearness::{Near, Nearness};
use crate::strategy::Nearer;
use crate::tree::Score;

/// Toward a landmark.
#[derive(Debug)]
pub(crate) struct Toward<const W: usize> {
    shared: Arc<Shared<W>>,
    landmark: Bits<W>,
    distance: LandmarkDistance<W>,
    nearness: Nearness,
}

impl<const W: usize> Toward<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, landmark: Bits<W>, nearer: Nearer) -> Self {
        let board = &shared.statics.map.board;
        let distances = board.distances_to_goals(landmark, Bits::EMPTY);
        let distance = LandmarkDistance::new(board, &distances, board.start.boxes);
        let nearness = Nearness::from_start(nearer);
        Self { shared, landmark, distance, nearness }
    }

    fn rank(&self, boxes: Bits<W>, regions: usize, distance: Option<u32>) -> Score {
        self.nearness.score(&Near {
            distance,
            regions,
            overlap: overlap::count(self.landmark, boxes),
            bad_spots: bad_spots::count(&self.shared.statics.map, self.landmark, boxes),
            ..Near::default()
        })
    }
}

/// The best cell of a search in such an order, from its best score.
pub(crate) fn best_cell<const W: usize>(
    shared: &Shared<W>,
    strategy: &'static str,
    nearer: Nearer,
    best: Score,
) -> BestCell {
    let nearness = Nearness::from_start(nearer);
    BestCell {
        strategy,
        packed: nearness.overlap_of(best),
        boxes: shared.statics.map.board.goals.len(),
        regions: nearness.regions_of(best),
        plan: None,
    }
}

impl<const W: usize> Order<W> for Toward<W> {
    fn here(&mut self, boxes: Bits<W>, regions: usize) -> Score {
        let distance = self.distance.here(boxes);
        self.rank(boxes, regions, distance)
    }

    fn after(&mut self, child: &Child<W>) -> Score {
        let distance = self.distance.after(child.action);
        self.rank(child.boxes, usize::from(child.regions), distance)
    }

    fn cell(&self, score: Score) -> u64 {
        self.nearness.cell(score)
    }
}
