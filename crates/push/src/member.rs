//! Searches that can be left and gone on with.

use std::sync::Arc;

use kuraban_board::Board;
use kuraban_level::Dir;
use kuraban_search::{Claim, Found};

use crate::best_first::{Order, Progress, Search, Settings};
use crate::path;

/// Where a member stands after a turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Stage {
    /// There is more to do.
    Working,
    /// A solution; the member is done.
    Solved(Found),
    /// There is no solution, proved; the member is done.
    Unsolvable,
    /// Its memory is used up; the member is done.
    Full,
    /// It is out of ideas, which proves nothing; the member is done.
    GaveUp,
}

/// A search that works in turns and keeps its memory between them.
pub trait Member: Send {
    /// Stable short name.
    fn name(&self) -> &'static str;

    /// Works for about this many microseconds, counted in expansions and not by the clock: the
    /// same calls do the same work on every machine.
    fn step(&mut self, work: u64) -> Stage;

    /// Expansions so far.
    fn expanded(&self) -> u64;

    /// Successors generated so far.
    fn generated(&self) -> u64;

    /// Bytes in its tables.
    fn bytes(&self) -> usize;

    /// What it has proved so far: no solution has less than this.
    fn bound(&mut self) -> Option<(Claim, u64)> {
        None
    }
}

/// Microseconds for which an expansion of single pushes is counted. Measured, roughly.
const EXPANSION: u64 = 3;

/// A best-first search as a member.
pub(crate) struct Single<const W: usize, const PULL: bool> {
    name: &'static str,
    board: Arc<Board<W>>,
    search: Search<W, PULL>,
    order: Order,
    memory: usize,
    proved: u64,
    done: bool,
}

impl<const W: usize, const PULL: bool> Single<W, PULL> {
    pub(crate) fn new(
        name: &'static str,
        board: Arc<Board<W>>,
        settings: Settings,
        memory: usize,
    ) -> Self {
        let search = Search::new(Arc::clone(&board), settings);
        Self { name, board, search, order: settings.order, memory, proved: 0, done: false }
    }
}

impl<const W: usize, const PULL: bool> Member for Single<W, PULL> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn step(&mut self, work: u64) -> Stage {
        for _ in 0..work.div_ceil(EXPANSION) {
            if self.search.bytes() > self.memory {
                return Stage::Full;
            }
            match self.search.expand() {
                Progress::Working => {}
                Progress::Exhausted => {
                    self.done = true;
                    return Stage::Unsolvable;
                }
                Progress::Solved(id) => {
                    self.done = true;
                    let steps: Vec<Dir> =
                        path::steps(&self.board, &self.search.pushes(id))
                            .expect("the pushes of a search can be made");
                    let optimal = match self.order {
                        Order::Optimal => vec![Claim::Pushes],
                        Order::Greedy | Order::Weighted(_) => Vec::new(),
                    };
                    return Stage::Solved(Found { steps, optimal });
                }
            }
        }
        Stage::Working
    }

    fn expanded(&self) -> u64 {
        self.search.expanded
    }

    fn generated(&self) -> u64 {
        self.search.generated
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
    }

    fn bound(&mut self) -> Option<(Claim, u64)> {
        if self.order != Order::Optimal {
            return None;
        }
        // What waits after the end says nothing any more.
        if !self.done {
            self.proved = self.proved.max(self.search.lowest().unwrap_or(0) as u64);
        }
        Some((Claim::Pushes, self.proved))
    }
}
