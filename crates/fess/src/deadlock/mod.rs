//! Thorough tests of positions that are about to be expanded.
//!
//! All of them are sound, and all remember what they found; what they remember is shared by the
//! strategies and threads at work on a level.

mod corral;
mod matching;
mod retrograde;
mod verdicts;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::level::Statics;
use crate::pushes::Pusher;
use crate::wallify::wallify;
use crate::world::World;

use corral::Corrals;
use matching::Reach;

pub(crate) use matching::has_perfect;
pub(crate) use retrograde::unpullable;

/// The tests, in the order in which they are made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Test {
    /// A box that can never move again is off goal.
    Fixed,
    /// No goal for every box.
    Matching,
    /// A goal was sealed too early.
    Retrograde,
    /// A corral that can be neither opened nor finished.
    Corral,
}

impl Test {
    const COUNT: usize = Self::Corral as usize + 1;
}

/// The tests with what they remember.
#[derive(Debug, Default)]
pub(crate) struct Deadlocks<const W: usize> {
    reach: Reach<W>,
    corrals: Corrals,
    /// Positions turned down by each test.
    counts: [AtomicU64; Test::COUNT],
}

impl<const W: usize> Deadlocks<W> {
    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.reach.bytes() + self.corrals.bytes()
    }

    /// Whether a position has no solution.
    pub(crate) fn is_lost(
        &self,
        statics: &Statics<W>,
        pusher: &mut Pusher<W>,
        world: &World<W>,
    ) -> bool {
        let found = self.find(statics, pusher, world);
        if let Some(test) = found {
            self.counts[test as usize].fetch_add(1, Ordering::Relaxed);
        }
        found.is_some()
    }

    /// The first test that shows a position to have no solution.
    fn find(
        &self,
        statics: &Statics<W>,
        pusher: &mut Pusher<W>,
        world: &World<W>,
    ) -> Option<Test> {
        let map = &statics.map;
        let Some(walled) = wallify(map, world) else { return Some(Test::Fixed) };
        if walled.boxes.len() != walled.goals.len() || !self.reach.can_match(map, &walled)
        {
            return Some(Test::Matching);
        }
        if retrograde::is_sealed(map, &walled) {
            return Some(Test::Retrograde);
        }
        if self.corrals.is_lost(map, pusher, &walled) {
            return Some(Test::Corral);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::{Board, Layout};
    use kuraban_level::Level;

    use super::*;

    fn find(text: &str) -> Option<Test> {
        let level: Level = text.parse().expect("a level");
        let layout = Layout::new(&level);
        let statics = Statics::<2>::new(Arc::new(Board::from_layout(layout)));
        let start = statics.map.board.start;
        let world = World::plain(&statics.map, start.boxes, start.player);
        let deadlocks = Deadlocks::default();
        let found = deadlocks.find(&statics, &mut Pusher::new(&statics), &world);
        let lost = deadlocks.is_lost(&statics, &mut Pusher::new(&statics), &world);
        assert_eq!(lost, found.is_some());
        let counted = deadlocks.counts.iter().map(|c| c.load(Ordering::Relaxed));
        assert_eq!(counted.sum::<u64>(), u64::from(lost));
        found
    }

    #[test]
    fn each_test_has_its_dead_end() {
        for (test, text) in [
            (None, "#######\n#     #\n# $ $ #\n#@    #\n# . . #\n#######"),
            (Some(Test::Fixed), "#######\n#  .  #\n# $$  #\n# $$. #\n#@ .. #\n#######"),
            (Some(Test::Matching), "########\n# $ $ .#\n#@     #\n#  .   #\n########"),
        ] {
            assert_eq!(find(text), test, "{text}");
        }
    }
}
