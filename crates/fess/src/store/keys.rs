//! Sets of keys that are random already.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Keys are random already.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only keys are hashed");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A set of keys.
pub(crate) type Keys = HashSet<u64, BuildHasherDefault<KeyHasher>>;
