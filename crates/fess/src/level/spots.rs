//! Positions packed for keeping.

use kuraban_board::{Bits, Board};

/// The spots where boxes can be at all, numbered: sets of them take a bit per number when they are
/// kept, instead of one per spot of the board.
///
/// [`Board::pack`] is for live spots alone; here boxes can also stand on dead starts and goals, and
/// short words waste less.
#[derive(Clone, Debug)]
pub(crate) struct Spots {
    spots: Vec<u16>,
    number: Vec<u16>,
}

impl Spots {
    pub(crate) fn new<const W: usize>(board: &Board<W>) -> Self {
        Self::of(board.live | board.goals | board.start.boxes)
    }

    fn of<const W: usize>(set: Bits<W>) -> Self {
        let spots: Vec<u16> = set.iter().map(|spot| spot as u16).collect();
        let mut number = vec![0; spots.last().map_or(0, |&last| usize::from(last) + 1)];
        for (index, &spot) in spots.iter().enumerate() {
            number[usize::from(spot)] = index as u16;
        }
        Self { spots, number }
    }

    /// Words of a set.
    pub(crate) fn width(&self) -> usize {
        self.spots.len().div_ceil(16)
    }

    /// Keeps a set; `out` must be zero.
    pub(crate) fn pack<const W: usize>(&self, set: Bits<W>, out: &mut [u16]) {
        for spot in set {
            let number = self.number[spot];
            debug_assert_eq!(usize::from(self.spots[usize::from(number)]), spot);
            out[usize::from(number / 16)] |= 1 << (number % 16);
        }
    }

    /// The set that was kept.
    pub(crate) fn unpack<const W: usize>(&self, packed: &[u16]) -> Bits<W> {
        let mut set = Bits::EMPTY;
        for (spots, &word) in self.spots.chunks(16).zip(packed) {
            let mut left = word;
            while left != 0 {
                set.insert(usize::from(spots[left.trailing_zeros() as usize]));
                left &= left - 1;
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_out_as_they_went_in() {
        let set: Bits<4> = (3..200).filter(|spot| spot % 3 != 1).collect();
        let numbers = Spots::of(set);
        assert_eq!(numbers.width(), 132_usize.div_ceil(16));
        for step in [1, 2, 5, 31] {
            let some: Bits<4> = set.iter().step_by(step).collect();
            let mut packed = vec![0; numbers.width()];
            numbers.pack(some, &mut packed);
            assert_eq!(numbers.unpack::<4>(&packed), some);
        }
    }
}
