//! How the positions of all spaces are told apart and kept.

use crate::level::Statics;
use crate::moves::expander::Place;
use crate::spaces::backward::Remaining;
use crate::tree::Keep;

impl<const W: usize> Keep<Place<W>> for Statics<W> {
    fn key(&self, position: &Place<W>) -> u64 {
        position.key(self)
    }

    fn width(&self) -> usize {
        Place::<W>::width(&self.spots)
    }

    fn pack(&self, position: &Place<W>, out: &mut [u16]) {
        position.pack(&self.spots, out);
    }

    fn unpack(&self, packed: &[u16]) -> Place<W> {
        Place::unpack(&self.spots, packed)
    }
}

/// Start squares that no longer take a box are part of the position.
impl<const W: usize> Keep<Remaining<W>> for Statics<W> {
    fn key(&self, position: &Remaining<W>) -> u64 {
        let bases = self.map.board.boxes_key(position.bases);
        position.place().key(self) ^ bases.rotate_left(23).wrapping_mul(3)
    }

    fn width(&self) -> usize {
        Place::<W>::width(&self.spots) + self.spots.bases_width()
    }

    fn pack(&self, position: &Remaining<W>, out: &mut [u16]) {
        let (place, bases) = out.split_at_mut(Place::<W>::width(&self.spots));
        position.place().pack(&self.spots, place);
        self.spots.pack_bases(position.bases, bases);
    }

    fn unpack(&self, packed: &[u16]) -> Remaining<W> {
        let (place, bases) = packed.split_at(Place::<W>::width(&self.spots));
        let Place { boxes, player } = Place::unpack(&self.spots, place);
        Remaining { boxes, player, bases: self.spots.unpack_bases(bases) }
    }
}
