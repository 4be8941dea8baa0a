//! Loop formulas: they keep sets of cells from declaring each other reachable.
//!
//! `reach(c)` asks for a neighbour that is reachable or for the player himself on `c`.
//! Cells that only support each other satisfy that too. The cure comes from answer set
//! programming (Lin and Zhao 2004): a cell of a set is reachable only if the player is in
//! the set or a neighbour of the set is reachable. That holds for every set, so nothing has
//! to be trusted. Small sets get their loop formula at once, others when a model needs it.

use kuraban_board::{Cell, Cells};
use kuraban_level::Dir;

/// A connected set of cells, ascending.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Island(Vec<Cell>);

impl Island {
    /// The set of these cells.
    pub fn new(mut cells: Vec<Cell>) -> Self {
        cells.sort_unstable();
        cells.dedup();
        Self(cells)
    }

    /// The set of the cells with these numbers, if there are such cells.
    pub fn checked(cells: &Cells, numbers: &[usize]) -> Option<Self> {
        let exist = numbers.iter().all(|&number| number < cells.len());
        exist
            .then(|| Self::new(numbers.iter().map(|&number| Cell::new(number)).collect()))
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.0
    }

    /// The cells next to it.
    pub fn shore(&self, cells: &Cells) -> Vec<Cell> {
        let near =
            |&at: &Cell| Dir::ALL.into_iter().filter_map(move |dir| cells.step(at, dir));
        let mut shore: Vec<Cell> = self.0.iter().flat_map(near).collect();
        shore.retain(|cell| self.0.binary_search(cell).is_err());
        shore.sort_unstable();
        shore.dedup();
        shore
    }

    /// The cells that are connected to `from` without entering a box.
    pub fn around(cells: &Cells, from: Cell, has_box: &[bool]) -> Self {
        let mut reached = vec![from];
        let mut is_reached = vec![false; cells.len()];
        is_reached[from.index()] = true;
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for to in Dir::ALL.into_iter().filter_map(|dir| cells.step(at, dir)) {
                if !has_box[to.index()] && !is_reached[to.index()] {
                    is_reached[to.index()] = true;
                    reached.push(to);
                }
            }
        }
        Self::new(reached)
    }

    /// All pairs of neighbours and all squares of four.
    pub fn small(cells: &Cells) -> Vec<Self> {
        let mut islands = Vec::new();
        for at in cells.iter() {
            let (right, down) = (cells.step(at, Dir::Right), cells.step(at, Dir::Down));
            islands.extend(right.map(|right| Self::new(vec![at, right])));
            islands.extend(down.map(|down| Self::new(vec![at, down])));
            if let (Some(right), Some(down)) = (right, down)
                && let Some(last) = cells.step(down, Dir::Right)
            {
                islands.push(Self::new(vec![at, right, down, last]));
            }
        }
        islands
    }
}
