//! Strategies that take turns on one level.

use std::sync::Arc;

use kuraban_search::BestCell;

use crate::shared::Shared;
use crate::strategies::{self, Status, Work};
use crate::strategy::Strategy;

/// Moves in the first turn of a strategy; turns double from round to round, and every strategy
/// keeps its memory between them.
const FIRST_TURN: u64 = 400;

/// One level being solved, step by step.
pub(crate) struct Solver<const W: usize> {
    shared: Arc<Shared<W>>,
    /// Strategies not begun yet, the next one last.
    ahead: Vec<Strategy>,
    workers: Vec<Option<Box<dyn Work>>>,
    current: usize,
    turn: u64,
    left: u64,
    /// Counts of strategies that gave up.
    gone: (u64, u64),
}

impl<const W: usize> Solver<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, strategies: &[Strategy]) -> Self {
        shared.join();
        Self {
            shared,
            ahead: strategies.iter().rev().copied().collect(),
            workers: Vec::new(),
            current: 0,
            turn: FIRST_TURN,
            left: FIRST_TURN,
            gone: (0, 0),
        }
    }

    /// Takes one move of the strategy whose turn it is.
    pub(crate) fn step(&mut self) -> Status {
        if self.current == self.workers.len()
            && let Some(strategy) = self.ahead.pop()
        {
            self.workers.push(Some(strategies::begin(&self.shared, strategy)));
        }
        let Some(slot) = self.workers.get_mut(self.current) else {
            if self.workers.iter().all(Option::is_none) {
                return Status::GaveUp;
            }
            self.current = 0;
            self.turn *= 2;
            self.left = self.turn;
            return Status::Working;
        };
        let Some(worker) = slot else {
            self.current += 1;
            return Status::Working;
        };
        let status = worker.step();
        self.left -= 1;
        if status == Status::GaveUp {
            self.gone.0 += worker.expanded();
            self.gone.1 += worker.generated();
            *slot = None;
            self.left = 0;
        }
        if self.left == 0 {
            self.left = self.turn;
            self.current += 1;
        }
        if status == Status::GaveUp { Status::Working } else { status }
    }

    /// Expansions so far.
    pub(crate) fn expanded(&self) -> u64 {
        self.gone.0
            + self.workers.iter().flatten().map(|work| work.expanded()).sum::<u64>()
    }

    /// Successors generated so far.
    pub(crate) fn generated(&self) -> u64 {
        self.gone.1
            + self.workers.iter().flatten().map(|work| work.generated()).sum::<u64>()
    }

    /// Bytes in its own tables, and its part of those it shares.
    pub(crate) fn bytes(&self) -> usize {
        let own: usize = self.workers.iter().flatten().map(|work| work.bytes()).sum();
        self.shared.bytes_each() + own
    }

    /// The best cell of any strategy.
    pub(crate) fn best_cell(&self) -> Option<BestCell> {
        let cells = self.workers.iter().flatten().filter_map(|work| work.best_cell());
        cells.reduce(|best, cell| if cell.is_beyond(&best) { cell } else { best })
    }

    /// One line about where it stands.
    pub(crate) fn describe(&self) -> String {
        match self.workers.get(self.current) {
            Some(Some(worker)) => worker.describe(),
            _ => "between turns".into(),
        }
    }
}

impl<const W: usize> Drop for Solver<W> {
    fn drop(&mut self) {
        self.shared.leave();
    }
}
