//! From pushes to steps.

use std::collections::VecDeque;

use kuraban_level::Dir;

use crate::board::Board;

/// Which box moved between two ascending box lists, and where to.
pub(crate) fn push_between(before: &[u32], after: &[u32]) -> (u32, u32) {
    let lone = |a: &[u32], b: &[u32]| {
        a.iter().copied().find(|at| b.binary_search(at).is_err()).expect("one box moved")
    };
    (lone(before, after), lone(after, before))
}

/// The steps that make these pushes (from cell, to cell) one after another from the start
/// position, with shortest walks between them.
pub(crate) fn steps_of_pushes(board: &Board, pushes: &[(u32, u32)]) -> Vec<Dir> {
    let mut has_box = vec![false; board.len() + 1];
    for &at in &board.boxes {
        has_box[at as usize] = true;
    }
    let mut player = board.player;
    let mut steps = Vec::new();
    for &(from, to) in pushes {
        let dir = board.dir(from, to);
        steps.extend(walk(board, &has_box, player, board.step(from, !dir)));
        steps.push(dir);
        has_box[from as usize] = false;
        has_box[to as usize] = true;
        player = from;
    }
    steps
}

/// A shortest walk; the cells must be connected.
fn walk(board: &Board, has_box: &[bool], from: u32, to: u32) -> Vec<Dir> {
    let mut came = vec![None; board.len() + 1];
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at == to {
            break;
        }
        for dir in Dir::ALL {
            let next = board.step(at, dir);
            if next != board.outside()
                && !has_box[next as usize]
                && next != from
                && came[next as usize].is_none()
            {
                came[next as usize] = Some(dir);
                queue.push_back(next);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = to;
    while at != from {
        let dir = came[at as usize].expect("the player reaches the cell");
        steps.push(dir);
        at = board.step(at, !dir);
    }
    steps.reverse();
    steps
}

/// How many steps it is from one cell to the others. Made once and filled again and again.
#[derive(Debug)]
pub(crate) struct Distances {
    /// Less than `stamp`: not reached. Otherwise the distance above it; `BLOCKED` at boxes and
    /// outside.
    mark: Vec<u64>,
    stamp: u64,
    queue: Vec<u32>,
    boxes: Vec<u32>,
}

const BLOCKED: u64 = u64::MAX;

impl Distances {
    pub(crate) fn new(board: &Board) -> Self {
        let mut mark = vec![0; board.len() + 1];
        mark[board.len()] = BLOCKED;
        Self { mark, stamp: 0, queue: Vec::new(), boxes: Vec::new() }
    }

    /// Measures from a cell with these boxes in the way.
    pub(crate) fn measure(&mut self, board: &Board, boxes: &[u32], from: u32) {
        for &at in &self.boxes {
            self.mark[at as usize] = 0;
        }
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        for &at in boxes {
            self.mark[at as usize] = BLOCKED;
        }
        // No distance reaches the number of cells, so that the marks of two measurements do
        // not overlap.
        self.stamp += board.len() as u64 + 1;
        self.queue.clear();
        self.queue.push(from);
        self.mark[from as usize] = self.stamp;
        let mut head = 0;
        while let Some(&at) = self.queue.get(head) {
            head += 1;
            let next = self.mark[at as usize] + 1;
            for to in board.next[at as usize] {
                if self.mark[to as usize] < self.stamp {
                    self.mark[to as usize] = next;
                    self.queue.push(to);
                }
            }
        }
    }

    /// The steps to a cell, if there is a way.
    pub(crate) fn to(&self, cell: u32) -> Option<u32> {
        let mark = self.mark[cell as usize];
        (mark != BLOCKED && mark >= self.stamp).then(|| (mark - self.stamp) as u32)
    }
}
