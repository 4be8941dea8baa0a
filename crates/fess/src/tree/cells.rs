//! What waits in the cells of a feature space.
//!
//! Every node belongs to the cell of the best features on its way from the root. Cells are served in
//! turn, and every other time the best one (Shoham and Schaeffer, 2020).

use std::collections::HashMap;

use super::Score;
use super::cell::{Cell, Entry};

/// The best features on the way to a node, and their cell. Most nodes share their parent's.
#[derive(Clone, Copy, Debug)]
struct Record {
    best: Score,
    cell: u32,
}

/// The cells of a tree.
#[derive(Debug)]
pub(super) struct Cells {
    all: Vec<Cell>,
    cell_of: HashMap<u64, u32>,
    records: Vec<Record>,
    pointer: usize,
    turn: u64,
    /// The best score of all, and its cell.
    best: (Score, usize),
    /// How many nodes wait.
    len: usize,
    /// Bytes in the cells.
    queued: usize,
}

impl Cells {
    pub(super) fn new() -> Self {
        Self {
            all: Vec::new(),
            cell_of: HashMap::new(),
            records: Vec::new(),
            pointer: 0,
            turn: 0,
            best: (Score::MAX, 0),
            len: 0,
            queued: 0,
        }
    }

    /// How many cells there are.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes in the tables.
    pub(super) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>() + self.queued
    }

    /// The best features on the way to a node, from its score and its parent's record.
    pub(super) fn best_with(&self, parent: Option<u32>, score: Score) -> Score {
        let above = parent.map(|record| self.records[record as usize].best);
        above.map_or(score, |above| above.min(score))
    }

    /// Makes a node known, with the best features on its way and their cell; its record.
    pub(super) fn enter(&mut self, parent: Option<u32>, best: Score, cell: u64) -> u32 {
        let cell = self.enter_cell(cell, best);
        if best < self.best.0 {
            self.best = (best, cell as usize);
        }
        if let Some(parent) = parent {
            let above = self.records[parent as usize];
            if above.best == best {
                return parent;
            }
            self.all[above.cell as usize].praise();
        }
        self.records.push(Record { best, cell });
        self.records.len() as u32 - 1
    }

    fn enter_cell(&mut self, tuple: u64, best: Score) -> u32 {
        let count = self.all.len() as u32;
        let cell = *self.cell_of.entry(tuple).or_insert(count);
        if cell == count {
            self.all.push(Cell::new(best));
            self.pointer = cell as usize;
        }
        self.all[cell as usize].enter(best);
        cell
    }

    /// Lets a node wait, by the weight of its next move and the score after it.
    pub(super) fn put(&mut self, node: u32, record: u32, weight: u16, score: Score) {
        let entry = Entry::new(weight, score, node, record);
        let cell = &mut self.all[self.records[record as usize].cell as usize];
        self.queued -= cell.bytes();
        cell.push(entry);
        self.queued += cell.bytes();
        self.len += 1;
    }

    /// Takes the node that is to go next, and the weight of its way with its next move; `None` where
    /// it was the turn of a cell in which nothing waits.
    pub(super) fn next(&mut self) -> Option<(u32, u16)> {
        self.turn += 1;
        let cell = if self.turn.is_multiple_of(2) {
            self.best_cell()
        } else {
            let cell = self.pointer % self.all.len();
            self.pointer = (cell + 1) % self.all.len();
            cell
        };
        let serving = &mut self.all[cell];
        self.queued -= serving.bytes();
        let entry = serving.pop();
        self.queued += serving.bytes();
        let entry = entry?;
        self.len -= 1;
        Some((entry.node(), entry.weight()))
    }

    /// The cell of the best node, or of the best that still waits.
    fn best_cell(&self) -> usize {
        let (_, cell) = self.best;
        if !self.all[cell].is_empty() {
            return cell;
        }
        (0..self.all.len())
            .filter(|&cell| !self.all[cell].is_empty())
            .min_by_key(|&cell| self.all[cell].best)
            .unwrap_or(cell)
    }
}
