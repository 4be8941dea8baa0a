//! From a path of states to the player's steps.

use std::ops::ControlFlow::Continue;

use kuraban_level::Dir;

use crate::board::Board;
use crate::nodes::{Id, Nodes, ROOT};
use crate::space::Space;
use crate::walk::Walks;
use crate::work::{Flow, Work};

/// States of a path between two checks of the turn, and their price (guessed).
const PART: usize = 64;
const PART_PRICE: u64 = 8;

/// What is known of the player's steps.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    pub(crate) steps: Vec<Dir>,
    /// A push that left the player in place, and has not been followed yet.
    pub(crate) waiting: Option<Dir>,
    /// Pushes (from, to) whose walks are still to be found.
    pub(crate) pushes: Vec<(u32, u32)>,
}

/// Writes down the steps of a solution: the states along the path, what happens between them, and
/// the walks between pushes. Paths can be long and boards large, so it takes turns like a search.
pub(crate) struct Telling {
    /// The path from the start, the last state first.
    before: Vec<Id>,
    /// The path to the end, in playing order.
    after: Vec<Id>,
    /// How many pairs of states were followed.
    followed: usize,
    trail: Trail,
    walks: Option<Walks>,
}

impl Telling {
    /// The path from the root to a state of the first table of [`Telling::advance`].
    pub(crate) fn from_root(id: Id) -> Self {
        Self::new(vec![id], Vec::new())
    }

    /// The path from a state of the second table to the root.
    pub(crate) fn to_root(id: Id) -> Self {
        Self::new(Vec::new(), vec![id])
    }

    /// Both, where the two are the same state.
    pub(crate) fn meeting(ahead: Id, back: Id) -> Self {
        Self::new(vec![ahead], vec![back])
    }

    fn new(before: Vec<Id>, after: Vec<Id>) -> Self {
        Self { before, after, followed: 0, trail: Trail::default(), walks: None }
    }

    /// Works on it; the steps when it is done.
    pub(crate) fn advance(
        &mut self,
        board: &Board,
        space: &mut dyn Space,
        tables: [&Nodes; 2],
        work: &mut Work<'_, '_>,
    ) -> Flow<Vec<Dir>> {
        trace_back(&mut self.before, tables[0], work)?;
        trace_back(&mut self.after, tables[1], work)?;
        let (before, after) = (self.before.len(), self.after.len());
        let skipped = usize::from(before > 0 && after > 0);
        let key = |index: usize| match before.checked_sub(index + 1) {
            Some(from_end) => tables[0].key(self.before[from_end]),
            None => tables[1].key(self.after[index - before + skipped]),
        };
        while self.followed + 1 < before + after - skipped {
            if self.followed.is_multiple_of(PART) {
                work.spend(PART_PRICE)?;
            }
            let (from, to) = (key(self.followed), key(self.followed + 1));
            space.follow(from, to, &mut self.trail);
            self.followed += 1;
        }
        if !self.trail.pushes.is_empty() {
            let walks = self.walks.get_or_insert_with(|| Walks::new(board));
            walks.advance(board, &self.trail.pushes, &mut self.trail.steps, work)?;
        }
        Continue(std::mem::take(&mut self.trail.steps))
    }
}

/// Extends a path to the root.
fn trace_back(path: &mut Vec<Id>, nodes: &Nodes, work: &mut Work<'_, '_>) -> Flow {
    let Some(&last) = path.last() else { return Continue(()) };
    let mut parent = nodes.parent(last);
    while parent != ROOT {
        if path.len().is_multiple_of(PART) {
            work.spend(PART_PRICE)?;
        }
        path.push(parent);
        parent = nodes.parent(parent);
    }
    Continue(())
}
