//! Where the player can walk.

use kuraban_level::Dir;

use crate::board::Board;

/// The cells the player reaches without a push. Made once and filled again and again.
#[derive(Debug)]
pub(crate) struct Region {
    /// `stamp`: reached. `stamp + 1`: a box. Less: neither. The number that stands for no
    /// cell is always more.
    mark: Vec<u32>,
    stamp: u32,
    stack: Vec<u32>,
}

impl Region {
    pub(crate) fn new(board: &Board) -> Self {
        let mut mark = vec![0; board.len() + 1];
        mark[board.len()] = u32::MAX;
        Self { mark, stamp: 0, stack: Vec::new() }
    }

    /// Fills from a cell; returns the lowest cell of the region, which stands for all of it.
    #[inline]
    pub(crate) fn fill(&mut self, board: &Board, boxes: &[u32], from: u32) -> u32 {
        self.begin(boxes);
        let (stamp, mark) = (self.stamp, &mut self.mark);
        mark[from as usize] = stamp;
        self.stack.push(from);
        let mut lowest = from;
        while let Some(at) = self.stack.pop() {
            lowest = lowest.min(at);
            for to in board.next[at as usize] {
                let seen = &mut mark[to as usize];
                if *seen < stamp {
                    *seen = stamp;
                    self.stack.push(to);
                }
            }
        }
        lowest
    }

    /// Forgets the last region and marks the boxes.
    fn begin(&mut self, boxes: &[u32]) {
        if self.stamp > u32::MAX - 8 {
            let last = self.mark.len() - 1;
            self.mark[..last].fill(0);
            self.stamp = 0;
        }
        self.stamp += 2;
        for &at in boxes {
            self.mark[at as usize] = self.stamp + 1;
        }
    }

    /// Whether the player reaches a cell.
    #[inline]
    pub(crate) fn contains(&self, cell: u32) -> bool {
        self.mark[cell as usize] == self.stamp
    }

    /// Whether a box, a wall or the edge is there.
    #[inline]
    pub(crate) fn is_blocked(&self, cell: u32) -> bool {
        self.mark[cell as usize] > self.stamp
    }

    /// The lowest cell the player reaches after pushing the box on `at`, where that can be
    /// told without filling again. `lowest` is the lowest cell of this region, and the push is
    /// possible.
    ///
    /// The push frees `at` and blocks `to`. Where `at` opens no way to cells out of reach, and
    /// the neighbours of `to` are still connected round it, the region only swaps the two.
    #[inline]
    pub(crate) fn lowest_after_push(
        &self,
        board: &Board,
        lowest: u32,
        at: u32,
        dir: Dir,
    ) -> Option<u32> {
        let to = board.step(at, dir);
        let sides = [dir.left(), dir.right()];
        if sides.iter().any(|&side| self.is_open_but_unreached(board.step(at, side))) {
            return None;
        }
        if self.contains(to) {
            let ahead = board.step(to, dir);
            let mut ahead_connected = self.is_blocked(ahead);
            for side in sides {
                let beside_to = board.step(to, side);
                if self.is_blocked(beside_to) {
                    continue;
                }
                if !self.contains(board.step(at, side)) {
                    return None;
                }
                ahead_connected |= !self.is_blocked(board.step(beside_to, dir));
            }
            if !ahead_connected || to == lowest {
                return None;
            }
        }
        Some(lowest.min(at))
    }

    /// The same after the pull that undoes a push in direction `dir` which ended on `at`.
    ///
    /// The pull frees `at` and blocks `from`, and the player ends behind it.
    #[inline]
    pub(crate) fn lowest_after_pull(
        &self,
        board: &Board,
        lowest: u32,
        at: u32,
        dir: Dir,
    ) -> Option<u32> {
        let from = board.step(at, !dir);
        let behind = board.step(from, !dir);
        let sides = [dir.left(), dir.right()];
        for side in sides {
            let beside = board.step(from, side);
            if !self.is_blocked(beside) && self.is_blocked(board.step(behind, side)) {
                return None;
            }
        }
        if from == lowest {
            return None;
        }
        let around = [dir, sides[0], sides[1]].map(|side| board.step(at, side));
        if around.iter().any(|&cell| self.contains(cell)) {
            let opens = around.iter().any(|&cell| self.is_open_but_unreached(cell));
            return (!opens).then_some(lowest.min(at));
        }
        Some(lowest)
    }

    fn is_open_but_unreached(&self, cell: u32) -> bool {
        self.mark[cell as usize] < self.stamp
    }
}

trait Turn {
    fn left(self) -> Self;
    fn right(self) -> Self;
}

impl Turn for Dir {
    fn left(self) -> Self {
        Self::from_index(self.index() + 3)
    }

    fn right(self) -> Self {
        Self::from_index(self.index() + 1)
    }
}
