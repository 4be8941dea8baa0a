//! The least assignment kept from one position to the next.
//!
//! Kuhn's method with shortest augmenting paths (Jonker and Volgenant, 1987), warm-started: a
//! position that differs from the last one in a few boxes needs one augmentation for each of
//! them. The problem is square, so potentials of any sign stay feasible when a row changes; on a
//! rectangular problem the same repair would be unsound.

use crate::{Bits, Distances, FAR};

/// What an impossible pairing costs: more than all possible ones together.
const IMPOSSIBLE: i32 = 1 << 19;

/// The least total of pushes that pairs each box with a target of its own, for positions that
/// come one after the other.
#[derive(Clone, Debug)]
pub struct Matcher<const W: usize> {
    size: usize,
    cost: Vec<i32>,
    boxes: Bits<W>,
    row_of_spot: Vec<u16>,
    row: Vec<Row>,
    column: Vec<Column>,
    total: i32,
    /// Scratch for the augmenting path: least reduced length to each column, the column
    /// before it, whether it is settled.
    length: Vec<i32>,
    before: Vec<u16>,
    settled: Vec<bool>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    spot: u16,
    column: u16,
    potential: i32,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    row: u16,
    potential: i32,
}

const NONE: u16 = u16::MAX;

impl<const W: usize> Matcher<W> {
    /// A matcher for the given distances, standing at `boxes`: as many as there are targets.
    pub fn new(distances: &Distances, len: usize, boxes: Bits<W>) -> Self {
        let size = distances.targets();
        assert_eq!(size, boxes.len(), "as many boxes as targets");
        let price = |&pushes: &u16| if pushes == FAR { IMPOSSIBLE } else { i32::from(pushes) };
        let cost = (0..len).flat_map(|spot| distances.row(spot)).map(price).collect();
        let mut matcher = Self {
            size,
            cost,
            boxes,
            row_of_spot: vec![NONE; len],
            row: vec![Row { spot: 0, column: NONE, potential: 0 }; size],
            column: vec![Column { row: NONE, potential: 0 }; size],
            total: 0,
            length: vec![0; size],
            before: vec![0; size],
            settled: vec![false; size],
        };
        for (row, spot) in boxes.iter().enumerate() {
            matcher.row[row].spot = spot as u16;
            matcher.row_of_spot[spot] = row as u16;
            matcher.augment(row);
        }
        matcher.total = matcher.sum();
        matcher
    }

    fn sum(&self) -> i32 {
        self.row.iter().map(|row| self.cost(row.spot as usize, row.column as usize)).sum()
    }

    #[inline]
    fn cost(&self, spot: usize, column: usize) -> i32 {
        self.cost[spot * self.size + column]
    }

    /// Goes to another position.
    pub fn go_to(&mut self, boxes: Bits<W>) {
        let (left, entered) = (self.boxes.minus(boxes), boxes.minus(self.boxes));
        if left.is_empty() {
            return;
        }
        // All changed rows give up their columns first, so that none of them is held by a
        // price that no longer counts.
        for (from, to) in left.iter().zip(entered.iter()) {
            let row = self.row_of_spot[from] as usize;
            self.row_of_spot[from] = NONE;
            self.row_of_spot[to] = row as u16;
            self.row[row].spot = to as u16;
            let column = std::mem::replace(&mut self.row[row].column, NONE);
            self.column[column as usize].row = NONE;
        }
        for spot in entered {
            self.augment(self.row_of_spot[spot] as usize);
        }
        self.boxes = boxes;
        self.total = self.sum();
    }

    /// The least total here; `None` where some box cannot have a target of its own.
    #[inline]
    pub fn total(&self) -> Option<u32> {
        (self.total < IMPOSSIBLE).then_some(self.total as u32)
    }

    /// The least total if the box on `from` stood on `to` instead.
    #[inline]
    pub fn total_after(&mut self, from: usize, to: usize) -> Option<u32> {
        let row = self.row_of_spot[from] as usize;
        let held = self.row[row].column as usize;
        // With the row gone, the rest is worth the total less what the row pays; giving it the
        // held column again by the shortest path of reduced costs is optimal.
        let rest = self.total - self.cost(from, held);
        let paid = self.column[held].potential;
        let price = rest + paid + self.path(to, held);
        (price < IMPOSSIBLE).then_some(price as u32)
    }

    /// Length of the shortest augmenting path from a free row whose box is on `spot` to the
    /// free column `goal`, in reduced costs.
    #[inline]
    fn path(&mut self, spot: usize, goal: usize) -> i32 {
        let size = self.size;
        let costs = &self.cost[spot * size..][..size];
        let mut least = i32::MAX;
        for ((length, cost), column) in self.length.iter_mut().zip(costs).zip(&self.column) {
            *length = cost - column.potential;
            least = least.min(*length);
        }
        if self.length[goal] == least {
            return least;
        }
        self.settled.fill(false);
        loop {
            let (mut least, mut next) = (i32::MAX, 0);
            for column in 0..size {
                if !self.settled[column] && self.length[column] < least {
                    (least, next) = (self.length[column], column);
                }
            }
            if least >= self.length[goal] {
                return self.length[goal];
            }
            self.settled[next] = true;
            let row = self.row[self.column[next].row as usize];
            let costs = &self.cost[row.spot as usize * size..][..size];
            let start = least - row.potential;
            for ((length, cost), column) in
                self.length.iter_mut().zip(costs).zip(&self.column)
            {
                *length = (*length).min(start + cost - column.potential);
            }
        }
    }

    /// Gives a free row a column, changing potentials and pairs along the shortest path.
    fn augment(&mut self, row: usize) {
        let size = self.size;
        let spot = self.row[row].spot as usize;
        self.settled.fill(false);
        for column in 0..size {
            self.length[column] = self.cost(spot, column) - self.column[column].potential;
            self.before[column] = NONE;
        }
        let (reached, end) = loop {
            let (mut least, mut next) = (i32::MAX, 0);
            for column in 0..size {
                if !self.settled[column] && self.length[column] < least {
                    (least, next) = (self.length[column], column);
                }
            }
            let holder = self.column[next].row;
            if holder == NONE {
                break (least, next);
            }
            self.settled[next] = true;
            let holder = self.row[holder as usize];
            for column in 0..size {
                let length = least + self.cost(holder.spot as usize, column)
                    - holder.potential
                    - self.column[column].potential;
                if !self.settled[column] && length < self.length[column] {
                    self.length[column] = length;
                    self.before[column] = next as u16;
                }
            }
        };
        for column in 0..size {
            if self.settled[column] {
                let gain = reached - self.length[column];
                self.column[column].potential -= gain;
                self.row[self.column[column].row as usize].potential += gain;
            }
        }
        self.row[row].potential = reached;
        let mut column = end;
        loop {
            let before = self.before[column];
            if before == NONE {
                self.column[column].row = row as u16;
                self.row[row].column = column as u16;
                return;
            }
            let holder = self.column[before as usize].row;
            self.column[column].row = holder;
            self.row[holder as usize].column = column as u16;
            column = before as usize;
        }
    }
}
