//! Verdicts that all threads share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use kuraban_board::store::Table;

/// What a small search says about a question.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Verdict {
    Dead,
    Alive,
    /// Not settled; asked so many times.
    Open(u32),
}

impl Verdict {
    /// The verdict as one number.
    fn pack(self) -> u32 {
        match self {
            Self::Dead => 0,
            Self::Alive => 1,
            Self::Open(asked) => asked.saturating_add(2),
        }
    }

    fn unpack(number: u32) -> Self {
        match number {
            0 => Self::Dead,
            1 => Self::Alive,
            more => Self::Open(more - 2),
        }
    }
}

/// Parts of the table, each with a lock of its own.
const SHARDS: usize = 16;

/// About `MOST` verdicts at most, by key. A lock is held for a look or an entry, never during a
/// search: two threads may settle the same question at once, and enter the same answer.
#[derive(Debug, Default)]
pub(crate) struct Verdicts<const MOST: usize> {
    shards: [Mutex<Table>; SHARDS],
    /// Bytes in all shards.
    bytes: AtomicUsize,
}

impl<const MOST: usize> Verdicts<MOST> {
    /// Verdicts in a shard at most; it is emptied when it has more.
    const IN_SHARD: usize = MOST.div_ceil(SHARDS);

    fn shard(&self, key: u64) -> MutexGuard<'_, Table> {
        // Tables use the highest bits.
        let shard = &self.shards[(key >> 40) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known.
    pub(crate) fn get(&self, key: u64) -> Option<Verdict> {
        self.shard(key).get(key).map(Verdict::unpack)
    }

    /// What is known, counting the question where it is open.
    pub(crate) fn ask(&self, key: u64) -> Option<Verdict> {
        let mut shard = self.shard(key);
        let verdict = match Verdict::unpack(shard.get(key)?) {
            Verdict::Open(asked) => Verdict::Open(asked.saturating_add(1)),
            settled => return Some(settled),
        };
        shard.insert(key, verdict.pack());
        Some(verdict)
    }

    /// Enters a verdict; an open one only where nothing is known.
    pub(crate) fn enter(&self, key: u64, verdict: Verdict) {
        let mut shard = self.shard(key);
        let is_known = shard.has(key);
        if is_known && matches!(verdict, Verdict::Open(_)) {
            return;
        }
        let before = shard.bytes();
        if shard.len() >= Self::IN_SHARD && !is_known {
            *shard = Table::default();
        }
        shard.insert(key, verdict.pack());
        self.bytes.fetch_add(shard.bytes(), Ordering::Relaxed);
        self.bytes.fetch_sub(before, Ordering::Relaxed);
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_questions_are_counted_and_settled_ones_stay() {
        let verdicts = Verdicts::<1_000>::default();
        assert_eq!(verdicts.ask(7), None);
        verdicts.enter(7, Verdict::Open(1));
        assert_eq!(verdicts.ask(7), Some(Verdict::Open(2)));
        verdicts.enter(7, Verdict::Open(1));
        assert_eq!(verdicts.get(7), Some(Verdict::Open(2)));
        verdicts.enter(7, Verdict::Dead);
        verdicts.enter(7, Verdict::Open(1));
        assert_eq!(verdicts.ask(7), Some(Verdict::Dead));
    }

    #[test]
    fn it_stays_small() {
        let verdicts = Verdicts::<160>::default();
        let mut key = 1_u64;
        for _ in 0..10_000 {
            key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            verdicts.enter(key, Verdict::Alive);
            assert_eq!(verdicts.get(key), Some(Verdict::Alive));
        }
        assert!(verdicts.bytes() < 16 * 24 * 12, "{}", verdicts.bytes());
    }
}
