//! What backward searches share: roots, pulls, tests of positions.

mod advice;
mod counts;
/// The search for a packing plan.
pub(crate) mod for_plan;
/// Toward an open board or a landmark.
pub(crate) mod homeward;
mod pulls;
mod vanish;

use std::sync::Arc;

use kuraban_board::WIDE;
use kuraban_board::deadlock::bipartite::has_perfect;
use kuraban_board::deadlock::corral;
use kuraban_board::deadlock::sealed::unpullable;
use kuraban_board::deadlock::walls::wallify;
use kuraban_board::moves::{Made, Mover};
use kuraban_board::{Bits, Position, Scene};
use kuraban_search::Turn;

use crate::level::rooms::Sight;
use crate::shared::Shared;

/// Boxes, the lowest spot of the player's zone, squares of the home that can still take a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remaining<const W: usize> {
    pub(crate) boxes: Bits<W>,
    pub(crate) player: usize,
    pub(crate) bases: Bits<W>,
}

impl<const W: usize> Remaining<W> {
    /// Boxes and player alone.
    pub(crate) fn place(&self) -> Position<W> {
        Position { boxes: self.boxes, player: self.player }
    }
}

/// Makes pulls and tests positions; keeps tables between calls.
#[derive(Debug)]
struct Backward<const W: usize> {
    shared: Arc<Shared<W>>,
    /// Where boxes are pulled to: the start or, for plans made on the way, a position that came from
    /// it.
    home: Position<W>,
    mover: Mover<W>,
    found: Vec<Made<W>>,
    sight: Sight<W>,
}

impl<const W: usize> Backward<W> {
    /// Bytes taken.
    fn bytes(&self) -> usize {
        self.mover.bytes() + self.found.capacity() * size_of::<Made<W>>()
    }

    fn new(shared: Arc<Shared<W>>, home: Position<W>) -> Self {
        Self {
            shared,
            home,
            mover: Mover::default(),
            found: Vec::new(),
            sight: Sight::default(),
        }
    }

    /// The solved position with the player in each of its regions that has pulls.
    fn roots(&self, turn: &mut Turn<'_>) -> Vec<Remaining<W>> {
        let (boxes, bases) = (self.shared.statics.map.board.goals, self.home.boxes);
        let players = self.shared.endings(turn).iter();
        players.map(|&player| Remaining { boxes, player, bases }).collect()
    }

    fn zone(&self, state: &Remaining<W>) -> Bits<W> {
        self.shared.statics.map.board.zone(state.boxes, state.player)
    }

    /// Whether the boxes can have come from the bases, one each.
    fn can_match(&self, boxes: Bits<W>, bases: Bits<W>) -> bool {
        let map = &self.shared.statics.map;
        let rows: Vec<Bits<W>> =
            bases.iter().map(|base| map.pushed_to[base] & boxes).collect();
        has_perfect(&rows)
    }

    /// Whether no box has vanished.
    fn is_whole(&self, state: &Remaining<W>) -> bool {
        state.bases == self.home.boxes
    }

    /// Whether the first push from `state` must be in a corral that does not contain the box
    /// moved last.
    fn is_unplayable(&self, state: &Remaining<W>, moved: Option<usize>) -> bool {
        let map = &self.shared.statics.map;
        let free = map.board.floor.minus(state.boxes);
        if state.boxes.minus(map.board.goals).is_empty()
            || map.board.count_parts(free) == 1
        {
            return false;
        }
        let scene = Scene::plain(&map.board, state.boxes, state.player);
        let Ok(walled) = wallify(&map.board, &scene) else { return false };
        corral::movers(&map.board, &walled)
            .is_some_and(|boxes| moved.is_none_or(|moved| !boxes.has(moved)))
    }

    /// Whether a position in which no box has vanished just now is lost. In a search that `keeps`
    /// all boxes, a shut-in player cannot get out by a box that vanishes.
    fn is_lost(&mut self, child: &Remaining<W>, keeps: bool) -> bool {
        if W > WIDE {
            return false;
        }
        let zone = self.zone(child);
        let map = &self.shared.statics.map;
        if !self.can_match(child.boxes, child.bases) {
            return true;
        }
        let left = unpullable(&map.board, map.board.floor, child.boxes, zone);
        if !left.minus(self.home.boxes).is_empty() {
            return true;
        }
        if child.bases.meets(zone) && !keeps {
            return false;
        }
        let (mover, position) = (&mut self.mover, (child.boxes, zone));
        let home = (child.bases, self.home.player);
        self.shared.deadlocks().is_shut_in(map, mover, position, home)
    }
}
