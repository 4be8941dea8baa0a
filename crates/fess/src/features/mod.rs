//! Features: each file counts one thing in a position.
//!
//! Where goals are filled, they are compared in the order of [`Features`]; toward an open board
//! in the order that `spaces::toward_landmark` gives.

pub(crate) mod bad_spots;
pub(crate) mod dead_ends;
pub(crate) mod distance;
pub(crate) mod landmark_distance;
pub(crate) mod out_of_plan;
pub(crate) mod overlap;
pub(crate) mod packed;
pub(crate) mod parked;
pub(crate) mod regions;
pub(crate) mod settled;
pub(crate) mod shut;

use crate::tree::{Field, Score};

/// What is counted in a position where goals are filled, most important first.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Features {
    /// Steps of the plan that are done, out of turn ones included where the order is loose;
    /// without a plan, boxes that are settled.
    pub(crate) packed: usize,
    /// Steps of the plan that are done in turn.
    pub(crate) in_turn: usize,
    pub(crate) regions: usize,
    /// Pairs of rooms that no longer see each other.
    pub(crate) rooms: usize,
    /// Boxes that are of no more use to the plan; without a plan, boxes in the way of others, up to
    /// a few.
    pub(crate) out_of_plan: usize,
    pub(crate) hotspots: usize,
    /// More is better.
    pub(crate) distance: usize,
}

const DISTANCE: Field = Field::lowest(17).more_is_better();
const HOTSPOTS: Field = DISTANCE.above(8);
const OUT_OF_PLAN: Field = HOTSPOTS.above(8);
const ROOMS: Field = OUT_OF_PLAN.above(8);
const REGIONS: Field = ROOMS.above(9);
const PACKED: Field = REGIONS.above(10).more_is_better();

impl Features {
    /// One number, less being better.
    pub(crate) fn score(&self) -> Score {
        PACKED.put(self.packed)
            | REGIONS.put(self.regions)
            | ROOMS.put(self.rooms)
            | OUT_OF_PLAN.put(self.out_of_plan)
            | HOTSPOTS.put(self.hotspots)
            | DISTANCE.put(self.distance)
    }

    /// What decides on the spot: steps done, regions, boxes out of plan.
    pub(crate) fn cell(score: Score) -> u64 {
        score & (PACKED.mask() | REGIONS.mask() | OUT_OF_PLAN.mask())
    }

    /// The regions, from a score.
    pub(crate) fn regions_of(score: Score) -> usize {
        REGIONS.of(score)
    }

    /// The steps done, from a score.
    pub(crate) fn packed_of(score: Score) -> usize {
        PACKED.of(score)
    }
}
