//! Tables by key. Keys are random already, so nothing is hashed.

use super::open::{Entry, Open};

/// Half of a key: its upper 32 bits.
#[inline]
const fn half(key: u64) -> u32 {
    (key >> 32) as u32
}

/// A key and a number; the zero key is an empty place. Twelve bytes.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, packed(4))]
struct Keyed {
    key: u64,
    number: u32,
}

impl Entry for Keyed {
    #[inline]
    fn is_empty(self) -> bool {
        self.key == 0
    }

    #[inline]
    fn hash(self) -> u32 {
        half(self.key)
    }
}

/// Numbers by key, twelve bytes an entry.
#[derive(Clone, Debug, Default)]
pub struct Table(Open<Keyed>);

impl Table {
    /// The key as it is kept: never that of an empty place.
    #[inline]
    fn kept(key: u64) -> u64 {
        key.max(1)
    }

    /// The number of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u32> {
        let key = Self::kept(key);
        self.0.find(half(key), |entry| entry.key == key).map(|entry| entry.number)
    }

    /// Whether a key is there.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        self.get(key).is_some()
    }

    /// Sets the number of a key; tells whether the key is new.
    #[inline]
    pub fn insert(&mut self, key: u64, number: u32) -> bool {
        let key = Self::kept(key);
        self.0.put(Keyed { key, number }, |entry| entry.key == key)
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// Half of a key above, a number plus one below; zero is an empty place.
#[derive(Clone, Copy, Debug, Default)]
struct Tagged(u64);

impl Tagged {
    #[inline]
    fn number(self) -> u32 {
        self.0 as u32 - 1
    }
}

impl Entry for Tagged {
    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn hash(self) -> u32 {
        half(self.0)
    }
}

/// Numbers by half of a key, eight bytes an entry.
///
/// Two keys with the same half look the same, so whoever uses an answer has to look whether it is
/// true. Numbers are below 2^32 - 1.
#[derive(Clone, Debug, Default)]
pub struct HalfKeys(Open<Tagged>);

impl HalfKeys {
    /// An empty table with room for so many numbers.
    pub fn with_room(numbers: usize) -> Self {
        Self(Open::with_room(numbers))
    }

    /// Bytes of an empty table with room for so many numbers.
    pub fn bytes_for(numbers: usize) -> usize {
        Open::<Tagged>::bytes_for(numbers)
    }

    /// The first number with the same half of the key that matches.
    #[inline]
    pub fn find(&self, key: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let like = |entry: Tagged| entry.hash() == half(key) && is_it(entry.number());
        self.0.find(half(key), like).map(Tagged::number)
    }

    /// Adds a number, whatever else has the same half of a key.
    #[inline]
    pub fn add(&mut self, key: u64, number: u32) {
        let entry = Tagged(u64::from(half(key)) << 32 | u64::from(number + 1));
        self.0.put(entry, |_| false);
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// Bytes taken at most while `more` numbers are added.
    pub fn bytes_with(&self, more: usize) -> usize {
        self.0.bytes_with(more)
    }
}

/// Half of a key; zero is an empty place.
#[derive(Clone, Copy, Debug, Default)]
struct Tag(u32);

impl Entry for Tag {
    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn hash(self) -> u32 {
        self.0
    }
}

/// A set of halves of keys, four bytes each. What holds of [`HalfKeys`] holds here.
#[derive(Clone, Debug, Default)]
pub struct HalfKeySet(Open<Tag>);

impl HalfKeySet {
    /// Whether a key seems to be there.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        let tag = half(key).max(1);
        self.0.find(tag, |entry| entry.0 == tag).is_some()
    }

    /// Adds a key; tells whether it is new.
    #[inline]
    pub fn add(&mut self, key: u64) -> bool {
        let tag = half(key).max(1);
        self.0.put(Tag(tag), |entry| entry.0 == tag)
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// A set of keys.
#[derive(Clone, Debug, Default)]
pub struct Keys(Table);

impl Keys {
    /// Adds a key; tells whether it is new.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        self.0.insert(key, 0)
    }

    /// Whether a key is there.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        self.0.has(key)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<u64> for Keys {
    fn from_iter<I: IntoIterator<Item = u64>>(keys: I) -> Self {
        let mut set = Self::default();
        for key in keys {
            set.insert(key);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// Keys with repetitions, zero, and runs at both ends of the range.
    fn keys() -> impl Iterator<Item = u64> {
        let mut key = 0_u64;
        (0..5_000).map(move |number| {
            let this = key;
            key = match number % 5 {
                0 => key,
                1 => u64::MAX - number,
                2 => (number % 97) << 32,
                _ => key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99),
            };
            this
        })
    }

    /// What a search does: it looks at the length, takes a key, and adds some more.
    #[inline(never)]
    fn spread(root: u64, most: usize, told: &mut Vec<u64>) -> usize {
        let mut seen = Keys::default();
        seen.insert(root);
        let mut open = vec![root];
        while seen.len() <= most {
            let Some(key) = open.pop() else { break };
            for step in 0..4 {
                let next = (key ^ step).wrapping_mul(6_364_136_223_846_793_005);
                if !told.contains(&next) && seen.insert(next) {
                    open.push(next);
                    told.push(next.count_ones().into());
                }
            }
        }
        seen.len()
    }

    /// It hangs where a compiler loses the length; see `Open::put`.
    #[test]
    fn lengths_are_kept_in_loops() {
        let mut told = Vec::new();
        let len = spread(5, 50, &mut told);
        assert_eq!((len, told.len()), (53, 52));
    }

    #[test]
    fn numbers_agree_with_a_map() {
        let (mut table, mut map) = (Table::default(), HashMap::new());
        assert!(!table.has(3) && table.bytes() == 0);
        for (number, key) in keys().enumerate() {
            let is_new = map.insert(key, number as u32).is_none();
            assert_eq!(table.insert(key, number as u32), is_new);
        }
        assert_eq!(table.len(), map.len());
        assert!(map.iter().all(|(&key, &number)| table.get(key) == Some(number)));
        assert!(!table.has(12_345));
        assert!(table.bytes() < map.len() * 12 * 2);
    }

    #[test]
    fn halves_keep_all_that_look_the_same() {
        let (mut table, all): (_, Vec<u64>) = (HalfKeys::default(), keys().collect());
        assert_eq!(table.find(3, |_| true), None);
        for (number, &key) in all.iter().enumerate() {
            let expected = table.bytes_with(1);
            table.add(key, number as u32);
            assert!(table.bytes() <= expected);
        }
        for (number, &key) in all.iter().enumerate() {
            let is_it = |found: u32| found == number as u32;
            assert_eq!(table.find(key, is_it), Some(number as u32));
            assert_eq!(table.find(key, |_| false), None);
        }
    }

    #[test]
    fn a_table_with_room_does_not_grow() {
        for numbers in [0, 1, 12, 13, 1_000, 4_001] {
            let mut table = HalfKeys::with_room(numbers);
            let bytes = HalfKeys::bytes_for(numbers);
            assert_eq!((table.bytes(), table.bytes_with(numbers)), (bytes, bytes));
            for (number, key) in keys().take(numbers).enumerate() {
                table.add(key, number as u32);
            }
            assert_eq!(table.bytes(), bytes);
        }
    }

    #[test]
    fn sets_agree_with_the_library() {
        let (mut set, mut all) = (HalfKeySet::default(), HashSet::new());
        let (mut whole, mut wholes) = (Keys::default(), HashSet::new());
        assert!(!set.has(0));
        for key in keys() {
            // Zero is taken for one.
            assert_eq!(set.add(key), all.insert((key >> 32).max(1)));
            assert_eq!(whole.insert(key), wholes.insert(key));
        }
        assert!(all.iter().all(|&half| set.has(half << 32)) && set.has(0));
        assert!(!set.has(12_345 << 32));
        assert_eq!(whole.len(), wholes.len());
    }
}
