//! Thorough tests of positions that are about to be expanded.

use crate::corral::Corrals;
use crate::map::Map;
use crate::matching::Reach;
use crate::pushes::Pusher;
use crate::retrograde;
use crate::wallify::wallify;
use crate::world::World;

/// The tests with what they remember.
#[derive(Debug, Default)]
pub(crate) struct Deadlocks<const W: usize> {
    reach: Reach<W>,
    corrals: Corrals<W>,
    /// Positions turned down by each test: fixed boxes, matching, retrograde filling, corrals.
    pub(crate) counts: [u64; 4],
}

impl<const W: usize> Deadlocks<W> {
    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.reach.bytes() + self.corrals.bytes()
    }

    /// Whether a position has no solution.
    pub(crate) fn is_lost(
        &mut self,
        map: &Map<W>,
        pusher: &mut Pusher<W>,
        world: &World<W>,
    ) -> bool {
        let Some(walled) = wallify(map, world) else {
            self.counts[0] += 1;
            return true;
        };
        if walled.boxes.len() != walled.goals.len() || !self.reach.can_match(map, &walled)
        {
            self.counts[1] += 1;
            return true;
        }
        if retrograde::is_sealed(map, &walled) {
            self.counts[2] += 1;
            return true;
        }
        if self.corrals.is_lost(map, pusher, &walled) {
            self.counts[3] += 1;
            return true;
        }
        false
    }
}
