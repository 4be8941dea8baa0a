//! A first look that needs no lock.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bits of a filter.
const BITS: usize = 1 << 20;

/// A bit for each key that was added, several keys to a bit: what it does not have was never
/// added. Searches ask for many positions that nobody has reached, from several threads; a lock
/// for each question would make them wait for each other.
#[derive(Debug)]
pub(super) struct Filter {
    words: Vec<AtomicU64>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { words: (0..BITS / 64).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl Filter {
    /// Bytes taken.
    pub(super) const BYTES: usize = BITS / 8;

    #[inline]
    fn place(key: u64) -> (usize, u64) {
        // Bits that say nothing about the half of a key that tables keep.
        let bit = (key >> 2) as usize % BITS;
        (bit / 64, 1 << (bit % 64))
    }

    /// Whether a key may have been added.
    #[inline]
    pub(super) fn may_have(&self, key: u64) -> bool {
        let (word, bit) = Self::place(key);
        self.words[word].load(Ordering::Acquire) & bit != 0
    }

    /// Adds a key.
    pub(super) fn add(&self, key: u64) {
        let (word, bit) = Self::place(key);
        self.words[word].fetch_or(bit, Ordering::Release);
    }
}
