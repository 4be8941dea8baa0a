//! Positions that lie one move away from those reached.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use super::{PARTS, part_of};
use crate::store::HalfKeySet;

/// Positions that a search has seen and not expanded, by parts of their keys. They are so many
/// that only an allowance of them is kept: some for every position reached.
#[derive(Debug, Default)]
pub struct Hints {
    parts: [RwLock<HalfKeySet>; PARTS],
    count: AtomicUsize,
    allowance: AtomicUsize,
    bytes: AtomicUsize,
}

/// Positions in all at most.
const MOST: usize = 8_000_000;

impl Hints {
    /// Whether a position seems to be there.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        let part = self.parts[part_of(key)].read();
        part.unwrap_or_else(PoisonError::into_inner).has(key)
    }

    /// Allows so many more positions.
    pub fn allow(&self, more: usize) {
        self.allowance.fetch_add(more, Ordering::Relaxed);
    }

    /// Adds positions as far as the allowance goes.
    pub fn enter(&self, keys: impl Iterator<Item = u64>) {
        for key in keys {
            let most = self.allowance.load(Ordering::Relaxed).min(MOST);
            if self.count.load(Ordering::Relaxed) >= most {
                return;
            }
            let part = self.parts[part_of(key)].write();
            let mut locked = part.unwrap_or_else(PoisonError::into_inner);
            let before = locked.bytes();
            if locked.add(key) {
                self.count.fetch_add(1, Ordering::Relaxed);
                self.bytes.fetch_add(locked.bytes() - before, Ordering::Relaxed);
            }
        }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_allowed() {
        let hints = Hints::default();
        hints.enter([1 << 40].into_iter());
        assert!(!hints.has(1 << 40));
        hints.allow(2);
        hints.enter([1 << 40, 1 << 40, 2 << 40, 3 << 40].into_iter());
        assert!(hints.has(1 << 40) && hints.has(2 << 40) && !hints.has(3 << 40));
        assert!(hints.bytes() > 0);
    }
}
