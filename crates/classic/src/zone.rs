//! Where the player can walk.

use kuraban_level::Dir;

use crate::board::{Board, SMALL, SmallNext};

/// The cells the player reaches without a push. Made once and filled again and again.
#[derive(Debug)]
pub(crate) struct Zone {
    /// `stamp`: reached. `stamp + 1`: a box. Less: neither. The number that stands for no
    /// cell is always more.
    mark: Vec<u32>,
    stamp: u32,
    stack: Vec<u32>,
    /// The lowest cell of a fill that is made in parts.
    lowest: u32,
    small_stack: Box<[u8; SMALL]>,
}

impl Zone {
    pub(crate) fn new(board: &Board) -> Self {
        let mut mark = vec![0; (board.len() + 1).max(SMALL)];
        mark[board.len()] = u32::MAX;
        let small_stack = Box::new([0; SMALL]);
        Self { mark, stamp: 0, stack: Vec::new(), lowest: u32::MAX, small_stack }
    }

    /// Bytes of a zone of a board, the stack included.
    pub(crate) fn bytes(board: &Board) -> usize {
        2 * board.len() * size_of::<u32>()
    }

    /// Fills from a cell; returns the lowest cell of the zone, which stands for all of it.
    #[inline]
    pub(crate) fn fill(&mut self, board: &Board, boxes: &[u32], from: u32) -> u32 {
        self.fill_until(board, boxes, from, board.outside())
    }

    /// The same, but ends as soon as `target` is reached and returns that; the zone is not
    /// filled then. Low cells are tried first.
    #[inline]
    pub(crate) fn fill_until(
        &mut self,
        board: &Board,
        boxes: &[u32],
        from: u32,
        target: u32,
    ) -> u32 {
        self.begin(boxes);
        self.spread(board, from, target)
    }

    /// Fills from a cell with one more box on `extra`.
    #[inline]
    pub(crate) fn fill_beside(
        &mut self,
        board: &Board,
        boxes: &[u32],
        extra: u32,
        from: u32,
    ) -> u32 {
        self.begin(boxes);
        self.mark[extra as usize] = self.stamp + 1;
        self.spread(board, from, board.outside())
    }

    #[inline]
    fn spread(&mut self, board: &Board, from: u32, target: u32) -> u32 {
        if let Some(next) = &board.small {
            return self.fill_small(next, from as u8, target as u8).into();
        }
        let (stamp, mark) = (self.stamp, &mut self.mark[..]);
        mark[from as usize] = stamp;
        self.stack.clear();
        self.stack.push(from);
        let mut lowest = from;
        while let Some(at) = self.stack.pop() {
            if at <= lowest {
                lowest = at;
                if at == target {
                    break;
                }
            }
            for to in board.descending[at as usize] {
                let seen = &mut mark[to as usize];
                if *seen < stamp {
                    *seen = stamp;
                    self.stack.push(to);
                }
            }
        }
        lowest
    }

    /// Begins a fill in parts: forgets the last zone and marks the boxes.
    pub(crate) fn begin_parts(&mut self, boxes: &[u32]) {
        self.begin(boxes);
        self.stack.clear();
        self.lowest = u32::MAX;
    }

    /// Puts one more box into the way of a fill that has just begun.
    pub(crate) fn block(&mut self, cell: u32) {
        self.mark[cell as usize] = self.stamp + 1;
    }

    /// Fills from this cell, too.
    pub(crate) fn fill_from(&mut self, cell: u32) {
        if self.mark[cell as usize] < self.stamp {
            self.mark[cell as usize] = self.stamp;
            self.stack.push(cell);
        }
    }

    /// Looks at no more than that many cells. Returns the lowest cell so far when the zone
    /// is filled or `target` is reached.
    pub(crate) fn fill_part(
        &mut self,
        board: &Board,
        target: u32,
        cells: usize,
    ) -> Option<u32> {
        for _ in 0..cells {
            let Some(at) = self.stack.pop() else { return Some(self.lowest) };
            self.lowest = self.lowest.min(at);
            if at == target {
                return Some(self.lowest);
            }
            for to in board.descending[at as usize] {
                self.fill_from(to);
            }
        }
        None
    }

