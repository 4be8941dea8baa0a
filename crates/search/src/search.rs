//! A search that takes turns.

use kuraban_level::Dir;
use kuraban_verify::Solution;

use crate::{BestCell, Claim, Farthest, Turn};

/// A solution as a search hands it over. It counts for nothing until the referee has played it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Found {
    /// The player's steps; pushes follow from the level. With boulders a push carries the
    /// player along.
    pub steps: Vec<Dir>,
    /// What the search has proved about them.
    pub optimal: Vec<Claim>,
    /// The search that found them.
    pub by: &'static str,
}

impl Found {
    /// A solution that the referee has played already.
    pub fn of(solution: &Solution) -> Self {
        let steps = solution.steps().iter().map(|step| step.dir).collect();
        Self { steps, ..Self::default() }
    }
}

/// What went wrong in a search: a bug of ours, or an external program that died.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fault {
    /// The search.
    pub by: &'static str,
    /// What happened, in words.
    pub what: String,
}

/// Where a search stands after a turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Stage {
    /// There is more to do.
    Working,
    /// A solution, better than any before, and there is more to do.
    Found(Found),
    /// A solution. The search is done.
    Solved(Found),
    /// There is no solution, proved. The search is done.
    Unsolvable,
    /// Its memory is used up, which proves nothing. The search is done.
    Full,
    /// It is out of ideas, which proves nothing. The search is done.
    GaveUp,
    /// Something went wrong, which proves nothing. The search is done.
    Failed(Fault),
}

impl Stage {
    /// Whether the search wants another turn.
    pub fn goes_on(&self) -> bool {
        matches!(self, Self::Working | Self::Found(_))
    }
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Account {
    /// Positions whose successors were generated; one that is expanded again counts again.
    pub expanded: u64,
    /// Successors that were generated.
    pub generated: u64,
    /// Positions that wait to be expanded.
    pub open: u64,
    /// Depth, bound or layer the search is at, as the engine counts it.
    pub depth: u64,
    /// Bytes in its tables.
    pub bytes: usize,
    /// The most there ever were.
    pub peak_bytes: usize,
    /// The best cell, where the search goes over a feature space.
    pub best_cell: Option<BestCell>,
    /// Which search proved what was asked for: that there is no solution, or that none is better.
    pub proved_by: Option<&'static str>,
}

impl Account {
    /// What most searches have to tell.
    pub fn new(expanded: u64, generated: u64, bytes: usize) -> Self {
        Self { expanded, generated, bytes, ..Self::default() }
    }

    /// The account of a search whose tables are no longer there.
    #[must_use]
    pub fn closed(self) -> Self {
        Self { open: 0, bytes: 0, peak_bytes: 0, ..self }
    }

    /// Adds what another search has done.
    pub fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.open += other.open;
        self.depth = self.depth.max(other.depth);
        self.bytes += other.bytes;
        self.peak_bytes += other.peak_bytes;
        if let Some(cell) = other.best_cell
            && self.best_cell.is_none_or(|known| cell.is_beyond(&known))
        {
            self.best_cell = Some(cell);
        }
        self.proved_by = self.proved_by.or(other.proved_by);
    }
}

/// A search that works in turns and keeps what it knows between them.
///
/// Making one takes no time: its first turns make the tables and pay for them.
pub trait Search: Send {
    /// Stable short name, as reports write it.
    fn name(&self) -> &'static str;

    /// Works until the turn is used up, or until there is something to tell. Not called again
    /// after a stage that does not [go on](Stage::goes_on).
    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage;

    /// What it has done so far.
    fn account(&self) -> Account;

    /// The position it has come farthest with, where it knows one. Asked about ten times a second
    /// at most.
    fn farthest(&self) -> Option<Farthest> {
        None
    }
}
