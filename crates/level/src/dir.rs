//! The four directions.

use std::fmt;
use std::ops::Not;

/// A direction on the board. The order is clockwise: up, right, down, left; engines that
/// break ties by direction use it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "the names say it")]
#[repr(u8)]
pub enum Dir {
    Up,
    Right,
    Down,
    Left,
}

impl Dir {
    /// All directions in their fixed order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// Position in per-direction tables, and inverse of [`Dir::from_index`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with this index, modulo four.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % 4]
    }

    /// The direction a quarter turn to the right of this one.
    #[must_use]
    pub const fn clockwise(self) -> Self {
        Self::from_index(self as usize + 1)
    }

    /// The step letter in lower case, as a move is written.
    pub const fn letter(self) -> char {
        ['u', 'r', 'd', 'l'][self as usize]
    }

    /// The step letter in upper case, as a push is written.
    pub const fn push_letter(self) -> char {
        ['U', 'R', 'D', 'L'][self as usize]
    }

    /// The direction of a step letter in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'u' | 'U' => Some(Self::Up),
            'r' | 'R' => Some(Self::Right),
            'd' | 'D' => Some(Self::Down),
            'l' | 'L' => Some(Self::Left),
            _ => None,
        }
    }

    /// The word that plans use.
    pub const fn word(self) -> &'static str {
        ["up", "right", "down", "left"][self as usize]
    }
}

/// The opposite direction.
impl Not for Dir {
    type Output = Self;

    fn not(self) -> Self {
        Self::from_index(self.index() + 2)
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