    /// The same for boards whose cells fit a byte: a byte always lies within a table of
    /// 256, so no access needs a check.
    fn fill_small(&mut self, next: &SmallNext, from: u8, target: u8) -> u8 {
        let stamp = self.stamp;
        let mark: &mut [u32; SMALL] =
            (&mut self.mark[..SMALL]).try_into().expect("marks for every byte");
        let stack = &mut self.small_stack;
        mark[usize::from(from)] = stamp;
        stack[0] = from;
        let mut top = 1u8;
        let mut lowest = from;
        while top > 0 {
            top -= 1;
            let at = stack[usize::from(top)];
            if at <= lowest {
                lowest = at;
                if at == target {
                    break;
                }
            }
            for to in next[usize::from(at)] {
                let seen = &mut mark[usize::from(to)];
                if *seen < stamp {
                    *seen = stamp;
                    stack[usize::from(top)] = to;
                    top = top.wrapping_add(1);
                }
            }
        }
        lowest
    }

    /// Forgets the last zone and marks the boxes.
    fn begin(&mut self, boxes: &[u32]) {
        if self.stamp > u32::MAX - 8 {
            for mark in &mut self.mark {
                *mark = if *mark == u32::MAX { u32::MAX } else { 0 };
            }
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

    /// What is known of the lowest cell the player reaches after pushing the box on `at`.
    /// `lowest` is the lowest cell of this zone, and the push is possible.
    ///
    /// The push frees `at` and blocks `to`. Where `at` opens no way to cells out of reach, and
    /// the neighbours of `to` are still connected round it, the zone only swaps the two.
    #[inline]
    pub(crate) fn after_push(
        &self,
        board: &Board,
        lowest: u32,
        at: u32,
        dir: Dir,
    ) -> Lowest {
        let to = board.step(at, dir);
        let sides = [dir.left(), dir.right()];
        let opens =
            sides.iter().any(|&side| self.is_open_but_unreached(board.step(at, side)));
        if opens && !self.contains(to) {
            return Lowest::Opened;
        }
        if opens || to == lowest {
            return Lowest::Unknown;
        }
        if self.contains(to) {
            let mut ahead_connected = self.is_blocked(board.step(to, dir));
            for side in sides {
                let beside_to = board.step(to, side);
                if self.is_blocked(beside_to) {
                    continue;
                }
                if !self.contains(board.step(at, side)) {
                    return Lowest::IfReached;
                }
                ahead_connected |= !self.is_blocked(board.step(beside_to, dir));
            }
            if !ahead_connected {
                return Lowest::IfReached;
            }
        }
        Lowest::Known(lowest.min(at))
    }

    /// The same after the pull that undoes a push in direction `dir` which ended on `at`.
    ///
    /// The pull frees `at` and blocks `from`, and the player ends behind it.
    #[inline]
    pub(crate) fn after_pull(
        &self,
        board: &Board,
        lowest: u32,
        at: u32,
        dir: Dir,
    ) -> Lowest {
        let from = board.step(at, !dir);
        let behind = board.step(from, !dir);
        let sides = [dir.left(), dir.right()];
        let around = [dir, sides[0], sides[1]].map(|side| board.step(at, side));
        let opens = around.iter().any(|&cell| self.is_open_but_unreached(cell));
        if from == lowest || opens {
            return Lowest::Unknown;
        }
        let is_cut = sides.iter().any(|&side| {
            !self.is_blocked(board.step(from, side))
                && self.is_blocked(board.step(behind, side))
        });
        if is_cut {
            return if at > lowest { Lowest::IfReached } else { Lowest::Unknown };
        }
        let joins = around.iter().any(|&cell| self.contains(cell));
        Lowest::Known(if joins { lowest.min(at) } else { lowest })
    }

    /// Whether a cell is free and the player does not reach it.
    #[inline]
    pub(crate) fn is_open_but_unreached(&self, cell: u32) -> bool {
        self.mark[cell as usize] < self.stamp
    }
}

/// What is known of the lowest cell of a zone after a push or pull.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Lowest {
    /// This is it.
    Known(u32),
    /// The zone before, the cell that was freed, and what lies behind it out of reach.
    Opened,
    /// The lowest before, or the cell that was freed, if the lowest before is still reached.
    IfReached,
    /// Nothing.
    Unknown,
}

/// Quarter turns.
trait Quarter {
    fn left(self) -> Self;
    fn right(self) -> Self;
}

impl Quarter for Dir {
    fn left(self) -> Self {
        Self::from_index(self.index() + 3)
    }

    fn right(self) -> Self {
        Self::from_index(self.index() + 1)
    }
}
