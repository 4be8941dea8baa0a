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

/// What makes one position nearer to the landmark than another, of those with equal regions.
///
/// Neither is better: each solves levels at once on which the other is at a loss.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Nearer {
    /// More boxes are on it.
    ByBoxes,
    /// Fewer pushes are left to it.
    ByPushes,
}

/// The fields of a score.
#[derive(Clone, Copy, Debug)]
struct Fields {
    /// Whether the boxes cannot reach the landmark.
    out_of_reach: Field,
    regions: Field,
    overlap: Field,
    bad_spots: Field,
    distance: Field,
}

/// Most important first: whether the boxes can reach the landmark, regions, boxes on it, bad spots,
/// pushes to it.
const BY_BOXES: Fields = {
    let distance = Field::lowest(17);
    let bad_spots = distance.above(9);
    let overlap = bad_spots.above(10).more_is_better();
    let regions = overlap.above(9);
    Fields { out_of_reach: regions.above(1), regions, overlap, bad_spots, distance }
};

/// The same, but for pushes to it, which come before boxes on it.
const BY_PUSHES: Fields = {
    let bad_spots = Field::lowest(9);
    let overlap = bad_spots.above(10).more_is_better();
    let distance = overlap.above(17);
    let regions = distance.above(9);
    Fields { out_of_reach: regions.above(1), regions, overlap, bad_spots, distance }
};

impl Nearer {
    fn fields(self) -> &'static Fields {
        match self {
            Self::ByBoxes => &BY_BOXES,
            Self::ByPushes => &BY_PUSHES,
        }
    }

    /// How many boxes are on spots of the landmark, from a score.
    pub(crate) fn overlap_of(self, score: Score) -> usize {
        self.fields().overlap.of(score)
    }

    /// The best cell of a search toward a landmark, from its best score.
    pub(crate) fn best_cell<const W: usize>(
        self,
        shared: &Shared<W>,
        strategy: &'static str,
        best: Score,
    ) -> BestCell {
        BestCell {
            strategy,
            packed: self.overlap_of(best),
            boxes: shared.statics.map.board.goals.len(),
            regions: self.fields().regions.of(best),
            plan: None,
        }
    }
}

/// Toward a landmark.
#[derive(Debug)]
pub(crate) struct Toward<const W: usize> {
    shared: Arc<Shared<W>>,
    landmark: Bits<W>,
    distance: LandmarkDistance<W>,
    nearer: Nearer,
}

impl<const W: usize> Toward<W> {
    pub(crate) fn new(
        shared: Arc<Shared<W>>,
        landmark: Bits<W>,
        nearer: Nearer,
    ) -> Self {
        let board = &shared.statics.map.board;
        let distances = board.distances_to_goals(landmark, Bits::EMPTY);
        let distance = LandmarkDistance::new(board, &distances, board.start.boxes);
        Self { shared, landmark, distance, nearer }
    }

    fn rank(&self, boxes: Bits<W>, regions: usize, distance: Option<u32>) -> Score {
        let bad_spots = bad_spots::count(&self.shared.statics.map, self.landmark, boxes);
        let fields = self.nearer.fields();
        fields.out_of_reach.put(usize::from(distance.is_none()))
            | fields.regions.put(regions)
            | fields.overlap.put(overlap::count(self.landmark, boxes))
            | fields.bad_spots.put(bad_spots)
            | fields.distance.put(distance.unwrap_or(0) as usize)
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
        let fields = self.nearer.fields();
        let near = match self.nearer {
            Nearer::ByBoxes => fields.overlap,
            Nearer::ByPushes => fields.distance,
        };
        score & (fields.regions.mask() | near.mask())
    }
}
