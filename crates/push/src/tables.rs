//! Tables of two and three boxes, built when a search has grown past what small levels need.

use std::ops::ControlFlow::{self, Continue};

use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::deadlock::{Rule, RuleSet};
use kuraban_board::{Board, Position};
use kuraban_search::{Pause, Turn};

/// Expansions before the tables of pairs and of triples are built. Measured on the small-level
/// sets: see `docs/experiments.md`.
const PAIRS_AFTER: u64 = 500;
const TRIPLES_AFTER: u64 = 10_000;
/// Bytes that each of the two may take.
const BYTES: usize = 16 << 20;

/// The tables of one search.
#[derive(Debug)]
pub(crate) struct Tables<const W: usize> {
    end: End,
    rules: RuleSet,
    subsets: Option<Subsets<W>>,
}

impl<const W: usize> Tables<W> {
    /// No tables yet; those that the rules name are built later.
    pub(crate) fn new(end: End, rules: RuleSet) -> Self {
        Self { end, rules, subsets: None }
    }

    /// Builds what is due after so many expansions; `Break` only when the run is over.
    pub(crate) fn build(
        &mut self,
        board: &Board<W>,
        expanded: u64,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause> {
        // Tables have to leave room for nodes.
        let most = BYTES.min(turn.memory() / 8);
        if expanded == PAIRS_AFTER
            && self.rules.has(Rule::Pair)
            && Subsets::pairs_bytes(board) <= most
        {
            self.subsets = Some(Subsets::pairs(board, self.end, turn)?);
        }
        if expanded == TRIPLES_AFTER
            && self.rules.has(Rule::Triple)
            && Subsets::triples_bytes(board) <= most
            && let Some(tables) = &mut self.subsets
        {
            tables.add_triples(board, self.end, turn)?;
        }
        Continue(())
    }

    /// Whether boxes that stand with the one on `moved` make the position lost.
    #[inline]
    pub(crate) fn is_lost(
        &self,
        board: &Board<W>,
        at: Position<W>,
        moved: usize,
    ) -> bool {
        self.subsets
            .as_ref()
            .is_some_and(|tables| tables.is_lost(board, at.boxes, moved, at.player))
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.subsets.as_ref().map_or(0, Subsets::bytes)
    }
}
