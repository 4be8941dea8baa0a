//! A first solution beside the search for the best.

use kuraban_search::Claim;

use crate::improve::Known;
use crate::member::{Member, Stage};

/// Microseconds of work after which a scout leaves the threads to the exact searches.
const PATIENCE: u64 = 4_000_000;

/// A member that gives up after a while, or when another scout has found a solution.
pub(crate) struct Scout {
    member: Box<dyn Member>,
    left: u64,
    known: Known,
}

impl Scout {
    /// Makes a scout of a member that leaves what it finds to be improved.
    pub(crate) fn new(member: Box<dyn Member>, known: Known) -> Self {
        Self { member, left: PATIENCE, known }
    }
}

impl Member for Scout {
    fn name(&self) -> &'static str {
        self.member.name()
    }

    fn step(&mut self, work: u64) -> Stage {
        if self.left == 0 || self.known.is_found() {
            return Stage::GaveUp;
        }
        self.left = self.left.saturating_sub(work);
        match self.member.step(work) {
            Stage::Found(found) | Stage::Solved(found) => {
                self.known.leave(&found.steps);
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
