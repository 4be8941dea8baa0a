//! The forward moves of a position, as every forward search makes them.

use kuraban_board::Bits;
use kuraban_board::deadlock::corral::{Corral, first_corral};
use kuraban_board::deadlock::walls::wallify;
use kuraban_board::{Position, Scene};
use kuraban_search::Turn;

use crate::level::Statics;
use crate::moves::pushes::{Child, Pusher};

impl<const W: usize> Child<W> {
    /// The position after the move.
    pub(crate) fn place(&self) -> Position<W> {
        let player = self.zone.first().expect("the player stands somewhere");
        Position { boxes: self.boxes, player }
    }
}

/// A position and the moves out of it.
#[derive(Debug)]
pub(crate) struct Expansion<const W: usize> {
    pub(crate) base: Scene<W>,
    pub(crate) children: Vec<Child<W>>,
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

    /// The moves out of a position; stopping places that are no use are left out, except on the
    /// spots of `exempt`.
    pub(crate) fn expand(
        &mut self,
        statics: &Statics<W>,
        position: &Position<W>,
        exempt: Bits<W>,
        turn: &mut Turn<'_>,
    ) -> Expansion<W> {
        let base = Scene::plain(&statics.map.board, position.boxes, position.player);
        let mut children = Vec::new();
        self.add_children(statics, &base, exempt, turn, &mut children);
        Expansion { base, children }
    }

    fn add_children(
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
