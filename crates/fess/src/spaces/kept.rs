//! How the positions of all spaces are told apart and kept.

use kuraban_board::Position;

use crate::level::Statics;
use crate::spaces::backward::Remaining;
use crate::tree::Keep;

impl<const W: usize> Keep<Position<W>> for Statics<W> {
    fn key(&self, position: &Position<W>) -> u64 {
        position.key(&self.map.board)
    }

    fn width(&self) -> usize {
        self.spots.width() + 1
    }

    fn pack(&self, position: &Position<W>, out: &mut [u16]) {
        out[0] = position.player as u16;
        self.spots.pack(position.boxes, &mut out[1..]);
    }

    fn unpack(&self, packed: &[u16]) -> Position<W> {
        let (boxes, player) = (self.spots.unpack(&packed[1..]), usize::from(packed[0]));
        Position { boxes, player }
    }
}

/// Squares of the home that no longer take a box are part of the position.
impl<const W: usize> Keep<Remaining<W>> for Statics<W> {
    fn key(&self, position: &Remaining<W>) -> u64 {
        let bases = self.map.board.boxes_key(position.bases);
        position.place().key(&self.map.board) ^ bases.rotate_left(23).wrapping_mul(3)
    }

    fn width(&self) -> usize {
        2 * self.spots.width() + 1
    }

    fn pack(&self, position: &Remaining<W>, out: &mut [u16]) {
        let (place, bases) = out.split_at_mut(self.spots.width() + 1);
        Keep::<Position<W>>::pack(self, &position.place(), place);
        self.spots.pack(position.bases, bases);
    }

    fn unpack(&self, packed: &[u16]) -> Remaining<W> {
        let (place, bases) = packed.split_at(self.spots.width() + 1);
        let Position { boxes, player } = Keep::<Position<W>>::unpack(self, place);
        Remaining { boxes, player, bases: self.spots.unpack(bases) }
    }
}
