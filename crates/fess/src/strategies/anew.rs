//! Where plans are made: on an open board, and wherever the last plan got stuck.
//!
//! A plan made at the start begins with boxes that are to be parked on squares of its own choice, and
//! where a level is crowded the way there is the hard part. On an open board the boxes are parked
//! already, and the plan takes them as they stand.

use kuraban_board::Position;
use kuraban_search::Turn;

use crate::spaces::ahead::Ahead;
use crate::strategies::joint::Joint;
use crate::strategies::side::Side;
use crate::tree::Expanded;

/// Moves that open the board before the first plan is made there; twice as many before each later one.
/// Measured with [`FIRST_PATIENCE`] on 61 levels that take long, 4 CPU s each: 24 solved with 300 and
/// 1,000, 22 with 1,000 and 1,000, 17 with 300 and 300.
const FIRST_STRETCH: u64 = 300;
/// Moves along a plan without a better cell until it is stuck; half as many more whenever it leads to no
/// position where no plan was made yet. How both grow is guessed.
const FIRST_PATIENCE: u64 = 1_000;

/// What one move that opens the board came to.
pub(super) enum Opened<const W: usize> {
    /// There is more to do.
    More,
    /// The search has met one from the goals, by this move out of this node.
    Met(u32, Option<u32>),
    /// A plan is to be made here.
    Home(Position<W>),
    /// Nothing is left to be opened, and a plan was made on the most open board.
    Exhausted,
}

/// The search for the next position to plan from.
pub(super) struct Anew<const W: usize> {
    opener: Joint<Side<Ahead<W>>>,
    stretch: u64,
    /// Moves of the opener until a plan is made.
    until: u64,
    patience: u64,
    /// Moves along the plan without a better cell.
    waited: u64,
    cell: u64,
    /// Positions from which plans were made.
    homes: Vec<Position<W>>,
}

impl<const W: usize> Anew<W> {
    pub(super) fn new(opener: Joint<Side<Ahead<W>>>) -> Self {
        Self {
            opener,
            stretch: FIRST_STRETCH,
            until: FIRST_STRETCH,
            patience: FIRST_PATIENCE,
            waited: 0,
            cell: u64::MAX,
            homes: Vec::new(),
        }
    }

    /// The search that opens the board.
    pub(super) fn opener(&self) -> &Joint<Side<Ahead<W>>> {
        &self.opener
    }

    /// Bytes in the tables.
    pub(super) fn bytes(&self) -> usize {
        self.opener.bytes(Side::bytes) + self.homes.capacity() * size_of::<Position<W>>()
    }

    /// Opens the board by one move, and adds the expansions and successors that came of it.
    pub(super) fn open(
        &mut self,
        counts: &mut (u64, u64),
        turn: &mut Turn<'_>,
    ) -> Opened<W> {
        let outcome = self.opener.step(counts, turn);
        let moves = self.opener.with(|opener| opener.moves());
        match outcome {
            Expanded::Done(node, last) => return Opened::Met(node, last),
            Expanded::More if moves < self.until => return Opened::More,
            Expanded::More | Expanded::Exhausted => {}
        }
        self.stretch *= 2;
        self.until = moves + self.stretch;
        let best = self.opener.with(|opener| opener.best_place());
        let home = best.and_then(|place| self.enter(place));
        match home {
            Some(home) => Opened::Home(home),
            None if outcome == Expanded::Exhausted => Opened::Exhausted,
            None => Opened::More,
        }
    }

    /// Whether the search along the plan is stuck after a move with this outcome; `cell` is its best one.
    pub(super) fn is_stuck(&mut self, cell: u64, outcome: Expanded) -> bool {
        self.waited = if cell == self.cell { self.waited + 1 } else { 0 };
        self.cell = cell;
        match outcome {
            Expanded::More => self.waited >= self.patience,
            Expanded::Exhausted => true,
            Expanded::Done(..) => false,
        }
    }

    /// Where to plan next, the last plan having come to `place`; `None` where the board is to be
    /// opened further.
    pub(super) fn go_on(&mut self, place: Option<Position<W>>) -> Option<Position<W>> {
        let home = place.and_then(|place| self.enter(place));
        if home.is_none() {
            self.patience += 1 + self.patience / 2;
        }
        home
    }

    /// Plans soon, and again after each move.
    #[cfg(test)]
    pub(super) fn hurry(&mut self) {
        (self.stretch, self.until, self.patience) = (2, 2, 0);
    }

    /// The position, if no plan was made there before.
    fn enter(&mut self, place: Position<W>) -> Option<Position<W>> {
        (self.waited, self.cell) = (0, u64::MAX);
        if self.homes.contains(&place) {
            return None;
        }
        self.homes.push(place);
        Some(place)
    }
}
