//! One search from one end of the level: its tree, its space, and how it began.

use kuraban_board::{Position, WIDE};
use kuraban_search::Turn;

use crate::moves::pushes::WIDE_MOVE;
use crate::strategies::LISTED;
use crate::tree::{Expanded, Score, Serving, Space, Tree, Ways};

/// A search from one end toward a landmark of the other.
pub(crate) struct Side<S: Space> {
    tree: Tree,
    space: S,
    /// How the search began, where there is something to tell.
    begun: Expanded,
    /// Moves taken so far.
    moves: u64,
    /// Expansions and successors that were told.
    told: (u64, u64),
}

/// Work of scoring a position.
fn price<const W: usize>(position: &Position<W>) -> u64 {
    let boxes = position.boxes.len() as u64;
    let least = if W > WIDE { WIDE_MOVE } else { 1 };
    least + boxes * boxes / 64
}

impl<const W: usize, S: Space<State = Position<W>>> Side<S> {
    /// Begins with these roots. `weighs` and `localizes` as in [`Ways`].
    pub(crate) fn new(
        mut space: S,
        roots: &[Position<W>],
        (weighs, localizes): (bool, bool),
        serving: Serving,
        turn: &mut Turn<'_>,
    ) -> Self {
        let mut tree =
            Tree::new(Ways { listed: LISTED, renews: false, weighs, localizes, serving });
        let begun = if roots.is_empty() {
            Expanded::Exhausted
        } else {
            tree.add_roots(&mut space, roots, turn)
        };
        Self { tree, space, begun, moves: 0, told: (0, 0) }
    }

    /// Takes one move.
    pub(crate) fn step(&mut self, turn: &mut Turn<'_>) -> Expanded {
        self.moves += 1;
        match std::mem::replace(&mut self.begun, Expanded::More) {
            Expanded::More => self.tree.step(&mut self.space, turn),
            begun => begun,
        }
    }

    /// Moves taken so far, turned down or not.
    pub(crate) fn moves(&self) -> u64 {
        self.moves
    }

    /// Tree and space.
    pub(crate) fn parts(&self) -> (&Tree, &S) {
        (&self.tree, &self.space)
    }

    /// The best score so far.
    pub(crate) fn best(&self) -> Score {
        self.tree.best()
    }

    /// The best position so far; `None` where there was no root.
    pub(crate) fn best_place(&self) -> Option<Position<W>> {
        self.tree.best_node().map(|node| self.tree.state(&self.space, node))
    }

    /// The best position so far of those that are fit; `None` where there is none, or when the run is
    /// over.
    pub(crate) fn best_where(
        &mut self,
        is_fit: impl Fn(&Position<W>) -> bool,
        turn: &mut Turn<'_>,
    ) -> Option<Position<W>> {
        let mut best: Option<(Score, Position<W>)> = None;
        for node in 0..self.tree.expanded() as u32 {
            let place = self.tree.state(&self.space, node);
            turn.overdraw(price(&place)).continue_value()?;
            if !is_fit(&place) {
                continue;
            }
            let score = self.space.score(&place);
            if best.as_ref().is_none_or(|(known, _)| score < *known) {
                best = Some((score, place));
            }
        }
        best.map(|(_, place)| place)
    }

    /// Expansions so far.
    pub(crate) fn expanded(&self) -> u64 {
        self.tree.expanded() as u64
    }

    /// Expansions and successors since this was asked last.
    pub(crate) fn news(&mut self) -> (u64, u64) {
        let counts = (self.expanded(), self.tree.generated);
        let told = std::mem::replace(&mut self.told, counts);
        (counts.0 - told.0, counts.1 - told.1)
    }

    /// Bytes in the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.tree.bytes() + self.space.bytes()
    }

    /// The few positions of this search that `other` scores best, each with boxes of its own and
    /// none with those of `root`. None when the run is over.
    pub(crate) fn nearest<T: Space<State = Position<W>>>(
        &self,
        other: &mut T,
        root: Position<W>,
        count: usize,
        is_reached: impl Fn(&Position<W>) -> bool,
        turn: &mut Turn<'_>,
    ) -> Vec<Position<W>> {
        let place = |node: u32| self.tree.state(&self.space, node);
        let price = price(&root);
        let mut scored: Vec<(Score, u32)> = Vec::with_capacity(self.tree.expanded());
        for node in 0..self.tree.expanded() as u32 {
            if turn.overdraw(price).is_break() {
                return Vec::new();
            }
            scored.push((other.score(&place(node)), node));
        }
        scored.sort_unstable();
        let mut kept: Vec<Position<W>> = Vec::new();
        for (_, node) in scored {
            if kept.len() >= count {
                break;
            }
            let place = place(node);
            let is_new = place.boxes != root.boxes
                && kept.iter().all(|known| place.boxes != known.boxes);
            if is_new && is_reached(&place) {
                kept.push(place);
            }
        }
        kept
    }
}
