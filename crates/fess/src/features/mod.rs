//! Features: each file counts one thing in a position.
//!
//! Along a plan they are compared in the order of [`Features`]; toward an open board in the
//! order that `spaces::toward_landmark` gives.

pub(crate) mod bad_spots;
pub(crate) mod dead_ends;
pub(crate) mod distance;
pub(crate) mod landmark_distance;
pub(crate) mod out_of_plan;
pub(crate) mod overlap;
pub(crate) mod packed;
pub(crate) mod parked;
pub(crate) mod regions;
pub(crate) mod shut;

use crate::tree::Score;

/// What is counted in a position along a plan, most important first.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Features {
    /// Steps of the plan that are done, out of turn ones included where the order is loose.
    pub(crate) packed: usize,
    /// Steps of the plan that are done in turn.
    pub(crate) in_turn: usize,
    pub(crate) regions: usize,
    /// Pairs of rooms that no longer see each other.
    pub(crate) rooms: usize,
    pub(crate) out_of_plan: usize,
    pub(crate) hotspots: usize,
    /// More is better.
    pub(crate) distance: usize,
}

impl Features {
    /// One number, less being better.
    pub(crate) fn score(&self) -> Score {
        let part = |value: usize, bits: u32| (value as u64).min((1 << bits) - 1);
        (1023 - part(self.packed, 10)) << 50
            | part(self.regions, 9) << 41
            | part(self.rooms, 8) << 33
            | part(self.out_of_plan, 8) << 25
            | part(self.hotspots, 8) << 17
            | (0x1_ffff - part(self.distance, 17))
    }

    /// What decides on the cell: steps done, regions, boxes out of plan.
    pub(crate) fn cell(score: Score) -> u64 {
        score & (0x3ff << 50 | 0x1ff << 41 | 0xff << 25)
    }

    /// The regions, from a score.
    pub(crate) fn regions_of(score: Score) -> usize {
        (score >> 41 & 0x1ff) as usize
    }

    /// The steps done, from a score.
    pub(crate) fn packed_of(score: Score) -> usize {
        1023 - (score >> 50) as usize
    }
}
