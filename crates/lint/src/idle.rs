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

/// Squares that can be changed without any effect, all of them together.
///
/// A wall that does nothing is floor that does nothing as soon as it is opened. So floor is filled
/// and walls are opened in two changes of their own, each made until there is nothing left to change.
pub(crate) struct Idle {
    /// The squares, ascending.
    pub(crate) squares: Vec<usize>,
    /// The level with all of them changed.
    pub(crate) level: Level,
}

impl Idle {
    /// Floor that can be filled. What is left is the level's core.
    pub(crate) fn floor(
        subject: &Subject<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Unsettled> {
        Self::find(subject, budget, |level| {
            let reach = change::reach(level);
            let plain = |at: &usize| {
                let square = level.square(*at);
                reach[*at] && !square.has_box && !square.goal && *at != level.player()
            };
            (0..reach.len()).filter(plain).collect()
        })
    }

    /// Inner walls that can be opened.
    pub(crate) fn walls(
        subject: &Subject<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Unsettled> {
        Self::find(subject, budget, change::inner_walls)
    }

    /// Tries the candidates of the level in row order, each with those before it, and again those of
    /// what has become of the level: a square that had to stay may be the end of a corridor later.
    fn find(
        subject: &Subject<'_>,
        budget: &mut Budget<'_>,
        candidates: impl Fn(&Level) -> Vec<usize>,
    ) -> Result<Self, Unsettled> {
        let level = subject.level;
        let moves = subject.best(budget)?.moves;
        let trial = Trial { level, table: subject.table(budget)?, moves };
        let mut found = Self { squares: Vec::new(), level: level.clone() };
        loop {
            let before = found.squares.len();
            for at in candidates(&found.level) {
                found.squares.push(at);
                match trial.without_effect(&found.squares, budget)? {
                    Some(changed) => found.level = changed,
                    None => drop(found.squares.pop()),
                }
            }
            if found.squares.len() == before {
                found.squares.sort_unstable();
                return Ok(found);
            }
        }
    }
}

/// What changes are compared with.
struct Trial<'a> {
    level: &'a Level,
    table: &'a Table,
    /// The fewest moves among the solutions with the fewest pushes.
    moves: usize,
}

impl Trial<'_> {
    /// The level with these squares changed, if that has no effect.
    fn without_effect(
        &self,
        squares: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Level>, Unsettled> {
        if !Changed::new(self.level, squares).is_without_effect(self.table, budget)? {
            return Ok(None);
        }
        let Some(changed) = change::walls(self.level, squares) else { return Ok(None) };
        Ok(match budget.least(&changed, Ties::Least)? {
            Solved::Least(solution) if solution.figures().moves == self.moves => {
                Some(changed)
            }
            Solved::Least(_) | Solved::Unsolvable => None,
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
    fn new(level: &Level, squares: &[usize]) -> Self {
        let before: Vec<bool> =
            level.squares().iter().map(|square| square.wall).collect();
        let mut after = before.clone();
        for &at in squares {
            after[at] = !before[at];
        }
        Self { width: level.width(), before, after }
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
