//! The forward moves of a position, as every forward search makes them.

use kuraban_board::Bits;
use kuraban_board::Scene;
use kuraban_board::deadlock::corral::{Corral, first_corral};
use kuraban_board::deadlock::walls::wallify;
use kuraban_search::Turn;

use crate::level::Statics;
use crate::level::spots::Spots;
use crate::moves::pushes::{Child, Pusher};

/// Boxes and the lowest spot of the player's zone.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Place<const W: usize> {
    pub(crate) boxes: Bits<W>,
    pub(crate) player: u16,
}

impl<const W: usize> Place<W> {
    /// The position in its one form.
    pub(crate) fn new(statics: &Statics<W>, boxes: Bits<W>, player: usize) -> Self {
        let scene = Scene::plain(&statics.map.board, boxes, player);
        let player = scene.zone.first().expect("the player stands somewhere") as u16;
        Self { boxes, player }
    }

    /// Words of a position that is kept.
    pub(crate) fn width(spots: &Spots) -> usize {
        spots.width() + 1
    }

    /// Keeps the position; `out` must be zero.
    pub(crate) fn pack(&self, spots: &Spots, out: &mut [u16]) {
        out[0] = self.player;
        spots.pack(self.boxes, &mut out[1..]);
    }

    pub(crate) fn unpack(spots: &Spots, packed: &[u16]) -> Self {
        Self { boxes: spots.unpack(&packed[1..]), player: packed[0] }
    }

    /// Identifies the position.
    pub(crate) fn key(&self, statics: &Statics<W>) -> u64 {
        let board = &statics.map.board;
        board.boxes_key(self.boxes) ^ board.player_key(usize::from(self.player))
    }
}

impl<const W: usize> Child<W> {
    /// The position after the move.
    pub(crate) fn place(&self) -> Place<W> {
        let player = self.zone.first().expect("the player stands somewhere") as u16;
        Place { boxes: self.boxes, player }
    }
}

/// Makes the moves; keeps tables between calls.
#[derive(Debug)]
pub(crate) struct Expander<const W: usize> {
    pub(crate) pusher: Pusher<W>,
    /// Expansions with a corral to be dealt with first.
    pub(crate) corrals: u64,
}

impl<const W: usize> Expander<W> {
    pub(crate) fn new(statics: &Statics<W>) -> Self {
        Self { pusher: Pusher::new(statics), corrals: 0 }
    }

    /// Appends the moves out of a position; stopping places that are no use are left out,
    /// except on the spots of `exempt`.
    pub(crate) fn children(
        &mut self,
        statics: &Statics<W>,
        base: &Scene<W>,
        exempt: Bits<W>,
        turn: &mut Turn<'_>,
        out: &mut Vec<Child<W>>,
    ) {
        let map = &statics.map;
        let Ok(walled) = wallify(&map.board, base) else { return };
        let movable = match first_corral(&map.board, &walled) {
            Some(Corral::Lost(_)) => return,
            Some(Corral::Only(movers)) => {
                self.corrals += 1;
                movers
            }
            None => walled.boxes,
        };
        let stops = Some(&statics.stops);
        self.pusher.children(map, base, &walled, movable, stops, exempt, out, turn);
    }
}
