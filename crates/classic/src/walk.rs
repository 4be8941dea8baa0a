//! From pushes to steps.

use std::ops::ControlFlow::Continue;

use kuraban_level::Dir;

use crate::board::Board;
use crate::work::{Flow, Work};

/// Cells visited between two checks of the turn, and their price (guessed: 8 ns each).
pub(crate) const PART: usize = 1 << 9;
pub(crate) const PART_PRICE: u64 = 4;

/// Which box moved between two ascending box lists, and where to.
pub(crate) fn push_between(before: &[u32], after: &[u32]) -> (u32, u32) {
    let lone = |a: &[u32], b: &[u32]| {
        a.iter().copied().find(|at| b.binary_search(at).is_err()).expect("one box moved")
    };
    (lone(before, after), lone(after, before))
}

/// Makes pushes one after another from the start position, with shortest walks between them.
#[derive(Debug)]
pub(crate) struct Walks {
    has_box: Vec<bool>,
    player: u32,
    /// How many pushes were made.
    made: usize,
    /// How each cell was reached in the walk with this number.
    came: Vec<(u32, Dir)>,
    queue: Vec<u32>,
    head: usize,
}

impl Walks {
    pub(crate) fn new(board: &Board) -> Self {
        let mut has_box = vec![false; board.len() + 1];
        for &at in &board.boxes {
            has_box[at as usize] = true;
        }
        Self {
            has_box,
            player: board.player,
            made: 0,
            came: vec![(0, Dir::Up); board.len() + 1],
            queue: Vec::new(),
            head: 0,
        }
    }

    /// Works on it, and appends to the steps. The pushes (from cell, to cell) must be
    /// possible, and the same in every call.
    pub(crate) fn advance(
        &mut self,
        board: &Board,
        pushes: &[(u32, u32)],
        steps: &mut Vec<Dir>,
        work: &mut Work<'_, '_>,
    ) -> Flow {
        while let Some(&(from, to)) = pushes.get(self.made) {
            let dir = board.dir(from, to);
            self.walk(board, board.step(from, !dir), steps, work)?;
            steps.push(dir);
            self.has_box[from as usize] = false;
            self.has_box[to as usize] = true;
            self.player = from;
            self.made += 1;
        }
        Continue(())
    }

    /// Appends a shortest walk of the player; the cells must be connected.
    fn walk(
        &mut self,
        board: &Board,
        to: u32,
        steps: &mut Vec<Dir>,
        work: &mut Work<'_, '_>,
    ) -> Flow {
        let stamp = self.made as u32 + 1;
        if self.queue.is_empty() {
            self.queue.push(self.player);
            self.came[self.player as usize] = (stamp, Dir::Up);
        }
        while let Some(&at) = self.queue.get(self.head) {
            if at == to {
                break;
            }
            if self.head % PART == PART - 1 {
                work.spend(PART_PRICE)?;
            }
            self.head += 1;
            for dir in Dir::ALL {
                let next = board.step(at, dir);
                if next != board.outside()
                    && !self.has_box[next as usize]
                    && self.came[next as usize].0 != stamp
                {
                    self.came[next as usize] = (stamp, dir);
                    self.queue.push(next);
                }
            }
        }
        self.queue.clear();
        self.head = 0;
        let begin = steps.len();
        let mut at = to;
        while at != self.player {
            let (walk, dir) = self.came[at as usize];
            assert_eq!(walk, stamp, "the player reaches the cell");
            steps.push(dir);
            at = board.step(at, !dir);
        }
        steps[begin..].reverse();
        Continue(())
    }
}

/// The player's distances from one cell to the others. Made once, then filled again for
/// each measurement.
#[derive(Debug)]
pub(crate) struct Distances {
    /// Less than `stamp`: not reached. Otherwise the distance above it; `BLOCKED` at boxes and
    /// outside.
    mark: Vec<u64>,
    stamp: u64,
    queue: Vec<u32>,
    head: usize,
    boxes: Vec<u32>,
}

const BLOCKED: u64 = u64::MAX;

impl Distances {
    pub(crate) fn new(board: &Board) -> Self {
        let mut mark = vec![0; board.len() + 1];
        mark[board.len()] = BLOCKED;
        Self { mark, stamp: 0, queue: Vec::new(), head: 0, boxes: Vec::new() }
    }

    /// Begins to measure from a cell with these boxes in the way.
    pub(crate) fn begin(&mut self, board: &Board, boxes: &[u32], from: u32) {
        for &at in &self.boxes {
            self.mark[at as usize] = 0;
        }
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        for &at in boxes {
            self.mark[at as usize] = BLOCKED;
        }
        // Every distance is below the number of cells, so the marks of two measurements do
        // not overlap.
        self.stamp += board.len() as u64 + 1;
        self.queue.clear();
        self.queue.push(from);
        self.mark[from as usize] = self.stamp;
        self.head = 0;
    }

    /// Measures what is left.
    pub(crate) fn advance(&mut self, board: &Board, work: &mut Work<'_, '_>) -> Flow {
        while let Some(&at) = self.queue.get(self.head) {
            if self.head % PART == PART - 1 {
                work.spend(PART_PRICE)?;
            }
            self.head += 1;
            let next = self.mark[at as usize] + 1;
            for to in board.next[at as usize] {
                if self.mark[to as usize] < self.stamp {
                    self.mark[to as usize] = next;
                    self.queue.push(to);
                }
            }
        }
        Continue(())
    }

    /// The steps to a cell, if there is a way.
    pub(crate) fn to(&self, cell: u32) -> Option<u32> {
        let mark = self.mark[cell as usize];
        (mark != BLOCKED && mark >= self.stamp).then(|| (mark - self.stamp) as u32)
    }
}
