//! Positions that searches from one end of the level have reached, with the way to each.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use super::{PARTS, part_of};
use crate::store::{Chunks, HalfKeys};

/// Positions reached by any search in any thread, each with the move that led to it. In parts
/// that are locked one at a time, for as long as it takes to look up or add one position.
///
/// Positions are told apart by parts of their keys, so two of them may be taken for one. A way
/// has to be played to be believed.
#[derive(Debug, Default)]
pub struct Reached {
    parts: [RwLock<Part>; PARTS],
    bytes: AtomicUsize,
}

#[derive(Debug)]
struct Part {
    numbers: HalfKeys,
    links: Chunks<Link>,
}

impl Default for Part {
    fn default() -> Self {
        Self { numbers: HalfKeys::default(), links: Chunks::new(1) }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Link {
    /// The position before the move; its own number where it is a root.
    parent: u32,
    /// The move, or the number of the root.
    code: u32,
}

/// Positions in a part at most.
const MOST: usize = 4_000_000;

impl Reached {
    /// The number of a position: its place in its part, and that part.
    #[inline]
    fn number(&self, key: u64) -> Option<u32> {
        let part = part_of(key);
        let locked = self.parts[part].read().unwrap_or_else(PoisonError::into_inner);
        locked
            .numbers
            .find(key, |_| true)
            .map(|number| number * PARTS as u32 + part as u32)
    }

    /// Whether a position seems to be there.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        self.number(key).is_some()
    }

    /// Adds a position to begin with.
    pub fn enter_root(&self, key: u64, root: u32) {
        self.add(key, None, root);
    }

    /// Adds a position reached by a move from one that is there, unless it is there itself.
    /// Links lead to what was there before, so every way ends in a root.
    pub fn enter(&self, from: u64, code: u32, key: u64) {
        if let Some(parent) = self.number(from) {
            self.add(key, Some(parent), code);
        }
    }

    fn add(&self, key: u64, parent: Option<u32>, code: u32) {
        let part = part_of(key);
        let mut locked = self.parts[part].write().unwrap_or_else(PoisonError::into_inner);
        let Part { numbers, links } = &mut *locked;
        let number = links.len();
        if number >= MOST || numbers.find(key, |_| true).is_some() {
            return;
        }
        let before = numbers.bytes() + links.bytes();
        numbers.add(key, number as u32);
        let parent = parent.unwrap_or(number as u32 * PARTS as u32 + part as u32);
        links.push(&[Link { parent, code }]);
        let more = numbers.bytes() + links.bytes() - before;
        self.bytes.fetch_add(more, Ordering::Relaxed);
    }

    /// The number of the root and the moves from there to a position.
    pub fn way(&self, key: u64) -> Option<(u32, Vec<u32>)> {
        let mut number = self.number(key)?;
        let mut codes = Vec::new();
        loop {
            let part = &self.parts[number as usize % PARTS];
            let locked = part.read().unwrap_or_else(PoisonError::into_inner);
            let link = locked.links.record(number as usize / PARTS)[0];
            if link.parent == number {
                codes.reverse();
                return Some((link.code, codes));
            }
            codes.push(link.code);
            number = link.parent;
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

    /// A key whose name and part differ from those of other small numbers.
    fn key(number: u64) -> u64 {
        (number << 32) | (number % 3)
    }

    #[test]
    fn ways_lead_to_the_root() {
        let reached = Reached::default();
        reached.enter_root(key(50), 0);
        reached.enter_root(key(60), 1);
        for (code, to) in [(7, 70), (9, 50), (8, 80)] {
            reached.enter(key(60), code, key(to));
        }
        reached.enter(key(80), 10, key(90));
        reached.enter(key(80), 11, key(70));
        reached.enter(key(1234), 12, key(91));
        assert_eq!(reached.way(key(90)), Some((1, vec![8, 10])));
        assert_eq!(reached.way(key(70)), Some((1, vec![7])));
        assert_eq!(reached.way(key(50)), Some((0, vec![])));
        assert_eq!(reached.way(key(91)), None);
    }

    #[test]
    fn threads_add_at_once() {
        let reached = Reached::default();
        reached.enter_root(key(1), 5);
        let add = |step: u64| {
            for number in (1..20_000).step_by(step as usize) {
                reached.enter(key(number), 3, key(number + step));
            }
        };
        std::thread::scope(|scope| {
            for step in [1, 2, 3] {
                scope.spawn(move || add(step));
            }
        });
        let (root, codes) = reached.way(key(20_000)).expect("it was entered");
        assert_eq!(root, 5);
        assert!((20_000 / 3 - 1..20_000).contains(&codes.len()), "{}", codes.len());
        assert!(reached.bytes() >= 20_000 * 16);
    }
}
