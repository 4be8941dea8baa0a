//! What the best solution so far comes to.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the best solution so far comes to, by the first figure of the objective. The members of a
/// race share it: what comes to as much or more need not be looked at.
#[derive(Clone, Debug)]
pub struct Ceiling(Arc<AtomicU64>);

impl Default for Ceiling {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(u64::MAX)))
    }
}

impl Ceiling {
    /// The figure; `u64::MAX` while no solution is known.
    #[inline]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Hears of a solution.
    pub(crate) fn lower(&self, to: u64) {
        self.0.fetch_min(to, Ordering::Relaxed);
    }
}
