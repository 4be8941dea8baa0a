//! Push distances on the board without other boxes.

use std::collections::VecDeque;

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
    ///
    /// A push moves a box from `from` to `to` with the player behind it. Reading it backwards,
    /// a box on `to` came from `from` if both `from` and the cell behind it are floor.
    pub fn new(cells: &Cells) -> Self {
        Self {
            to_goal: cells.goals.iter().map(|&goal| pulls_from(cells, goal)).collect(),
        }
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

fn pulls_from(cells: &Cells, goal: Cell) -> Vec<u32> {
    let mut distance = vec![NEVER; cells.len()];
    distance[goal.index()] = 0;
    let mut queue = VecDeque::from([goal]);
    while let Some(to) = queue.pop_front() {
        for dir in Dir::ALL {
            let Some(from) = cells.step(to, !dir) else { continue };
            if distance[from.index()] == NEVER && cells.step(from, !dir).is_some() {
                distance[from.index()] = distance[to.index()] + 1;
                queue.push_back(from);
            }
        }
    }
    distance
}
