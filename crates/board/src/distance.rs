//! Push distances on the board without other boxes.

use kuraban_level::Dir;

use crate::{Cell, Cells};

/// No number of pushes suffices.
pub const NEVER: u32 = u32::MAX;

/// For each goal, the fewest pushes that bring a lone box there from each cell. The player's walk
/// to the other side of the box is taken for granted, so these are lower bounds in every position.
#[derive(Clone, Debug)]
pub struct PushDistances {
    to_goal: Vec<Vec<u32>>,
}

impl PushDistances {
    /// Breadth-first pulls from each goal.
    pub fn new(cells: &Cells) -> Self {
        let mut pulls = PullWaves::from_each_goal(cells);
        while !pulls.spread(cells, usize::MAX) {}
        pulls.finish()
    }

    /// Fewest pushes from `cell` to the goal with this index in [`Cells::goals`].
    #[inline]
    pub fn to_goal(&self, goal: usize, cell: Cell) -> u32 {
        self.to_goal[goal][cell.index()]
    }

    /// Whether a box on `cell` can never reach any goal.
    pub fn is_dead(&self, cell: Cell) -> bool {
        self.to_goal.iter().all(|distances| distances[cell.index()] == NEVER)
    }
}

/// For each cell, the fewest pushes that bring a lone box to the nearest goal; [`NEVER`] where it
/// can reach none.
pub fn nearest_goal(cells: &Cells) -> Vec<u32> {
    let mut pulls = PullWaves::from_all_goals(cells);
    while !pulls.spread(cells, usize::MAX) {}
    pulls.done.pop().unwrap_or_default()
}

/// Makes push distances little by little: breadth-first pulls, one wave after the other.
///
/// A push moves a box from `from` to `to` with the player behind it. Reading it backwards,
/// a box on `to` came from `from` if both `from` and the cell behind it are floor.
///
/// ```
/// use kuraban_board::{Cells, PullWaves};
///
/// let level = "#######\n#.. $ #\n#@$   #\n#######".parse()?;
/// let cells = Cells::new(&level);
/// let mut pulls = PullWaves::from_all_goals(&cells);
/// while !pulls.spread(&cells, 2) {}
/// let nearest = pulls.finish();
/// assert_eq!(nearest.to_goal(0, cells.boxes[0]), 2);
/// # Ok::<(), kuraban_level::Problems>(())
/// ```
#[derive(Clone, Debug)]
pub struct PullWaves {
    /// Where the waves begin that are still to be made, the next one last.
    sources: Vec<Vec<Cell>>,
    done: Vec<Vec<u32>>,
    /// The cells of the current wave in the order in which they were reached.
    queue: Vec<Cell>,
    head: usize,
}

impl PullWaves {
    /// A wave from each goal, for the distances to each.
    pub fn from_each_goal(cells: &Cells) -> Self {
        Self::new(cells.goals.iter().rev().map(|&goal| vec![goal]).collect())
    }

    /// One wave from all goals, for the distance to the nearest. It is made as that of goal zero.
    pub fn from_all_goals(cells: &Cells) -> Self {
        Self::new(vec![cells.goals.clone()])
    }

    fn new(sources: Vec<Vec<Cell>>) -> Self {
        Self { sources, done: Vec::new(), queue: Vec::new(), head: 0 }
    }

    /// Bytes that the finished distances take.
    pub fn bytes(&self, cells: &Cells) -> usize {
        (self.sources.len() + self.done.len()) * cells.len() * size_of::<u32>()
    }

    /// Looks at so many cells at most; tells whether all is done. A call begins one wave at most.
    pub fn spread(&mut self, cells: &Cells, steps: usize) -> bool {
        if self.head == self.queue.len() {
            let Some(sources) = self.sources.pop() else { return true };
            let mut distance = vec![NEVER; cells.len()];
            for source in &sources {
                distance[source.index()] = 0;
            }
            self.done.push(distance);
            self.queue.clear();
            self.queue.extend(sources);
            self.head = 0;
        }
        let distance = self.done.last_mut().expect("a wave has begun");
        let end = self.head.saturating_add(steps);
        while self.head < end
            && let Some(&to) = self.queue.get(self.head)
        {
            self.head += 1;
            for dir in Dir::ALL {
                let Some(from) = cells.step(to, !dir) else { continue };
                if distance[from.index()] == NEVER && cells.step(from, !dir).is_some() {
                    distance[from.index()] = distance[to.index()] + 1;
                    self.queue.push(from);
                }
            }
        }
        self.sources.is_empty() && self.head == self.queue.len()
    }

    /// The distances; all must be done.
    pub fn finish(self) -> PushDistances {
        debug_assert!(self.sources.is_empty() && self.head == self.queue.len());
        PushDistances { to_goal: self.done }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_steps_lead_to_the_same_distances() {
        let level = "#########\n#.  # . #\n# $ $   #\n#@  #   #\n#########";
        let cells = Cells::new(&level.parse().expect("a level"));
        let whole = PushDistances::new(&cells);
        let mut nearest = PullWaves::from_all_goals(&cells);
        while !nearest.spread(&cells, 1) {}
        let nearest = nearest.finish();
        for steps in [1, 7] {
            let mut pulls = PullWaves::from_each_goal(&cells);
            while !pulls.spread(&cells, steps) {}
            let parts = pulls.finish();
            assert_eq!(parts.to_goal, whole.to_goal);
        }
        for cell in cells.iter() {
            let least = whole.to_goal.iter().map(|row| row[cell.index()]).min();
            assert_eq!(Some(nearest.to_goal(0, cell)), least);
        }
    }
}
