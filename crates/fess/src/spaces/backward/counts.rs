//! What is counted in a backward search, and how it makes a score.

use kuraban_board::Bits;

use super::{Aim, Backward};
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

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) boxes: usize,
    pub(super) regions: usize,
    pub(super) on_goals: usize,
    pub(super) rooms: usize,
    /// Boxes that cannot be pulled in any direction, walls and boxes being as they are; only
    /// counted where there is a single region.
    pub(super) shut: usize,
    /// Free spots in dead ends; only counted for [`Aim::OpenEnds`] in a single region.
    pub(super) ends: usize,
    pub(super) distance: u32,
}

impl Counts {
    /// Most important first: for an open board, regions, rooms, shut boxes, dead ends.
    pub(super) fn score(&self, aim: Aim) -> Score {
        if aim.opens() {
            return open::REGIONS.put(self.regions)
                | open::ROOMS.put(self.rooms)
                | open::SHUT.put(self.shut)
                | open::ENDS.put(self.ends)
                | open::DISTANCE.put(self.distance as usize);
        }
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
            shut: if regions == 1 { shut::count(map, boxes) } else { 0 },
            ends: match self.aim {
                Aim::OpenEnds if regions == 1 => dead_ends::count(map, boxes),
                _ => 0,
            },
            distance: distance::to_all_goals(map, boxes),
        }
    }
}
