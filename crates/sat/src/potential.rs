//! Prices of goals that make the matching bound visible push by push.
//!
//! For any prices `v`, the potential `h(c) = min over goals g of (distance(c, g) - v(g))` falls
//! by at most one with a push, and when every goal holds a box the sum of all `h` is at most
//! `-Σv`. So the pushes of a plan waste together at most `pushes - (Σ h(start) + Σv)`, where a
//! push from `c` to `c'` wastes `1 + h(c') - h(c)`. With the prices of an optimal matching (its
//! dual solution) the bracket is the cost of that matching.

use kuraban_board::{Cell, Cells, NEVER};

use crate::facts::Facts;

/// The potential of every cell.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Potential {
    /// By cell; `None` where no goal can be reached.
    of_cell: Vec<Option<i64>>,
    /// The least number of pushes it proves.
    bound: i64,
}

impl Potential {
    /// The potential by the prices of `facts`. All prices are sound, some are better.
    pub(crate) fn new(facts: &Facts) -> Self {
        let (cells, prices) = (&facts.cells, &facts.prices);
        let of_cell: Vec<Option<i64>> = cells
            .iter()
            .map(|cell| {
                let reached =
                    prices.iter().zip(&facts.to_goal).filter_map(|(price, row)| {
                        let distance = row[cell.index()];
                        (distance != NEVER).then(|| i64::from(distance) - price)
                    });
                reached.min()
            })
            .collect();
        let at_start: i64 =
            cells.boxes.iter().map(|cell| of_cell[cell.index()].unwrap_or(0)).sum();
        Self { of_cell, bound: at_start + prices.iter().sum::<i64>() }
    }

    /// The least number of pushes it proves.
    pub(crate) fn bound(&self) -> i64 {
        self.bound
    }

    /// What a push between two cells wastes; `None` if it leads where no goal can be reached.
    pub(crate) fn waste(&self, from: Cell, to: Cell) -> Option<u32> {
        let (from, to) = (self.of_cell[from.index()]?, self.of_cell[to.index()]?);
        Some(u32::try_from(1 + to - from).expect("potentials fall by at most one"))
    }
}

/// The prices of an optimal matching, found box by box.
///
/// Boxes bid for goals one after the other along shortest augmenting paths in reduced costs
/// (the Hungarian method); what is left of the goals' potentials are the prices.
#[derive(Clone, Debug)]
pub(crate) struct Bids {
    /// The next box to bid.
    next: usize,
    of_row: Vec<i64>,
    prices: Vec<i64>,
    taken_by: Vec<Option<usize>>,
    /// Whether some box cannot get a goal.
    failed: bool,
}

impl Bids {
    /// No box has bid yet.
    pub(crate) fn new(cells: &Cells) -> Self {
        let n = cells.goals.len();
        Self {
            next: 0,
            of_row: vec![0; n],
            prices: vec![0; n],
            taken_by: vec![None; n],
            failed: cells.boxes.len() != n,
        }
    }

    /// Lets the next box bid; whether there are more.
    pub(crate) fn bid(&mut self, cells: &Cells, to_goal: &[Vec<u32>]) -> bool {
        if !self.failed && self.next < self.prices.len() {
            self.failed = self.place(cells, to_goal, self.next).is_none();
            self.next += 1;
        }
        !self.failed && self.next < self.prices.len()
    }

    /// The prices; zeros where there is no matching.
    pub(crate) fn prices(&self) -> Vec<i64> {
        if self.failed { vec![0; self.prices.len()] } else { self.prices.clone() }
    }

    /// The pushes of the matching, if there is one.
    pub(crate) fn pushes(&self, cells: &Cells, to_goal: &[Vec<u32>]) -> Option<u32> {
        if self.failed {
            return None;
        }
        let of_goal = |(row, &taken): (&Vec<u32>, &Option<usize>)| {
            row[cells.boxes[taken.expect("every goal is taken")].index()]
        };
        Some(to_goal.iter().zip(&self.taken_by).map(of_goal).sum())
    }

    /// Gives a goal to one more box; `None` where that is impossible.
    fn place(&mut self, cells: &Cells, to_goal: &[Vec<u32>], start: usize) -> Option<()> {
        let Self { of_row, prices, taken_by, .. } = self;
        let n = prices.len();
        let cost = |row: usize, goal: usize| {
            let distance = to_goal[goal][cells.boxes[row].index()];
            (distance != NEVER).then_some(i64::from(distance))
        };
        // Dijkstra over goals: `reach` is the reduced length of the best way to each.
        let mut reach = vec![i64::MAX; n];
        let mut before = vec![None; n];
        let mut settled = vec![false; n];
        let (mut row, mut length, mut last) = (start, 0i64, None);
        let end = loop {
            for goal in (0..n).filter(|&goal| !settled[goal]) {
                if let Some(cost) = cost(row, goal) {
                    let way = length + cost - of_row[row] - prices[goal];
                    if way < reach[goal] {
                        reach[goal] = way;
                        before[goal] = last;
                    }
                }
            }
            let open = (0..n).filter(|&goal| !settled[goal]);
            let goal = open.min_by_key(|&goal| reach[goal])?;
            if reach[goal] == i64::MAX {
                return None;
            }
            settled[goal] = true;
            length = reach[goal];
            match taken_by[goal] {
                Some(owner) => (row, last) = (owner, Some(goal)),
                None => break goal,
            }
        };
        of_row[start] += length;
        for goal in (0..n).filter(|&goal| settled[goal] && goal != end) {
            let gain = length - reach[goal];
            prices[goal] -= gain;
            of_row[taken_by[goal].expect("inner goals are taken")] += gain;
        }
        let mut goal = end;
        while let Some(inner) = before[goal] {
            taken_by[goal] = taken_by[inner];
            goal = inner;
        }
        taken_by[goal] = Some(start);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use kuraban_board::bound::matching::least_assignment;
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn optimal_prices_prove_the_matching_bound() {
        for text in [
            "######\n#+   #\n#$$$.#\n#.   #\n######",
            "########\n#@ $ . #\n# $  . #\n#  $  .#\n#.  $  #\n########",
            "#######\n#.. $ #\n#   $@#\n#.  $ #\n#######",
        ] {
            let level: Level = text.parse().unwrap();
            let mut facts = Facts::new(&level);
            let best = Potential::new(&facts).bound();
            let cells = &facts.cells;
            let matching = least_assignment(cells.boxes.len(), |row, goal| {
                facts.to_goal[goal][cells.boxes[row].index()]
            });
            assert_eq!(facts.matching, matching);
            assert_eq!(Some(best), facts.matching.map(i64::from), "{text}");
            facts.prices.fill(0);
            assert!(Potential::new(&facts).bound() <= best);
        }
    }
}
