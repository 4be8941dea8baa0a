//! The order of a forward search toward a landmark: an open position that the solved one can be
//! pulled to.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_search::BestCell;

use crate::features::landmark_distance::LandmarkDistance;
use crate::features::{bad_spots, overlap};
use crate::moves::pushes::Child;
use crate::shared::Shared;
use crate::spaces::ahead::Order;
use crate::tree::{Field, Score};

const DISTANCE: Field = Field::lowest(17);
const BAD_SPOTS: Field = DISTANCE.above(9);
const OVERLAP: Field = BAD_SPOTS.above(10).more_is_better();
const REGIONS: Field = OVERLAP.above(9);
/// Whether the boxes cannot reach the landmark.
const OUT_OF_REACH: Field = REGIONS.above(1);

/// Toward a landmark.
#[derive(Debug)]
pub(crate) struct Toward<const W: usize> {
    shared: Arc<Shared<W>>,
    landmark: Bits<W>,
    distance: LandmarkDistance<W>,
}

impl<const W: usize> Toward<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, landmark: Bits<W>) -> Self {
        let board = &shared.statics.map.board;
        let distances = board.distances_to_goals(landmark, Bits::EMPTY);
        let distance = LandmarkDistance::new(board, &distances, board.start.boxes);
        Self { shared, landmark, distance }
    }

    /// How many boxes are on spots of the landmark, from a score.
    pub(crate) fn overlap_of(score: Score) -> usize {
        OVERLAP.of(score)
    }

    /// The best cell of a search toward a landmark, from its best score.
    pub(crate) fn best_cell(
        shared: &Shared<W>,
        strategy: &'static str,
        best: Score,
    ) -> BestCell {
        BestCell {
            strategy,
            packed: Self::overlap_of(best),
            boxes: shared.statics.map.board.goals.len(),
            regions: REGIONS.of(best),
            plan: None,
        }
    }

    /// Most important first: whether the boxes can reach the landmark, regions, boxes on it, bad
    /// spots, pushes to it.
    fn rank(&self, boxes: Bits<W>, regions: usize, distance: Option<u32>) -> Score {
        let bad_spots = bad_spots::count(&self.shared.statics.map, self.landmark, boxes);
        OUT_OF_REACH.put(usize::from(distance.is_none()))
            | REGIONS.put(regions)
            | OVERLAP.put(overlap::count(self.landmark, boxes))
            | BAD_SPOTS.put(bad_spots)
            | DISTANCE.put(distance.unwrap_or(0) as usize)
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
        score & (REGIONS.mask() | OVERLAP.mask())
    }
}
