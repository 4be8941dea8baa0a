//! Floor and walls that do nothing.
//!
//! A change of walls does nothing if every position that play can reach has the same pushes and,
//! but for the changed squares, the same zone as before. Then the graph of positions is the same,
//! and with it the number of solutions and of lost positions. The moves are compared by solving the
//! changed level, since walks may become longer or shorter.

use kuraban::{Dir, Level, Ties};

use crate::budget::Budget;
use crate::change;
use crate::finding::Unsettled;
use crate::subject::Subject;
use crate::table::Table;

/// What can be changed, all of it together, without any effect.
pub(crate) struct Idle {
    /// Floor that can be filled, ascending.
    pub(crate) floor: Vec<usize>,
    /// Walls that can be opened, ascending.
    pub(crate) walls: Vec<usize>,
    /// The level with all of that done.
    pub(crate) core: Level,
}

impl Idle {
    /// Tries every floor square, then every inner wall, in row order, each with those before it.
    pub(crate) fn new(
        subject: &Subject<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Unsettled> {
        let level = subject.level;
        let moves = subject.best(budget)?.moves;
        let table = subject.table(budget)?;
        let mut idle = Self { floor: Vec::new(), walls: Vec::new(), core: level.clone() };
        let reach = change::reach(level);
        let plain = |at: usize| {
            let square = level.square(at);
            reach[at] && !square.has_box && !square.goal && at != level.player()
        };
        let mut candidates: Vec<usize> =
            (0..reach.len()).filter(|&at| plain(at)).collect();
        // A square that cannot be filled may be the end of a corridor later.
        loop {
            let before = idle.floor.len();
            let mut left = Vec::new();
            for at in candidates {
                if !idle.accepts(level, table, moves, (Some(at), None), budget)? {
                    left.push(at);
                }
            }
            candidates = left;
            if idle.floor.len() == before {
                break;
            }
        }
        for at in change::inner_walls(level) {
            idle.accepts(level, table, moves, (None, Some(at)), budget)?;
        }
        idle.floor.sort_unstable();
        Ok(idle)
    }

    /// Tries one more square.
    fn accepts(
        &mut self,
        level: &Level,
        table: &Table,
        moves: usize,
        (fill, open): (Option<usize>, Option<usize>),
        budget: &mut Budget<'_>,
    ) -> Result<bool, Unsettled> {
        let mut changed = Changed::new(level, &self.floor, &self.walls);
        changed.change(fill, open);
        if !changed.is_without_effect(table, budget)? {
            return Ok(false);
        }
        let filled: Vec<usize> = self.floor.iter().copied().chain(fill).collect();
        let opened: Vec<usize> = self.walls.iter().copied().chain(open).collect();
        let Some(core) = change::walls(level, &filled, &opened) else { return Ok(false) };
        let same = match budget.least(&core, Ties::Least)? {
            crate::budget::Solved::Least(solution) => solution.figures().moves == moves,
            crate::budget::Solved::Unsolvable => false,
        };
        if same {
            (self.floor, self.walls, self.core) = (filled, opened, core);
        }
        Ok(same)
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

    fn change(&mut self, fill: Option<usize>, open: Option<usize>) {
        if let Some(at) = fill {
            self.after[at] = true;
        }
        if let Some(at) = open {
            self.after[at] = false;
        }
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
