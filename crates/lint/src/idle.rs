//! Floor and walls that do nothing.
//!
//! A change of walls does nothing if every position that play can reach has the same pushes and,
//! but for the changed squares, the same zone as before. Then the graph of positions is the same,
//! and with it the number of solutions and of lost positions. The moves are compared by solving the
//! changed level, since walks may become longer or shorter.

use kuraban::{Dir, Level, Ties};

use crate::budget::{Budget, Solved};
use crate::change;
use crate::finding::Unsettled;
use crate::subject::Subject;
use crate::table::Table;

/// What can be changed without any effect.
pub(crate) struct Idle {
    /// Floor that can be filled, all of it together, ascending.
    pub(crate) floor: Vec<usize>,
    /// Walls that can be opened, all of them together, ascending.
    pub(crate) walls: Vec<usize>,
    /// The level with the floor filled, and then those walls opened that still have no effect.
    pub(crate) core: Level,
}

impl Idle {
    pub(crate) fn new(
        subject: &Subject<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Unsettled> {
        let level = subject.level;
        let moves = subject.best(budget)?.moves;
        let table = subject.table(budget)?;
        let nothing =
            Trial { level, table, moves, filled: Vec::new(), opened: Vec::new() };
        let mut floor = nothing.clone();
        floor.fill(budget)?;
        let mut walls = nothing;
        walls.open(budget)?;
        let mut both = floor.clone();
        // Without idle floor it would be the same again.
        if floor.filled.is_empty() {
            both = walls.clone();
        } else {
            both.open(budget)?;
        }
        let core = change::walls(level, &both.filled, &both.opened);
        floor.filled.sort_unstable();
        Ok(Self {
            floor: floor.filled,
            walls: walls.opened,
            core: core.unwrap_or_else(|| level.clone()),
        })
    }
}

/// Changes that are tried one after the other, each with those before it.
#[derive(Clone)]
struct Trial<'a> {
    level: &'a Level,
    table: &'a Table,
    /// The fewest moves among the solutions with the fewest pushes.
    moves: usize,
    filled: Vec<usize>,
    opened: Vec<usize>,
}

impl Trial<'_> {
    /// Tries every floor square, in row order.
    fn fill(&mut self, budget: &mut Budget<'_>) -> Result<(), Unsettled> {
        let level = self.level;
        let reach = change::reach(level);
        let plain = |at: usize| {
            let square = level.square(at);
            reach[at] && !square.has_box && !square.goal && at != level.player()
        };
        let mut candidates: Vec<usize> =
            (0..reach.len()).filter(|&at| plain(at)).collect();
        // A square that cannot be filled may be the end of a corridor later.
        loop {
            let before = self.filled.len();
            let mut left = Vec::new();
            for at in candidates {
                self.filled.push(at);
                if !self.is_without_effect(budget)? {
                    self.filled.pop();
                    left.push(at);
                }
            }
            candidates = left;
            if self.filled.len() == before {
                return Ok(());
            }
        }
    }

    /// Tries every inner wall, in row order.
    fn open(&mut self, budget: &mut Budget<'_>) -> Result<(), Unsettled> {
        for at in change::inner_walls(self.level) {
            self.opened.push(at);
            if !self.is_without_effect(budget)? {
                self.opened.pop();
            }
        }
        Ok(())
    }

    fn is_without_effect(&self, budget: &mut Budget<'_>) -> Result<bool, Unsettled> {
        let changed = Changed::new(self.level, &self.filled, &self.opened);
        if !changed.is_without_effect(self.table, budget)? {
            return Ok(false);
        }
        let Some(core) = change::walls(self.level, &self.filled, &self.opened) else {
            return Ok(false);
        };
        Ok(match budget.least(&core, Ties::Least)? {
            Solved::Least(solution) => solution.figures().moves == self.moves,
            Solved::Unsolvable => false,
        })
    }
}

/// Walls before and after a change.
struct Changed {
    width: usize,
    before: Vec<bool>,
    after: Vec<bool>,
}

/// What a pass over the table needs for each position.
#[derive(Default)]
struct Scratch {
    has_box: Vec<bool>,
    old: Vec<bool>,
    new: Vec<bool>,
    stack: Vec<usize>,
}

impl Changed {
    fn new(level: &Level, filled: &[usize], opened: &[usize]) -> Self {
        let before: Vec<bool> =
            level.squares().iter().map(|square| square.wall).collect();
        let mut changed = Self { width: level.width(), after: before.clone(), before };
        for &at in filled {
            changed.after[at] = true;
        }
        for &at in opened {
            changed.after[at] = false;
        }
        changed
    }

    /// The neighbour, unless a wall or the edge is there.
    fn step(&self, walls: &[bool], at: usize, dir: Dir) -> Option<usize> {
        let to = match dir {
            Dir::Up => at.checked_sub(self.width)?,
            Dir::Down => at + self.width,
            Dir::Left if at.is_multiple_of(self.width) => return None,
            Dir::Left => at - 1,
            Dir::Right if (at + 1).is_multiple_of(self.width) => return None,
            Dir::Right => at + 1,
        };
        (to < walls.len() && !walls[to]).then_some(to)
    }

    fn flood(
        &self,
        walls: &[bool],
        from: usize,
        has_box: &[bool],
        zone: &mut Vec<bool>,
        stack: &mut Vec<usize>,
    ) {
        zone.clear();
        zone.resize(walls.len(), false);
        zone[from] = true;
        stack.push(from);
        while let Some(at) = stack.pop() {
            for dir in Dir::ALL {
                if let Some(to) = self.step(walls, at, dir)
                    && !zone[to]
                    && !has_box[to]
                {
                    zone[to] = true;
                    stack.push(to);
                }
            }
        }
    }

    /// Whether all positions have the same pushes and zones.
    fn is_without_effect(
        &self,
        table: &Table,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Unsettled> {
        /// Positions between two looks at the clock.
        const STRETCH: usize = 1000;
        let mut scratch = Scratch::default();
        scratch.has_box.resize(self.before.len(), false);
        for begin in (0..table.len()).step_by(STRETCH) {
            let end = (begin + STRETCH).min(table.len());
            budget.take((end - begin) as u64)?;
            for position in begin..end {
                if !self.is_same(table, position, &mut scratch) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn is_same(&self, table: &Table, position: usize, scratch: &mut Scratch) -> bool {
        let Scratch { has_box, old, new, stack } = scratch;
        let boxes = table.boxes(position);
        if boxes.clone().any(|at| self.after[at]) {
            return false;
        }
        for at in boxes.clone() {
            has_box[at] = true;
        }
        let same = 'same: {
            self.flood(&self.before, table.player(position), has_box, old, stack);
            let stays = |at: usize| old[at] && !self.after[at];
            let Some(from) = (0..old.len()).find(|&at| stays(at)) else {
                break 'same false;
            };
            self.flood(&self.after, from, has_box, new, stack);
            let zones_agree = (0..old.len()).all(|at| {
                // Opened walls are in the new zone only, filled floor in the old one only.
                self.before[at] || self.after[at] || old[at] == new[at]
            });
            let can = |walls: &[bool], zone: &[bool], at: usize, dir: Dir| {
                self.step(walls, at, !dir).is_some_and(|behind| zone[behind])
                    && self.step(walls, at, dir).is_some_and(|to| !has_box[to])
            };
            zones_agree
                && boxes.clone().all(|at| {
                    Dir::ALL.into_iter().all(|dir| {
                        can(&self.before, old, at, dir) == can(&self.after, new, at, dir)
                    })
                })
        };
        for at in boxes {
            has_box[at] = false;
        }
        same
    }
}
