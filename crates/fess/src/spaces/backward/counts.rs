//! What is counted in backward searches, and how it makes scores.

use kuraban_board::Bits;

use super::Backward;
use crate::features::{dead_ends, distance, shut};
use crate::tree::Score;

/// The fields of a score in a search for a plan.
pub(super) mod plan {
    use crate::tree::Field;

    pub(in super::super) const DISTANCE: Field = Field::lowest(24).more_is_better();
    pub(in super::super) const ROOMS: Field = DISTANCE.above(8);
    pub(in super::super) const ON_GOALS: Field = ROOMS.above(10);
    pub(in super::super) const REGIONS: Field = ON_GOALS.above(9);
    pub(in super::super) const BOXES: Field = REGIONS.above(10);
}

/// The fields of a score in a search for an open board.
pub(super) mod open {
    use crate::tree::Field;

    pub(in super::super) const DISTANCE: Field = Field::lowest(24).more_is_better();
    pub(in super::super) const ENDS: Field = DISTANCE.above(10);
    pub(in super::super) const SHUT: Field = ENDS.above(10);
    pub(in super::super) const ROOMS: Field = SHUT.above(8);
    pub(in super::super) const REGIONS: Field = ROOMS.above(9);
}

/// What is counted in a search for a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) boxes: usize,
    pub(super) regions: usize,
    pub(super) on_goals: usize,
    pub(super) rooms: usize,
    pub(super) distance: u32,
}

impl Counts {
    /// Most important first.
    pub(super) fn score(&self) -> Score {
        plan::BOXES.put(self.boxes)
            | plan::REGIONS.put(self.regions)
            | plan::ON_GOALS.put(self.on_goals)
            | plan::ROOMS.put(self.rooms)
            | plan::DISTANCE.put(self.distance as usize)
    }
}

impl<const W: usize> Backward<W> {
    pub(super) fn counts(&self, boxes: Bits<W>, regions: usize) -> Counts {
        let map = &self.shared.statics.map;
        Counts {
            boxes: boxes.len(),
            regions,
            on_goals: (boxes & map.board.goals).len(),
            rooms: self.sight.broken(&self.shared.statics.rooms, map, boxes),
            distance: distance::to_all_goals(map, boxes),
        }
    }

    /// How open a board is, most important first: regions, rooms that see each other, and in a single
    /// region boxes that cannot be pulled in any direction, and free spots in dead ends; then how far
    /// the boxes are from all goals.
    pub(super) fn openness(&self, boxes: Bits<W>, regions: usize) -> Score {
        let map = &self.shared.statics.map;
        let (shut, ends) = match regions {
            1 => (shut::count(map, boxes), dead_ends::count(map, boxes)),
            _ => (0, 0),
        };
        open::REGIONS.put(regions)
            | open::ROOMS.put(self.sight.broken(&self.shared.statics.rooms, map, boxes))
            | open::SHUT.put(shut)
            | open::ENDS.put(ends)
            | open::DISTANCE.put(distance::to_all_goals(map, boxes) as usize)
    }
}
