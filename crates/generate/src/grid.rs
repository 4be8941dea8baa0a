//! Squares as the bits of one word.

use kuraban::Dir;

/// A rectangle of at most 64 squares, numbered row by row from bit zero.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Grid {
    width: u32,
    height: u32,
    /// Squares that have a neighbour to the left, and to the right.
    not_first: u64,
    not_last: u64,
}

impl Grid {
    /// The longest side. A word shifted by it keeps some bits.
    pub const MOST_SIDE: usize = 32;
    /// The most squares.
    pub const MOST_SQUARES: usize = 64;

    /// A rectangle; `None` where it is empty or too large.
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let sides = 1..=Self::MOST_SIDE;
        let fits = sides.contains(&width)
            && sides.contains(&height)
            && width * height <= Self::MOST_SQUARES;
        if !fits {
            return None;
        }
        let first: u64 = (0..height).map(|row| 1 << (row * width)).sum();
        let all = low(width * height);
        Some(Self {
            width: width as u32,
            height: height as u32,
            not_first: all & !first,
            not_last: all & !(first << (width - 1)),
        })
    }

    /// Columns.
    pub fn width(self) -> usize {
        self.width as usize
    }

    /// Rows.
    pub fn height(self) -> usize {
        self.height as usize
    }

    /// All squares.
    pub fn all(self) -> u64 {
        low(self.width() * self.height())
    }

    /// The neighbours of squares in a direction. Those below the last row are bits that no floor has.
    #[inline]
    pub fn step(self, squares: u64, dir: Dir) -> u64 {
        match dir {
            Dir::Up => squares >> self.width,
            Dir::Down => squares << self.width,
            Dir::Left => (squares & self.not_first) >> 1,
            Dir::Right => (squares & self.not_last) << 1,
        }
    }

    /// The squares of `free` that are connected to those of `from` among them.
    #[inline]
    pub fn flood(self, from: u64, free: u64) -> u64 {
        // Squares of `free` that can be entered from the left, and from the right.
        let (from_left, from_right) = (free & self.not_first, free & self.not_last);
        let mut zone = from & free;
        loop {
            let before = zone;
            zone |= ((zone << 1) & from_left) | ((zone >> 1) & from_right);
            zone |= ((zone << self.width) | (zone >> self.width)) & free;
            if zone == before {
                return zone;
            }
        }
    }
}

/// So many low bits.
fn low(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

/// The squares one by one, ascending, each as a bit.
pub fn bits(mut squares: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = squares & squares.wrapping_neg();
        squares ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The number of a square.
pub fn number(square: u64) -> usize {
    square.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stay_in_their_row_and_come_back() {
        for (width, height) in [(1, 1), (5, 3), (8, 8), (32, 2), (2, 32), (1, 32)] {
            let grid = Grid::new(width, height).expect("small enough");
            for square in bits(grid.all()) {
                for dir in Dir::ALL {
                    let to = grid.step(square, dir) & grid.all();
                    assert!(to == 0 || grid.step(to, !dir) == square);
                    let (a, b) = (number(square), number(to));
                    assert!(
                        to == 0
                            || a / width == b / width && a.abs_diff(b) == 1
                            || a.abs_diff(b) == width && a % width == b % width
                    );
                }
            }
            assert_eq!(grid.flood(1, grid.all()), grid.all());
        }
        assert_eq!(Grid::new(9, 8), None);
        assert_eq!(Grid::new(33, 1), None);
        assert_eq!(Grid::new(0, 3), None);
    }

    #[test]
    fn floods_stop_at_walls() {
        let grid = Grid::new(4, 3).expect("small enough");
        // #..#
        // .##.
        // ....
        let free = 0b1111_1001_0110;
        assert_eq!(grid.flood(0b10, free), 0b0110);
        assert_eq!(grid.flood(1 << 4, free), 0b1111_1001_0000);
        assert_eq!(grid.flood(1, free), 0);
    }
}
