//! Where searches from both ends of a level meet.
//!
//! Every search, whatever its strategy and thread, enters the positions it expands, with the
//! moves that led there. A forward search that comes upon a position of a backward one is done,
//! and the other way round: the two ways are joined by their links and played, so that nothing
//! has to be found again and no pruning stands in the way.

mod hints;
mod reached;

use std::sync::atomic::{AtomicUsize, Ordering};

pub use self::hints::Hints;
pub use self::reached::Reached;
use crate::moves::{Leg, Macro, Mover, Way, steps_from};
use crate::{Bits, Board, Position};

/// Positions beside those of backward searches that are kept for every position expanded.
const HINTS: usize = 8;

/// Parts that tables for several threads are made of, locked one at a time; a power of two.
const PARTS: usize = 4;

/// The part that a key belongs to, by its low bits: tables keep the upper half.
#[inline]
fn part_of(key: u64) -> usize {
    key as usize % PARTS
}

/// What searches from both ends have reached.
#[derive(Debug)]
pub struct Meeting {
    /// Positions of forward searches.
    pub from_start: Reached,
    /// Positions of backward searches.
    pub from_goals: Reached,
    /// Positions one pull away from those of the backward searches.
    pub hints: Hints,
    /// How many searches use it.
    users: AtomicUsize,
}

impl Meeting {
    /// Nothing but the two ends of the level.
    pub fn new<const W: usize>(board: &Board<W>) -> Self {
        let (from_start, from_goals) = (Reached::default(), Reached::default());
        from_start.enter_root(start(board).key(board), 0);
        for (number, position) in solved(board).iter().enumerate() {
            from_goals.enter_root(position.key(board), number as u32);
        }
        let users = AtomicUsize::new(0);
        Self { from_start, from_goals, hints: Hints::default(), users }
    }

    /// A search begins to use it.
    pub fn join(&self) {
        self.users.fetch_add(1, Ordering::Relaxed);
    }

    /// A search uses it no more.
    pub fn leave(&self) {
        self.users.fetch_sub(1, Ordering::Relaxed);
    }

    /// Bytes taken, shared out among the searches that use it: together they count all of them.
    pub fn bytes_each(&self) -> usize {
        let bytes =
            self.from_start.bytes() + self.from_goals.bytes() + self.hints.bytes();
        bytes.div_ceil(self.users.load(Ordering::Relaxed).max(1))
    }

    /// Enters a position that a forward search expands, reached by a push from another one.
    pub fn enter_pushed(&self, from: u64, code: u32, key: u64) {
        self.from_start.enter(from, code, key);
        self.hints.allow(HINTS);
    }

    /// Enters a position that a backward search expands, reached by a pull from another one.
    pub fn enter_pulled(&self, from: u64, code: u32, key: u64) {
        self.from_goals.enter(from, code, key);
        self.hints.allow(HINTS);
    }

    /// Enters positions one pull away from one that a backward search expands.
    pub fn enter_hints(&self, keys: impl Iterator<Item = u64>) {
        self.hints.enter(keys);
    }

    /// Whether the searches of one direction, backward or forward, have a position.
    #[inline]
    pub fn has_reached(&self, backward: bool, key: u64) -> bool {
        if backward { self.from_goals.has(key) } else { self.from_start.has(key) }
    }

    /// Whether a position of a search of one direction seems to be known to those of the other:
    /// a hint that has to be looked into.
    #[inline]
    pub fn seems_known(&self, backward: bool, key: u64) -> bool {
        self.has_reached(!backward, key) || (!backward && self.hints.has(key))
    }

    /// Whether there is a way from a position to a solution.
    #[inline]
    pub fn is_pulled<const W: usize>(
        &self,
        board: &Board<W>,
        position: &Position<W>,
    ) -> bool {
        let key = position.key(board);
        self.seems_known(false, key) && self.finish(board, position).is_some()
    }

