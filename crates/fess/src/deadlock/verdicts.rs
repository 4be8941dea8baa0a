//! Verdicts that all threads share.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::tree::KeyHasher;

/// What a small search says about a question.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Verdict {
    Dead,
    Alive,
    /// Not settled; asked so many times.
    Open(u32),
}

/// Parts of the table, each with a lock of its own.
const SHARDS: usize = 16;

type Shard = HashMap<u64, Verdict, BuildHasherDefault<KeyHasher>>;

/// Verdicts by key. A lock is held for a look or an entry, never during a search: two threads may
/// settle the same question at once, and enter the same answer.
#[derive(Debug)]
pub(crate) struct Verdicts {
    shards: [Mutex<Shard>; SHARDS],
    /// Verdicts in a shard at most; it is emptied when it has more.
    most: usize,
    /// Verdicts for which there is room.
    room: AtomicUsize,
}

impl Verdicts {
    /// A table of about `most` verdicts at most.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            shards: std::array::from_fn(|_| Mutex::default()),
            most: most.div_ceil(SHARDS),
            room: AtomicUsize::new(0),
        }
    }

    fn shard(&self, key: u64) -> MutexGuard<'_, Shard> {
        // Maps use the highest and the lowest bits.
        let shard = &self.shards[(key >> 40) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known.
    pub(crate) fn get(&self, key: u64) -> Option<Verdict> {
        self.shard(key).get(&key).copied()
    }

    /// What is known, counting the question where it is open.
    pub(crate) fn ask(&self, key: u64) -> Option<Verdict> {
        let mut shard = self.shard(key);
        let verdict = shard.get_mut(&key)?;
        if let Verdict::Open(asked) = verdict {
            *asked = asked.saturating_add(1);
        }
        Some(*verdict)
    }

    /// Enters a verdict; an open one only where nothing is known.
    pub(crate) fn enter(&self, key: u64, verdict: Verdict) {
        let mut shard = self.shard(key);
        if shard.len() >= self.most && !shard.contains_key(&key) {
            shard.clear();
        }
        let before = shard.capacity();
        if matches!(verdict, Verdict::Open(_)) {
            shard.entry(key).or_insert(verdict);
        } else {
            shard.insert(key, verdict);
        }
        self.room.fetch_add(shard.capacity() - before, Ordering::Relaxed);
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        // Each slot has a key, a verdict and a byte of the map's own.
        self.room.load(Ordering::Relaxed) * (size_of::<(u64, Verdict)>() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_questions_are_counted_and_settled_ones_stay() {
        let verdicts = Verdicts::new(1000);
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
        let verdicts = Verdicts::new(160);
        let mut key = 1_u64;
        for _ in 0..10_000 {
            key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            verdicts.enter(key, Verdict::Alive);
            assert_eq!(verdicts.get(key), Some(Verdict::Alive));
        }
        assert!(verdicts.bytes() < 160 * 3 * 17, "{}", verdicts.bytes());
    }
}
