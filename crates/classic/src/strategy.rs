//! In which order the states of a space are expanded.

use crate::nodes::{Id, Nodes};
use crate::space::Space;
use crate::work::{Flow, Work};

/// A search of a space for its best solution, in turns.
pub(crate) trait Strategy: Send {
    /// Works until there is something to tell.
    fn advance(&mut self, space: &mut dyn Space, work: &mut Work<'_, '_>) -> Flow<Event>;

    /// The states it has reached.
    fn nodes(&self) -> &Nodes;

    /// Ends the search of a push space; returns how many pushes lead to each state on some
    /// best path.
    fn into_depths(self: Box<Self>) -> DepthOf;
}

/// How many pushes lead to a state.
pub(crate) type DepthOf = Box<dyn Fn(&[u8]) -> Option<u32> + Send>;

/// What a strategy has to tell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// A solution, better than any before. There is more to do.
    Better(Id),
    /// A solution of which nothing is proved. The search is done.
    Any(Id),
    /// A solution of least cost, in both measures where that is settled. The search is done.
    Least { id: Id, cost: u32, settled: bool },
    /// The solution that was told last is of least cost in both measures. The search is done.
    LastIsLeast { cost: u32 },
    /// There is no solution.
    Nothing,
}
