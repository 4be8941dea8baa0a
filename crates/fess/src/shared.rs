//! What all strategies on a level share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::deadlock::Deadlocks;
use crate::expander::Place;
use crate::level::Statics;
use crate::macros::Macro;
use crate::path::Leg;
use crate::perimeter::Perimeter;

/// Tables of the level, verdicts on corrals, positions with a known way to a solution.
#[derive(Debug)]
pub(crate) struct Shared<const W: usize> {
    pub(crate) statics: Statics<W>,
    deadlocks: Deadlocks<W>,
    perimeter: Mutex<Perimeter>,
}

impl<const W: usize> Shared<W> {
    pub(crate) fn new(statics: Statics<W>) -> Arc<Self> {
        let mut perimeter = Perimeter::default();
        for (number, place) in solved(&statics).iter().enumerate() {
            perimeter.enter_root(place.key(&statics), number as u32);
        }
        let perimeter = Mutex::new(perimeter);
        Arc::new(Self { statics, deadlocks: Deadlocks::default(), perimeter })
    }

    /// The pushes that finish a position of the perimeter.
    pub(crate) fn finish(&self, place: &Place<W>) -> Option<Vec<Leg>> {
        let map = &self.statics.map;
        let (root, codes) = self.perimeter().way(place.key(&self.statics))?;
        let mut at = *solved(&self.statics).get(root as usize)?;
        let mut legs = Vec::new();
        for code in codes {
            let action = Macro::unpack(code);
            legs.push(Leg::undo(action, usize::from(at.player)));
            at = Place::new(&self.statics, action.boxes(at.boxes), action.player(map));
        }
        legs.reverse();
        Some(legs)
    }

    /// The tests for dead ends; they can be made by many threads at once.
    pub(crate) fn deadlocks(&self) -> &Deadlocks<W> {
        &self.deadlocks
    }

    pub(crate) fn perimeter(&self) -> MutexGuard<'_, Perimeter> {
        self.perimeter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.deadlocks().bytes() + self.perimeter().bytes()
    }
}

/// The solved positions, one for each region of the player.
fn solved<const W: usize>(statics: &Statics<W>) -> Vec<Place<W>> {
    let board = &statics.map.board;
    statics
        .map
        .parts(board.floor.minus(board.goals))
        .into_iter()
        .map(|part| Place {
            boxes: board.goals,
            player: part.first().expect("parts are not empty") as u16,
        })
        .collect()
}
