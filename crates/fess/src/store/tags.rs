//! Tables of short names for keys that are random already.

/// Numbers by half of a key, eight bytes an entry: open addressing with linear probing in an
/// array that grows by half when it is three quarters full.
///
/// Two keys with the same half are taken for one. So an answer is a hint: whoever uses it has to
/// look whether it is true.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tags {
    /// The half of the key that is kept above, the number plus one below; zero where empty.
    entries: Vec<u64>,
    len: usize,
}

/// Parts that tables for several threads are made of, locked one at a time; a power of two.
pub(crate) const PARTS: usize = 4;

/// The part that a key belongs to, and its tag there.
#[inline]
pub(crate) fn part_and_tag(key: u64) -> (usize, u32) {
    (key as usize % PARTS, (key >> 32) as u32)
}

/// Places of the smallest table.
const LEAST: usize = 8;

/// Where a tag is looked for first in a table of so many places.
#[inline]
fn first_place(tag: u32, places: usize) -> usize {
    ((u64::from(tag) * places as u64) >> 32) as usize
}

/// How many places a table has after one that is too small.
fn grown(places: usize) -> usize {
    (places + places / 2).max(LEAST)
}

impl Tags {
    /// The place of a tag, or the empty one where it would go. The table must not be full.
    #[inline]
    fn place(&self, tag: u32) -> usize {
        let mut place = first_place(tag, self.entries.len());
        while self.entries[place] != 0 && (self.entries[place] >> 32) as u32 != tag {
            place += 1;
            if place == self.entries.len() {
                place = 0;
            }
        }
        place
    }

    /// The number of a tag.
    #[inline]
    pub(crate) fn get(&self, tag: u32) -> Option<u32> {
        if self.entries.is_empty() {
            return None;
        }
        match self.entries[self.place(tag)] as u32 {
            0 => None,
            number => Some(number - 1),
        }
    }

    /// Adds a tag unless it is there; tells whether it was added. Numbers are below 2^32 - 1.
    pub(crate) fn add(&mut self, tag: u32, number: u32) -> bool {
        if self.len * 4 >= self.entries.len() * 3 {
            let places = grown(self.entries.len());
            let old = std::mem::replace(&mut self.entries, vec![0; places]);
            for entry in old.into_iter().filter(|&entry| entry != 0) {
                let place = self.place((entry >> 32) as u32);
                self.entries[place] = entry;
            }
        }
        let place = self.place(tag);
        let is_new = self.entries[place] == 0;
        if is_new {
            self.entries[place] = u64::from(tag) << 32 | u64::from(number + 1);
            self.len += 1;
        }
        is_new
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<u64>()
    }
}

/// A set of tags, four bytes each, kept in the same way.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagSet {
    tags: Vec<u32>,
    len: usize,
}

impl TagSet {
    /// The tag as it is stored: zero is an empty place.
    #[inline]
    fn stored(tag: u32) -> u32 {
        tag.max(1)
    }

    #[inline]
    fn place(&self, tag: u32) -> usize {
        let mut place = first_place(tag, self.tags.len());
        while self.tags[place] != 0 && self.tags[place] != tag {
            place += 1;
            if place == self.tags.len() {
                place = 0;
            }
        }
        place
    }

    #[inline]
    pub(crate) fn has(&self, tag: u32) -> bool {
        let tag = Self::stored(tag);
        !self.tags.is_empty() && self.tags[self.place(tag)] == tag
    }

    /// Adds a tag unless it is there; tells whether it was added.
    pub(crate) fn add(&mut self, tag: u32) -> bool {
        if self.len * 4 >= self.tags.len() * 3 {
            let places = grown(self.tags.len());
            let old = std::mem::replace(&mut self.tags, vec![0; places]);
            for tag in old.into_iter().filter(|&tag| tag != 0) {
                let place = self.place(tag);
                self.tags[place] = tag;
            }
        }
        let tag = Self::stored(tag);
        let place = self.place(tag);
        let is_new = self.tags[place] == 0;
        if is_new {
            self.tags[place] = tag;
            self.len += 1;
        }
        is_new
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.tags.len() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// Tags with repetitions, zero, and runs at both ends of the range.
    fn tags() -> impl Iterator<Item = u32> {
        let mut tag = 0_u32;
        (0..5_000).map(move |number| {
            let this = tag;
            tag = match number % 5 {
                0 => tag,
                1 => u32::MAX - number,
                2 => number % 97,
                _ => tag.wrapping_mul(747_796_405).wrapping_add(2_891_336_453),
            };
            this
        })
    }

    #[test]
    fn numbers_agree_with_a_map() {
        let (mut table, mut map) = (Tags::default(), HashMap::new());
        assert_eq!(table.get(3), None);
        for (number, tag) in tags().enumerate() {
            let number = number as u32;
            let is_new = !map.contains_key(&tag);
            map.entry(tag).or_insert(number);
            assert_eq!(table.add(tag, number), is_new);
        }
        assert_eq!(table.len, map.len());
        assert!(map.iter().all(|(&tag, &number)| table.get(tag) == Some(number)));
        assert_eq!(table.get(12_345), None);
    }

    #[test]
    fn sets_agree_with_the_library() {
        let (mut set, mut all) = (TagSet::default(), HashSet::new());
        assert!(!set.has(0));
        for tag in tags() {
            // Zero is taken for one.
            assert_eq!(set.add(tag), all.insert(tag.max(1)));
        }
        assert!(all.iter().all(|&tag| set.has(tag)) && set.has(0));
        assert!(!set.has(12_345));
    }
}
