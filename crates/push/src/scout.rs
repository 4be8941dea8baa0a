//! A first solution beside the search for the best.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kuraban_search::Claim;

use crate::member::{Member, Stage};

/// Microseconds of work after which a scout leaves the threads to the exact searches.
const PATIENCE: u64 = 4_000_000;

/// A member that gives up after a while, or when another scout has found a solution.
pub(crate) struct Scout {
    member: Box<dyn Member>,
    left: u64,
    found: Arc<AtomicBool>,
}

impl Scout {
    /// Makes scouts of members.
    pub(crate) fn all(
        members: Vec<Box<dyn Member>>,
    ) -> impl Iterator<Item = Box<dyn Member>> {
        let found = Arc::new(AtomicBool::new(false));
        members.into_iter().map(move |member| -> Box<dyn Member> {
            Box::new(Self { member, left: PATIENCE, found: Arc::clone(&found) })
        })
    }
}

impl Member for Scout {
    fn name(&self) -> &'static str {
        self.member.name()
    }

    fn step(&mut self, work: u64) -> Stage {
        if self.left == 0 || self.found.load(Ordering::Relaxed) {
            return Stage::GaveUp;
        }
        self.left = self.left.saturating_sub(work);
        match self.member.step(work) {
            Stage::Found(found) | Stage::Solved(found) => {
                self.found.store(true, Ordering::Relaxed);
                Stage::Solved(found)
            }
            // The others need not stop for want of memory where a scout does.
            Stage::Full => Stage::GaveUp,
            stage => stage,
        }
    }

    fn expanded(&self) -> u64 {
        self.member.expanded()
    }

    fn generated(&self) -> u64 {
        self.member.generated()
    }

    fn bytes(&self) -> usize {
        self.member.bytes()
    }

    fn is_called(&self) -> bool {
        self.member.is_called()
    }

    fn bound(&mut self) -> Option<(Claim, u64)> {
        None
    }
}
