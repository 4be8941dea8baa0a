//! Keys that were seen, in a table that never grows.

/// Tags in a bucket. With two buckets for each key nearly all places are used before any tag is
/// lost.
const BUCKET: usize = 4;

/// A set of keys that forgets the oldest where it is full. Four bytes a key.
///
/// A key leaves half of itself in one of two buckets. Both buckets depend on other bits than that
/// half, so of 2^29 keys that are not there, one seems to be. A table of no bytes has no keys.
///
/// ```
/// use kuraban_board::store::Tags;
///
/// let mut tags = Tags::within(64);
/// tags.add(7 << 40);
/// assert!(tags.has(7 << 40) && !tags.has(8 << 40) && tags.bytes() <= 64);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tags {
    buckets: Vec<[u32; BUCKET]>,
}

impl Tags {
    /// An empty table that takes as much of these bytes as it can use.
    pub fn within(bytes: usize) -> Self {
        let buckets = bytes / size_of::<[u32; BUCKET]>();
        Self { buckets: vec![[0; BUCKET]; buckets.min(u32::MAX as usize)] }
    }

    /// The half of a key that is kept; zero is an empty place.
    #[inline]
    fn tag(key: u64) -> u32 {
        ((key >> 32) as u32).max(1)
    }

    /// The two buckets of a key.
    #[inline]
    fn buckets(&self, key: u64) -> [usize; 2] {
        let other = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        [key & u64::from(u32::MAX), other]
            .map(|bits| ((bits * self.buckets.len() as u64) >> 32) as usize)
    }

    /// Whether a key seems to be there.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        let tag = Self::tag(key);
        !self.buckets.is_empty()
            && self.buckets(key).iter().any(|&at| self.buckets[at].contains(&tag))
    }

    /// Adds a key where there is more room, or for the oldest tag of its first bucket.
    pub fn add(&mut self, key: u64) {
        if self.buckets.is_empty() || self.has(key) {
            return;
        }
        let [first, second] = self.buckets(key);
        let used = |at: usize| self.buckets[at].iter().filter(|&&tag| tag != 0).count();
        let at = if used(second) < used(first) { second } else { first };
        // The newest comes first.
        self.buckets[at].rotate_right(1);
        self.buckets[at][0] = Self::tag(key);
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> u64 {
        (number + 1).wrapping_mul(0xd134_2543_de82_ef95).rotate_left(29)
    }

    #[test]
    fn nearly_all_places_are_used_before_a_tag_is_lost() {
        let mut tags = Tags::within(40_000);
        assert_eq!(tags.bytes(), 40_000);
        for number in 0..8_000 {
            tags.add(key(number));
            tags.add(key(number));
        }
        let there = (0..8_000).filter(|&number| tags.has(key(number))).count();
        assert!(there > 7_900, "{there}");
        assert!((8_000..500_000).all(|number| !tags.has(key(number))));
    }

    #[test]
    fn a_full_table_forgets_the_oldest() {
        let mut tags = Tags::within(4_000);
        for number in 0..10_000 {
            tags.add(key(number));
            assert!(tags.has(key(number)));
        }
        let count = |from, to| (from..to).filter(|&number| tags.has(key(number))).count();
        assert!(count(9_500, 10_000) > 300 && count(0, 5_000) < 5);
        assert_eq!(tags.bytes(), 4_000);
    }

    #[test]
    fn a_table_of_no_bytes_has_no_keys() {
        let mut tags = Tags::within(15);
        tags.add(5);
        assert!(!tags.has(5) && tags.bytes() == 0);
    }
}
