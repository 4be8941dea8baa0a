//! A table of keys that are random already.

/// Numbers by 64-bit key, twelve bytes an entry: open addressing with linear probing in two
/// arrays that grow by half when they are three quarters full.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    keys: Vec<u64>,
    values: Vec<u32>,
    len: usize,
}

/// The key of an empty place.
const NONE: u64 = 0;
/// Places of the smallest table.
const LEAST: usize = 16;

impl Table {
    /// The key as it is stored: never that of an empty place.
    #[inline]
    fn stored(key: u64) -> u64 {
        if key == NONE { 1 } else { key }
    }

    /// Where a key is, or the empty place where it would go. The table must not be full.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let len = self.keys.len();
        let mut place = ((u128::from(key) * len as u128) >> 64) as usize;
        while self.keys[place] != key && self.keys[place] != NONE {
            place += 1;
            if place == len {
                place = 0;
            }
        }
        place
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u32> {
        if self.keys.is_empty() {
            return None;
        }
        let key = Self::stored(key);
        let place = self.place(key);
        (self.keys[place] == key).then(|| self.values[place])
    }

    #[inline]
    pub(crate) fn has(&self, key: u64) -> bool {
        self.get(key).is_some()
    }

    /// Sets the number of a key.
    pub(crate) fn insert(&mut self, key: u64, value: u32) {
        if self.len * 4 >= self.keys.len() * 3 {
            self.grow();
        }
        let key = Self::stored(key);
        let place = self.place(key);
        self.len += usize::from(self.keys[place] == NONE);
        self.keys[place] = key;
        self.values[place] = value;
    }

    fn grow(&mut self) {
        let len = (self.keys.len() + self.keys.len() / 2).max(LEAST);
        let keys = std::mem::replace(&mut self.keys, vec![NONE; len]);
        let values = std::mem::replace(&mut self.values, vec![0; len]);
        for (key, value) in keys.into_iter().zip(values) {
            if key != NONE {
                let place = self.place(key);
                self.keys[place] = key;
                self.values[place] = value;
            }
        }
    }

    /// How many keys it has.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.keys.len() * (size_of::<u64>() + size_of::<u32>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_map() {
        let mut table = Table::default();
        assert!(!table.has(3) && table.bytes() == 0);
        let mut map = std::collections::HashMap::new();
        let mut key = 0_u64;
        for number in 0..5_000 {
            map.insert(key, number);
            table.insert(key, number);
            // Every so often a key from before, and keys next to the end of the table.
            key = match number % 5 {
                0 => key,
                1 => u64::MAX - u64::from(number),
                _ => key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99),
            };
        }
        table.insert(0, 77);
        map.insert(0, 77);
        assert_eq!(table.len, map.len());
        assert!(map.iter().all(|(&key, &number)| table.get(key) == Some(number)));
        assert!(!table.has(12_345));
    }
}
