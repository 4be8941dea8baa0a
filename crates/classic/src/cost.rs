//! What a way costs: a first measure, and a second one that breaks ties.

use std::ops::Add;

/// A pair of counts in one number. The first decides, the second breaks ties; addition adds
/// both. Neither overflows: a count would have to exceed the number of states that fit in
/// memory.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Cost(u64);

impl Cost {
    pub(crate) const ZERO: Self = Self(0);
    /// More than any way costs.
    pub(crate) const MAX: Self = Self(u64::MAX);

    pub(crate) const fn new(first: u32, second: u32) -> Self {
        Self((first as u64) << 32 | second as u64)
    }

    pub(crate) const fn first(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(crate) const fn second(self) -> u32 {
        self.0 as u32
    }

    /// The largest cost with the same first measure.
    pub(crate) const fn with_any_second(self) -> Self {
        Self(self.0 | u32::MAX as u64)
    }

    /// The largest cost below this one.
    pub(crate) const fn just_below(self) -> Self {
        Self(self.0.saturating_sub(1))
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}
