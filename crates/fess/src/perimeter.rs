//! Positions from which the way to a solution is known.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::tree::KeyHasher;

/// Positions that backward searches have met, each with the pull that led to it. Any forward
/// search that comes upon one of them is done.
#[derive(Debug, Default)]
pub(crate) struct Perimeter {
    links: HashMap<u64, Link, BuildHasherDefault<KeyHasher>>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u64,
    /// The pull, or the number of the root where the parent is the position itself.
    code: u32,
}

/// Positions kept at most.
const MOST: usize = 6_000_000;

impl Perimeter {
    /// Whether the way from a position is known.
    #[inline]
    pub(crate) fn has(&self, key: u64) -> bool {
        self.links.contains_key(&key)
    }

    /// Adds a solved position.
    pub(crate) fn enter_root(&mut self, key: u64, number: u32) {
        self.links.entry(key).or_insert(Link { parent: key, code: number });
    }

    /// Adds a position reached by a pull from one that is there. Links lead to what was there
    /// before, so every way ends in a root.
    pub(crate) fn enter(&mut self, key: u64, parent: u64, code: u32) {
        if self.links.len() < MOST {
            self.links.entry(key).or_insert(Link { parent, code });
        }
    }

    /// The number of the root and the pulls from there to a position.
    pub(crate) fn way(&self, mut key: u64) -> Option<(u32, Vec<u32>)> {
        let mut codes = Vec::new();
        loop {
            let link = self.links.get(&key)?;
            if link.parent == key {
                codes.reverse();
                return Some((link.code, codes));
            }
            codes.push(link.code);
            key = link.parent;
        }
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.links.capacity() * (size_of::<(u64, Link)>() + 1)
    }
}
