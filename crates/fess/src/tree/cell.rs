//! A cell of the feature space: the expanded positions that wait in it for their next move.
//!
//! The position whose next move weighs least goes first; of equal weights, the one whose move leads
//! to the best features. A *line* is all that came from one entry into the cell. One line can flood
//! a cell. So where a cell was served often and brought no better features, lines take turns in
//! some of its turns.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::tree::Score;

/// Lines that are told apart.
const LINES: usize = 64;
/// Moves without better features after which lines take turns.
const PATIENCE: u32 = 256;
/// One in so many turns of such a cell goes to the next line.
const FAIR_EVERY: u32 = 4;

/// A node that waits, sorted by the weight of its next move, the features after it, its age.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Entry(u128);

impl Entry {
    /// `entered` tells one entry into the cell from another.
    pub(crate) fn new(weight: u16, score: Score, node: u32, entered: u32) -> Self {
        let line = u128::from(entered) % LINES as u128;
        Self(
            u128::from(weight) << 104
                | u128::from(score) << 40
                | u128::from(node) << 8
                | line,
        )
    }

    pub(crate) fn weight(self) -> u16 {
        (self.0 >> 104) as u16
    }

    pub(crate) fn node(self) -> u32 {
        (self.0 >> 8) as u32
    }

    fn line(self) -> usize {
        (self.0 & 0xff) as usize
    }
}

type Queue = BinaryHeap<Reverse<Entry>>;

/// A cell.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) best: Score,
    /// One queue, or one for each line.
    queues: Vec<Queue>,
    next: usize,
    served: u32,
    len: usize,
    bytes: usize,
}

impl Cell {
    pub(crate) fn new(best: Score) -> Self {
        Self { best, queues: vec![Queue::new()], next: 0, served: 0, len: 0, bytes: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A position with these features has come here.
    pub(crate) fn enter(&mut self, best: Score) {
        self.best = self.best.min(best);
    }

    /// Something better than this cell has come from it.
    pub(crate) fn praise(&mut self) {
        self.served = 0;
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        let line = entry.line() % self.queues.len();
        self.bytes += push(&mut self.queues[line], entry);
        self.len += 1;
    }

    /// The position that is to go first.
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        self.served += 1;
        if self.served > PATIENCE && self.queues.len() == 1 {
            self.split();
        }
        let line = if self.served > PATIENCE && self.served.is_multiple_of(FAIR_EVERY) {
            self.next_line()
        } else {
            self.best_line()
        };
        self.queues[line].pop().map(|Reverse(entry)| entry)
    }

    fn best_line(&self) -> usize {
        let first = |&line: &usize| self.queues[line].peek().map(|Reverse(entry)| *entry);
        let full = (0..self.queues.len()).filter(|line| first(line).is_some());
        full.min_by_key(first).unwrap_or(0)
    }

    fn next_line(&mut self) -> usize {
        let count = self.queues.len();
        let mut turns = (1..=count).map(|step| (self.next + step) % count);
        let line = turns.find(|&line| !self.queues[line].is_empty());
        self.next = line.unwrap_or(0);
        self.next
    }

    fn split(&mut self) {
        let all = self.queues.pop().unwrap_or_default();
        self.queues.resize_with(LINES, Queue::new);
        self.bytes = LINES * size_of::<Queue>();
        for Reverse(entry) in all {
            self.bytes += push(&mut self.queues[entry.line()], entry);
        }
    }
}

/// Adds an entry; queues grow by half. The bytes by which it grew.
fn push(queue: &mut Queue, entry: Entry) -> usize {
    let room = queue.capacity();
    if queue.len() == room {
        queue.reserve_exact((room / 2).max(4));
    }
    queue.push(Reverse(entry));
    (queue.capacity() - room) * size_of::<Entry>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_what_they_are_made_of() {
        let entry = Entry::new(7, u64::MAX, u32::MAX - 1, 130);
        assert_eq!((entry.weight(), entry.node(), entry.line()), (7, u32::MAX - 1, 2));
    }

    #[test]
    fn the_lightest_then_best_then_oldest_goes_first() {
        let mut cell = Cell::new(0);
        for (weight, score, node) in [(1, 5, 1), (0, 9, 2), (0, 4, 4), (0, 4, 3)] {
            cell.push(Entry::new(weight, score, node, node));
        }
        let order: Vec<u32> =
            std::iter::from_fn(|| cell.pop()).map(Entry::node).collect();
        assert_eq!(order, [3, 4, 2, 1]);
        assert!(cell.is_empty());
    }

    /// One entry into the cell has flooded it with light moves.
    #[test]
    fn a_line_that_waits_is_served_in_a_cell_without_progress() {
        let mut cell = Cell::new(0);
        cell.push(Entry::new(9, 9, 1_000_000, 1));
        let served = |cell: &mut Cell| {
            (0..PATIENCE + 2 * FAIR_EVERY).position(|turn| {
                cell.push(Entry::new(0, 1, turn, 0));
                cell.pop().is_some_and(|entry| entry.node() == 1_000_000)
            })
        };
        let turn = served(&mut cell).expect("its turn has come");
        assert!(turn >= PATIENCE as usize, "{turn}");
        cell.push(Entry::new(9, 9, 1_000_000, 1));
        cell.praise();
        assert_eq!(served(&mut cell).map(|turn| turn >= PATIENCE as usize), Some(true));
    }
}