    /// Whether there is a way from the start to a position.
    #[inline]
    pub fn is_pushed<const W: usize>(
        &self,
        board: &Board<W>,
        position: &Position<W>,
    ) -> bool {
        self.from_start.has(position.key(board)) && self.begin(board, position).is_some()
    }

    /// The pushes from the start to a position that a forward search has reached.
    pub fn begin<const W: usize>(
        &self,
        board: &Board<W>,
        position: &Position<W>,
    ) -> Option<Vec<Leg>> {
        let (_, codes) = self.from_start.way(position.key(board))?;
        let mut at = start(board);
        let mut legs = Vec::with_capacity(codes.len());
        for code in codes {
            let action = Macro::unpack(code);
            legs.push(Leg::push(board, action));
            at = after(board, &at, action)?;
        }
        let start = board.start;
        (at == *position && plays(board, start.boxes, start.player, &legs))
            .then_some(legs)
    }

    /// The pushes from a position to a solution, where a backward search has reached it or a
    /// position one push away.
    pub fn finish<const W: usize>(
        &self,
        board: &Board<W>,
        position: &Position<W>,
    ) -> Option<Vec<Leg>> {
        if let Some(legs) = self.finish_from_reached(board, position) {
            return Some(legs);
        }
        let free = board.floor.minus(position.boxes);
        let zone = board.flood(Bits::of(position.player), free);
        let (mut mover, mut found) = (Mover::default(), Vec::new());
        mover.turn_to(free);
        for from in position.boxes {
            mover.moves(board, Way::Push, from, zone, board.live, &mut found);
        }
        found.into_iter().find_map(|(action, _, zone)| {
            let player = zone.first()?;
            let next = Position { boxes: action.boxes(position.boxes), player };
            let mut legs = vec![Leg::push(board, action)];
            legs.extend(self.finish_from_reached(board, &next)?);
            Some(legs)
        })
    }

    fn finish_from_reached<const W: usize>(
        &self,
        board: &Board<W>,
        position: &Position<W>,
    ) -> Option<Vec<Leg>> {
        let (root, codes) = self.from_goals.way(position.key(board))?;
        let mut at = *solved(board).get(root as usize)?;
        let mut legs = Vec::with_capacity(codes.len());
        for code in codes {
            let action = Macro::unpack(code);
            legs.push(Leg::undo(action, at.player));
            at = after(board, &at, action)?;
        }
        legs.reverse();
        let player = position.player;
        (at == *position && plays(board, position.boxes, player, &legs)).then_some(legs)
    }
}

/// Whether these moves can be made one after the other.
fn plays<const W: usize>(
    board: &Board<W>,
    boxes: Bits<W>,
    player: usize,
    legs: &[Leg],
) -> bool {
    steps_from(board, boxes, player, legs).is_some()
}

/// The position after a move; `None` if the move does not fit, because two positions had the same
/// key.
fn after<const W: usize>(
    board: &Board<W>,
    at: &Position<W>,
    action: Macro,
) -> Option<Position<W>> {
    let (from, to) = (usize::from(action.from), usize::from(action.to));
    let boxes = action.boxes(at.boxes);
    let player = action.player(board);
    let fits = at.boxes.has(from)
        && (from == to || !at.boxes.has(to))
        && board.floor.minus(boxes).has(player);
    fits.then(|| Position::new(board, boxes, player))
}

/// The position to begin with.
pub fn start<const W: usize>(board: &Board<W>) -> Position<W> {
    let start = board.start;
    Position::new(board, start.boxes, start.player)
}

/// The solved positions, one for each zone of the player.
pub fn solved<const W: usize>(board: &Board<W>) -> Vec<Position<W>> {
    board
        .parts(board.floor.minus(board.goals))
        .into_iter()
        .map(|part| Position {
            boxes: board.goals,
            player: part.first().expect("parts are not empty"),
        })
        .collect()
}
