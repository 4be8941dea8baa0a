//! The least assignment kept from one position to the next.
//!
//! Kuhn's method with shortest augmenting paths (Jonker and Volgenant, 1987), warm-started: a
//! position that differs from the last one in a few boxes needs one augmentation for each of
//! them. The problem is square, so potentials of any sign stay feasible when a row changes; on a
//! rectangular problem the same repair would be unsound.

use std::ops::ControlFlow;

use kuraban_search::{Pause, Turn};

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
    holder: Vec<u16>,
    potential: Vec<i32>,
    total: i32,
    /// Scratch for the augmenting path: least reduced length to each column, the column
    /// before it, whether it is settled.
    length: Vec<i32>,
    before: Vec<u16>,
    settled: Vec<bool>,
    onward: Onward,
}

/// What columns cost that are taken from their rows, for moves of one box to many spots.
#[derive(Clone, Debug, Default)]
struct Onward {
    /// Per column, the reduced costs of that column to the holders of all columns: those of the
    /// position that the matcher stands at, or none.
    reduced: Vec<i32>,
    /// The spot of the box.
    from: Option<usize>,
    /// Per column, the shortest known way from its holder to the column that the box holds.
    length: Vec<i32>,
    /// The same where there may be a shorter one, else [`SETTLED`]; and the least of these.
    waiting: Vec<i32>,
    next: i32,
}

impl Onward {
    /// Settles the columns that are nearest. Lengths are small numbers, so many are settled at once.
    fn settle(&mut self) {
        let (size, least) = (self.length.len(), self.next);
        for column in 0..size {
            if self.waiting[column] != least {
                continue;
            }
            self.waiting[column] = SETTLED;
            let costs = &self.reduced[column * size..][..size];
            let all = self.waiting.iter_mut().zip(&mut self.length);
            for ((waiting, length), cost) in all.zip(costs) {
                *length = (*length).min(least + cost);
                *waiting = if *waiting == SETTLED { SETTLED } else { *length };
            }
        }
        self.next = self.nearest();
    }

    fn nearest(&self) -> i32 {
        self.waiting.iter().copied().min().unwrap_or(SETTLED)
    }
}

#[derive(Clone, Copy, Debug)]
struct Row {
    spot: u16,
    column: u16,
    potential: i32,
}

const NONE: u16 = u16::MAX;

/// Instead of a length: the column is settled.
const SETTLED: i32 = i32::MAX;

impl<const W: usize> Matcher<W> {
    /// A matcher for the given distances, standing at `boxes`: as many as there are targets.
    pub fn new(distances: &Distances, len: usize, boxes: Bits<W>) -> Self {
        let mut matcher = Self::empty(distances, len, boxes);
        for (row, spot) in boxes.iter().enumerate() {
            matcher.add(row, spot);
        }
        matcher.total = matcher.sum();
        matcher
    }

