//! How far the bound of a node is worked out.

use std::ops::ControlFlow::{self, Continue};

use kuraban_board::bound::penalties::Penalties;
use kuraban_board::deadlock::subsets::End;
use kuraban_board::{Bits, Board, Position, Push};
use kuraban_search::{Pause, Turn};

use crate::store::{Node, ROOT};

/// Expansions before pairs count, triples, and larger groups: most small levels are done by then.
const PAIRS_AFTER: u64 = 200;
const TRIPLES_AFTER: u64 = 1_000;
const GROUPS_AFTER: u64 = 10_000;
/// One part in so many of the memory is for the tables.
const SHARE: usize = 8;
/// Work to rate a node by tables that are there. Guessed.
const RATING: u64 = 1;

/// What the bound of a search for the fewest pushes counts besides the least assignment. All of it is
/// sound: leaving something out costs time only.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Bounds {
    /// Nothing.
    Matching,
    /// What two boxes cost each other.
    Pairs,
    /// What two boxes cost each other and, forward, three.
    Triples,
    /// The same and, forward, what larger groups cost that are learned on the way.
    #[default]
    Groups,
}

/// What boxes cost each other, worked out for nodes that come up to be expanded: children that
/// never do never pay for it (lazy A*, Tolpin and others, 2013).
#[derive(Debug)]
pub(crate) struct Rating<const W: usize> {
    end: End,
    bounds: Bounds,
    penalties: Option<Penalties<W>>,
    level: u16,
}

impl<const W: usize> Rating<W> {
    pub(crate) fn new(end: End, bounds: Bounds) -> Self {
        Self { end, bounds, penalties: None, level: 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.penalties.as_ref().map_or(0, Penalties::bytes)
    }

    /// Makes the tables that are due after so many expansions; `Break` only when the run is over.
    pub(crate) fn prepare(
        &mut self,
        board: &Board<W>,
        expanded: u64,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause> {
        let memory = turn.memory() / SHARE;
        if self.level == 0 && expanded >= PAIRS_AFTER && self.bounds >= Bounds::Pairs {
            self.penalties = Penalties::new(board, self.end, memory, turn)?;
            self.level = 1;
        }
        if self.level == 1
            && expanded >= TRIPLES_AFTER
            && self.bounds >= Bounds::Triples
            && self.end == End::Goals
        {
            if let Some(penalties) = &mut self.penalties {
                penalties.add_triples(board, memory);
            }
            self.level = 2;
        }
        if self.level == 2 && expanded >= GROUPS_AFTER && self.bounds >= Bounds::Groups {
            if let Some(penalties) = &mut self.penalties {
                penalties.learn(board);
            }
            self.level = 3;
        }
        Continue(())
    }

    /// What the bound counts so far.
    pub(crate) fn counts(&self) -> Bounds {
        match (&self.penalties, self.level) {
            (None, _) | (_, 0) => Bounds::Matching,
            (_, 1) => Bounds::Pairs,
            (_, 2) => Bounds::Triples,
            _ => Bounds::Groups,
        }
    }

    /// What a node that was rated by all there is has reached.
    pub(crate) fn level(&self) -> u16 {
        let learned = self.penalties.as_ref().map_or(0, Penalties::learned);
        self.level.saturating_add(learned as u16)
    }

    /// Whether there is more to say about a node than was said.
    #[inline]
    pub(crate) fn is_due(&self, node: Node) -> bool {
        self.penalties.is_some() && node.rating() < self.level()
    }

    /// The bound of a node with these boxes; `None` where there is no solution. `Break` only when
    /// the run is over.
    pub(crate) fn bound(
        &mut self,
        board: &Board<W>,
        node: Node,
        boxes: Bits<W>,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Option<u16>> {
        turn.overdraw(RATING)?;
        let Some(penalties) = &mut self.penalties else {
            return Continue(Some(node.bound));
        };
        let moved = (node.parent != ROOT).then(|| {
            let push = Push::unpack(node.push);
            board.step(push.from as usize, push.dir)
        });
        let at = Position { boxes, player: node.player() };
        let extra = penalties.total(board, at, node.matching(), moved, turn)?;
        // Frozen boxes that are walls may cost what a penalty says already: the two do not add up.
        Continue(extra.map(|extra| node.bound.max(node.matching() + extra)))
    }
}
