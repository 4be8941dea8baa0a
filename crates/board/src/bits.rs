//! Sets of spots as bitboards.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of spots: bit `n` is spot `n` of the [`Layout`](crate::Layout). Operations cost a
/// few instructions per word, so the number of words is a constant of the type.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Bits<const W: usize>([u64; W]);

/// Word by word: comparing them as memory takes a call for the larger sets.
impl<const W: usize> PartialEq for Bits<W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let mut differ = 0;
        for (word, other) in self.0.iter().zip(other.0) {
            differ |= word ^ other;
        }
        differ == 0
    }
}

impl<const W: usize> Hash for Bits<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<const W: usize> Bits<W> {
    /// No spot.
    pub const EMPTY: Self = Self([0; W]);
    /// How many spots fit.
    pub const CAPACITY: usize = 64 * W;

    /// The set of one spot.
    #[inline]
    pub fn of(spot: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(spot);
        set
    }

    /// The words, lowest spots first.
    #[inline]
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The set of these words, lowest spots first.
    #[inline]
    pub fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// Whether a spot is in it.
    #[inline]
    pub fn has(&self, spot: usize) -> bool {
        self.0[spot / 64] >> (spot % 64) & 1 != 0
    }

    /// Adds a spot.
    #[inline]
    pub fn insert(&mut self, spot: usize) {
        self.0[spot / 64] |= 1 << (spot % 64);
    }

    /// Takes a spot out.
    #[inline]
    pub fn remove(&mut self, spot: usize) {
        self.0[spot / 64] &= !(1 << (spot % 64));
    }

    /// The set without one spot.
    #[inline]
    #[must_use]
    pub fn without(mut self, spot: usize) -> Self {
        self.remove(spot);
        self
    }

    /// The set with one spot more.
    #[inline]
    #[must_use]
    pub fn with(mut self, spot: usize) -> Self {
        self.insert(spot);
        self
    }

    /// The spots that are not in `other`.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let mut set = self;
        for (word, other) in set.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        set
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        let mut all = 0;
        for word in self.0 {
            all |= word;
        }
        all == 0
    }

    /// Whether a spot is in both.
    #[inline]
    pub fn meets(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lowest spot.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        for (index, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return Some(64 * index + word.trailing_zeros() as usize);
            }
        }
        None
    }

    /// Every spot `by` higher; those beyond the capacity are lost.
    #[inline]
    #[must_use]
    pub fn up(self, by: usize) -> Self {
        let mut set = Self::EMPTY;
        let (words, bits) = (by / 64, by % 64);
        if words == 0 && bits != 0 {
            let mut carry = 0;
            for (to, from) in set.0.iter_mut().zip(self.0) {
                *to = from << bits | carry;
                carry = from >> (64 - bits);
            }
            return set;
        }
        for index in (words..W).rev() {
            let low = if bits != 0 && index > words {
                self.0[index - words - 1] >> (64 - bits)
            } else {
                0
            };
            set.0[index] = self.0[index - words] << bits | low;
        }
        set
    }

    /// Every spot `by` lower; those below zero are lost.
    #[inline]
    #[must_use]
    pub fn down(self, by: usize) -> Self {
        let mut set = Self::EMPTY;
        let (words, bits) = (by / 64, by % 64);
        if words == 0 && bits != 0 {
            let mut carry = 0;
            for index in (0..W).rev() {
                set.0[index] = self.0[index] >> bits | carry;
                carry = self.0[index] << (64 - bits);
            }
            return set;
        }
        for index in words..W {
            let high = if bits != 0 && index + 1 < W {
                self.0[index + 1] << (64 - bits)
            } else {
                0
            };
            set.0[index - words] = self.0[index] >> bits | high;
        }
        set
    }

    /// These spots of `free`, and all that follow one of them in `free` without a gap.
    ///
    /// A one added to a row of ones makes zeros from there on, up to the gap, where the carry ends. A
    /// second one added in the same row makes its own place one again, and that is a spot of `self`.
    #[inline]
    #[must_use]
    pub fn filled(self, free: Self) -> Self {
        let (mut set, mut carry) = (self, false);
        for ((word, free), seed) in set.0.iter_mut().zip(free.0).zip(self.0) {
            let (sum, first) = free.overflowing_add(seed);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first | second;
            *word |= !sum & free;
        }
        set
    }

    /// The spots, ascending.
    #[inline]
    pub fn iter(self) -> Spots<W> {
        Spots { words: self.0, index: 0 }
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = usize;
    type IntoIter = Spots<W>;

    #[inline]
    fn into_iter(self) -> Spots<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(spots: I) -> Self {
        let mut set = Self::EMPTY;
        for spot in spots {
            set.insert(spot);
        }
        set
    }
}

/// The spots of a set, ascending.
#[derive(Clone, Debug)]
pub struct Spots<const W: usize> {
    words: [u64; W],
    index: usize,
}

impl<const W: usize> Iterator for Spots<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.index < W {
            let word = self.words[self.index];
            if word != 0 {
                self.words[self.index] = word & (word - 1);
                return Some(64 * self.index + word.trailing_zeros() as usize);
            }
            self.index += 1;
        }
        None
    }
}

macro_rules! by_words {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $op other;
                }
                self
            }
        }

        impl<const W: usize> $assign_trait for Bits<W> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $op other;
                }
            }
        }
    };
}

by_words!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
by_words!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
by_words!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^=);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_agree_with_arithmetic() {
        let spots = [0, 1, 62, 63, 64, 100, 127, 128, 191, 255];
        let set: Bits<4> = spots.into_iter().collect();
        for by in [1, 7, 63, 64, 65, 130, 255] {
            let up: Vec<usize> =
                spots.iter().map(|spot| spot + by).filter(|&to| to < 256).collect();
            let down: Vec<usize> =
                spots.iter().filter_map(|spot| spot.checked_sub(by)).collect();
            assert_eq!(set.up(by).iter().collect::<Vec<_>>(), up, "up {by}");
            assert_eq!(set.down(by).iter().collect::<Vec<_>>(), down, "down {by}");
        }
    }

    #[test]
    fn rows_are_filled_up_to_a_gap() {
        let free: Bits<2> = (3..20).chain(60..70).chain(126..128).collect();
        for seeds in [&[5, 7, 12, 19, 62, 64, 126][..], &[3, 69, 127], &[]] {
            let set: Bits<2> = seeds.iter().copied().collect();
            let reached = |spot: &usize| {
                free.has(*spot)
                    && (0..=*spot)
                        .rev()
                        .take_while(|&at| free.has(at))
                        .any(|at| set.has(at))
            };
            let expected: Vec<usize> = (0..128).filter(reached).collect();
            assert_eq!(set.filled(free).iter().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn sets_behave_like_sets() {
        let a: Bits<2> = [3, 64, 90].into_iter().collect();
        let b: Bits<2> = [3, 65].into_iter().collect();
        assert_eq!((a & b).iter().collect::<Vec<_>>(), [3]);
        assert_eq!((a ^ b).len(), 3);
        assert_eq!(a.minus(b).first(), Some(64));
        assert!(a.meets(b) && !a.without(3).meets(b));
        assert!(Bits::<2>::EMPTY.is_empty() && !(!Bits::<2>::EMPTY).is_empty());
    }
}