    /// The same, looking at the clock on the way: a thousand boxes take a second. `Break` only
    /// when the run is over.
    pub fn within(
        distances: &Distances,
        len: usize,
        boxes: Bits<W>,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Self> {
        let mut matcher = Self::empty(distances, len, boxes);
        turn.hold(matcher.bytes())?;
        for (row, spot) in boxes.iter().enumerate() {
            turn.overdraw((matcher.size * matcher.size / 1024) as u64)?;
            matcher.add(row, spot);
        }
        matcher.total = matcher.sum();
        ControlFlow::Continue(matcher)
    }

    fn add(&mut self, row: usize, spot: usize) {
        self.row[row].spot = spot as u16;
        self.row_of_spot[spot] = row as u16;
        self.augment(row);
    }

    fn empty(distances: &Distances, len: usize, boxes: Bits<W>) -> Self {
        let size = distances.targets();
        assert_eq!(size, boxes.len(), "as many boxes as targets");
        let price =
            |&pushes: &u16| if pushes == FAR { IMPOSSIBLE } else { i32::from(pushes) };
        let cost = (0..len).flat_map(|spot| distances.row(spot)).map(price).collect();
        Self {
            size,
            cost,
            boxes,
            row_of_spot: vec![NONE; len],
            row: vec![Row { spot: 0, column: NONE, potential: 0 }; size],
            holder: vec![NONE; size],
            potential: vec![0; size],
            total: 0,
            length: vec![0; size],
            before: vec![0; size],
            settled: vec![false; size],
            onward: Onward::default(),
        }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        let per_column = size_of::<Row>() + 2 * 2 + 2 * 4 + 1;
        size_of::<Self>()
            + 4 * self.cost.len()
            + 2 * self.row_of_spot.len()
            + per_column * self.size
            + 4 * (self.onward.reduced.capacity() + 2 * self.onward.length.capacity())
    }

    fn sum(&self) -> i32 {
        self.row.iter().map(|row| self.cost(row.spot as usize, row.column as usize)).sum()
    }

    #[inline]
    fn cost(&self, spot: usize, column: usize) -> i32 {
        self.cost[spot * self.size + column]
    }

    /// What each target is worth: with its price taken off, every box stands nearest to the target it
    /// is paired with.
    pub fn prices(&self) -> &[i32] {
        &self.potential
    }

    /// Goes to another position.
    pub fn go_to(&mut self, boxes: Bits<W>) {
        let (left, entered) = (self.boxes.minus(boxes), boxes.minus(self.boxes));
        if left.is_empty() {
            return;
        }
        self.onward.reduced.clear();
        self.onward.from = None;
        // All changed rows give up their columns first, so that none of them is held by a
        // price that no longer counts.
        for (from, to) in left.iter().zip(entered.iter()) {
            let row = self.row_of_spot[from] as usize;
            self.row_of_spot[from] = NONE;
            self.row_of_spot[to] = row as u16;
            self.row[row].spot = to as u16;
            let column = std::mem::replace(&mut self.row[row].column, NONE);
            self.holder[column as usize] = NONE;
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
        let paid = self.potential[held];
        let price = rest + paid + self.path(to, held);
        (price < IMPOSSIBLE).then_some(price as u32)
    }

    /// The same, for many spots of one box after the other: what one of them has found out about the
    /// other columns serves the next.
    pub fn total_among(&mut self, from: usize, to: usize) -> Option<u32> {
        let held = self.row[self.row_of_spot[from] as usize].column as usize;
        if self.onward.from != Some(from) {
            self.look_onward(from, held);
        }
        let costs = &self.cost[to * self.size..][..self.size];
        let reduced =
            || costs.iter().zip(&self.potential).map(|(cost, price)| cost - price);
        let least = reduced().min().unwrap_or(0);
        let path = loop {
            let ways = reduced().zip(&self.onward.length).map(|(cost, way)| cost + way);
            let path = ways.min().unwrap_or(0);
            // A way over a column that waits is no shorter than the least of all and the next that waits.
            if path - least <= self.onward.next {
                break path;
            }
            self.onward.settle();
        };
        let rest = self.total - self.cost(from, held);
        let price = rest + self.potential[held] + path;
        (price < IMPOSSIBLE).then_some(price as u32)
    }

    /// Begins to look for the shortest ways from all columns to the one that the box on `from` holds, each
    /// step being taken by the holder of a column (Dijkstra, backward from the end).
    fn look_onward(&mut self, from: usize, held: usize) {
        let (size, onward) = (self.size, &mut self.onward);
        if onward.reduced.is_empty() {
            onward.reduced.resize(size * size, 0);
            for (column, &holder) in self.holder.iter().enumerate() {
                let row = self.row[holder as usize];
                let costs = &self.cost[row.spot as usize * size..][..size];
                for (to, (cost, potential)) in
                    costs.iter().zip(&self.potential).enumerate()
                {
                    onward.reduced[to * size + column] = cost - row.potential - potential;
                }
            }
        }
        onward.from = Some(from);
        let first = &onward.reduced[held * size..][..size];
        onward.length.clear();
        onward.length.extend_from_slice(first);
        onward.length[held] = 0;
        onward.waiting.clear();
        onward.waiting.extend_from_slice(first);
        onward.waiting[held] = SETTLED;
        onward.next = onward.nearest();
    }

    /// Length of the shortest augmenting path from a free row whose box is on `spot` to the
    /// free column `goal`, in reduced costs.
    #[inline]
    fn path(&mut self, spot: usize, goal: usize) -> i32 {
        let size = self.size;
        let costs = &self.cost[spot * size..][..size];
        let mut least = i32::MAX;
        for ((length, cost), potential) in
            self.length.iter_mut().zip(costs).zip(&self.potential)
        {
            *length = cost - potential;
            least = least.min(*length);
        }
        if self.length[goal] == least {
            return least;
        }
        self.settled.fill(false);
        loop {
            let (least, next) = self.nearest();
            if least >= self.length[goal] {
                return self.length[goal];
            }
            self.settled[next] = true;
            let row = self.row[self.holder[next] as usize];
            let costs = &self.cost[row.spot as usize * size..][..size];
            let start = least - row.potential;
            for ((length, cost), potential) in
                self.length.iter_mut().zip(costs).zip(&self.potential)
            {
                *length = (*length).min(start + cost - potential);
            }
        }
    }

    /// The nearest column that is not settled, and how far it is.
    #[inline]
    fn nearest(&self) -> (i32, usize) {
        let (mut least, mut next) = (i32::MAX, 0);
        for (column, (&length, &settled)) in
            self.length.iter().zip(&self.settled).enumerate()
        {
            if length < least && !settled {
                (least, next) = (length, column);
            }
        }
        (least, next)
    }

    /// Gives a free row a column, changing potentials and pairs along the shortest path.
    fn augment(&mut self, row: usize) {
        let size = self.size;
        let spot = self.row[row].spot as usize;
        let costs = &self.cost[spot * size..][..size];
        let (mut least, mut free) = (i32::MAX, (i32::MAX, 0));
        for (column, (cost, potential)) in costs.iter().zip(&self.potential).enumerate() {
            let length = cost - potential;
            self.length[column] = length;
            least = least.min(length);
            if self.holder[column] == NONE && length < free.0 {
                free = (length, column);
            }
        }
        if free.0 == least {
            // Mostly a free column is as near as any: no other pair has to change.
            self.row[row].potential = least;
            self.row[row].column = free.1 as u16;
            self.holder[free.1] = row as u16;
            return;
        }
        self.settled.fill(false);
        self.before.fill(NONE);
        let (reached, end) = loop {
            let (least, next) = self.nearest();
            if self.holder[next] == NONE {
                break (least, next);
            }
            self.settled[next] = true;
            let holder = self.row[self.holder[next] as usize];
            let costs = &self.cost[holder.spot as usize * size..][..size];
            let start = least - holder.potential;
            for (column, (cost, potential)) in
                costs.iter().zip(&self.potential).enumerate()
            {
                let length = start + cost - potential;
                if length < self.length[column] && !self.settled[column] {
                    self.length[column] = length;
                    self.before[column] = next as u16;
                }
            }
        };
        for column in 0..size {
            if self.settled[column] {
                let gain = reached - self.length[column];
                self.potential[column] -= gain;
                self.row[self.holder[column] as usize].potential += gain;
            }
        }
        self.row[row].potential = reached;
        let mut column = end;
        loop {
            let before = self.before[column];
            if before == NONE {
                self.holder[column] = row as u16;
                self.row[row].column = column as u16;
                return;
            }
            let holder = self.holder[before as usize];
            self.holder[column] = holder;
            self.row[holder as usize].column = column as u16;
            column = before as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;
    use crate::bound::matching::least_assignment;
    use crate::{Board, NEVER};

    #[test]
    fn agrees_with_starting_afresh() {
        let level: Level =
            "########\n#  .  ##\n# $$ $.#\n#@.  $ #\n#  # . #\n########".parse().unwrap();
        let board = Board::<2>::new(&level);
        let spots: Vec<usize> = board.floor.iter().collect();
        let mut matcher =
            Matcher::new(&board.to_goal, board.layout.len, board.start.boxes);
        let fresh = |boxes: Bits<2>| {
            let boxes: Vec<usize> = boxes.iter().collect();
            least_assignment(boxes.len(), |row, column| {
                let pushes = board.to_goal.row(boxes[row])[column];
                if pushes == FAR { NEVER } else { u32::from(pushes) }
            })
        };
        let mut seed = 11usize;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        let mut at = board.start.boxes;
        for _ in 0..1000 {
            let from = at.iter().nth(next(4)).expect("four boxes");
            // About the same box again, after another one was moved.
            for _ in 0..2 {
                for _ in 0..4 {
                    let to = spots[next(spots.len())];
                    if !at.has(to) {
                        let least = fresh(at.without(from).with(to));
                        assert_eq!(matcher.total_after(from, to), least);
                        assert_eq!(matcher.total_among(from, to), least);
                    }
                }
                let moved = at.iter().nth(next(4)).expect("four boxes");
                let to = spots[next(spots.len())];
                if moved != from && !at.has(to) {
                    at = at.without(moved).with(to);
                }
                matcher.go_to(at);
                assert_eq!(matcher.total(), fresh(at));
            }
        }
    }
}
