//! The search as hosts use it: it takes so many moves at a time and keeps what it knows.

use std::fmt;
use std::sync::Arc;

use kuraban_board::{Board, Layout};
use kuraban_level::Dir;
use kuraban_search::BestCell;

use crate::level::Statics;
use crate::shared::Shared;
use crate::solver::Solver;
use crate::strategies::Status;
use crate::strategy::Strategy;

/// Where a [`Search`] stands.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Stage {
    /// There is more to do.
    Working,
    /// The player's steps of a solution, not yet checked by a referee.
    Solved(Vec<Dir>),
    /// Its memory is used up.
    Full,
    /// It is out of ideas, which proves nothing.
    GaveUp,
}

/// A [`Solver`] on a board of any size.
trait Steps: Send {
    fn step(&mut self) -> Status;
    fn expanded(&self) -> u64;
    fn generated(&self) -> u64;
    fn bytes(&self) -> usize;
    fn best_cell(&self) -> Option<BestCell>;
    fn describe(&self) -> String;
}

impl<const W: usize> Steps for Solver<W> {
    fn step(&mut self) -> Status {
        Solver::step(self)
    }

    fn expanded(&self) -> u64 {
        Solver::expanded(self)
    }

    fn generated(&self) -> u64 {
        Solver::generated(self)
    }

    fn bytes(&self) -> usize {
        Solver::bytes(self)
    }

    fn best_cell(&self) -> Option<BestCell> {
        Solver::best_cell(self)
    }

    fn describe(&self) -> String {
        Solver::describe(self)
    }
}

/// A [`Shared`] for a board of any size.
trait Ground: Send + Sync {
    fn begin(self: Arc<Self>, strategies: &[Strategy]) -> Box<dyn Steps>;
}

impl<const W: usize> Ground for Shared<W> {
    fn begin(self: Arc<Self>, strategies: &[Strategy]) -> Box<dyn Steps> {
        Box::new(Solver::new(self, strategies))
    }
}

fn prepare<const W: usize>(layout: Layout) -> Common {
    Common(Shared::new(Statics::new(Arc::new(Board::<W>::from_layout(layout)))))
}

/// What searches on one level have in common, whichever threads they run in: tables that are made
/// once, verdicts on dead ends, and the positions reached from both ends, so that any search can
/// meet any other. Clones are the same thing.
#[derive(Clone)]
pub struct Common(Arc<dyn Ground>);

impl fmt::Debug for Common {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Common").finish_non_exhaustive()
    }
}

impl Common {
    /// Makes the tables of a board of as few words as fit; `None` for boards that fit none. The
    /// layout must not be refuted, and not all its boxes may be on goals.
    pub fn new(layout: Layout) -> Option<Self> {
        Some(match layout.words() {
            0..=2 => prepare::<2>(layout),
            3 => prepare::<3>(layout),
            4 => prepare::<4>(layout),
            5..=6 => prepare::<6>(layout),
            7..=8 => prepare::<8>(layout),
            9..=16 => prepare::<16>(layout),
            17..=64 => prepare::<64>(layout),
            _ => return None,
        })
    }

    /// Begins a search within `memory` bytes. What is shared counts in parts of equal size for
    /// the searches that there are.
    pub fn search(&self, strategies: &[Strategy], memory: usize) -> Search {
        let steps = Arc::clone(&self.0).begin(strategies);
        Search { steps, memory, news: false }
    }
}

/// Strategies at work on one level, in turns that keep their memory.
///
/// The same calls do the same work on every machine: nothing depends on a clock.
pub struct Search {
    steps: Box<dyn Steps>,
    memory: usize,
    news: bool,
}

impl Search {
    /// Microseconds that a move takes, roughly; for hosts that share out time.
    pub const MICROSECONDS: u64 = 100;

    /// Begins on a board of its own, within `memory` bytes; `None` where [`Common::new`] is.
    pub fn new(layout: Layout, strategies: &[Strategy], memory: usize) -> Option<Self> {
        Some(Common::new(layout)?.search(strategies, memory))
    }

    /// Takes so many moves at most.
    pub fn step(&mut self, moves: u64) -> Stage {
        for _ in 0..moves {
            match self.steps.step() {
                Status::Working => {}
                Status::News => self.news = true,
                Status::Solved(steps) => return Stage::Solved(steps),
                Status::GaveUp => return Stage::GaveUp,
            }
        }
        if self.bytes() > self.memory { Stage::Full } else { Stage::Working }
    }

    /// Expansions so far.
    pub fn expanded(&self) -> u64 {
        self.steps.expanded()
    }

    /// Successors generated so far.
    pub fn generated(&self) -> u64 {
        self.steps.generated()
    }

    /// Bytes in the tables; what is shared counts in part.
    pub fn bytes(&self) -> usize {
        self.steps.bytes()
    }

    /// The best cell of any strategy, once one of them searches forward.
    pub fn best_cell(&self) -> Option<BestCell> {
        self.steps.best_cell()
    }

    /// Whether some strategy came farther than ever since this was asked last.
    pub fn has_news(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }

    /// One line about where the strategy stands whose turn it is.
    pub fn describe(&self) -> String {
        self.steps.describe()
    }
}
