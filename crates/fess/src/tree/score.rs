//! Scores: features in the order of their importance, packed into one number.
//!
//! A space declares its fields once, from the least important up:
//!
//! ```text
//! const DISTANCE: Field = Field::lowest(17).more_is_better();
//! const REGIONS: Field = DISTANCE.above(9);
//! ```

/// Features as one number: less is better.
pub(crate) type Score = u64;

/// One field of a score. Values that are too large for it count as its largest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    shift: u32,
    bits: u32,
    /// Whether it is kept as what is missing to the largest value.
    is_inverted: bool,
}

impl Field {
    /// The least important field, of so many bits.
    pub(crate) const fn lowest(bits: u32) -> Self {
        Self { shift: 0, bits, is_inverted: false }
    }

    /// The field of so many bits that comes before this one.
    pub(crate) const fn above(self, bits: u32) -> Self {
        let shift = self.shift + self.bits;
        assert!(shift + bits <= Score::BITS, "a score has room for all its fields");
        Self { shift, bits, is_inverted: false }
    }

    /// The same field for a feature of which more is better.
    pub(crate) const fn more_is_better(self) -> Self {
        Self { is_inverted: true, ..self }
    }

    const fn most(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// A value in its place.
    #[inline]
    pub(crate) fn put(self, value: usize) -> Score {
        let value = (value as u64).min(self.most());
        (if self.is_inverted { self.most() - value } else { value }) << self.shift
    }

    /// The value of a score.
    pub(crate) fn of(self, score: Score) -> usize {
        let value = score >> self.shift & self.most();
        (if self.is_inverted { self.most() - value } else { value }) as usize
    }

    /// The bits of the field.
    pub(crate) const fn mask(self) -> Score {
        self.most() << self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISTANCE: Field = Field::lowest(17).more_is_better();
    const REGIONS: Field = DISTANCE.above(9);

    #[test]
    fn fields_keep_values_and_their_order() {
        let score = |regions, distance| REGIONS.put(regions) | DISTANCE.put(distance);
        let one = score(3, 70);
        assert_eq!((REGIONS.of(one), DISTANCE.of(one)), (3, 70));
        assert!(score(2, 0) < one && score(3, 71) < one && one < score(3, 69));
        assert_eq!(REGIONS.of(score(9_999, 5)), 511, "as much as there is room for");
        assert_eq!(DISTANCE.mask() & REGIONS.mask(), 0);
    }
}
