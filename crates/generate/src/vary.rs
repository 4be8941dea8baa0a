//! Variants of a given level.

use kuraban::{Dir, Level, Rules, Run, Square, identity};
use kuraban_env::Stream;

use crate::label::{Judge, Labels};
use crate::recipe::{Recipe, Wants};

/// A level to be varied.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The level.
    pub level: Level,
    /// What it is called and by whom, as files of its variants say.
    pub credit: String,
    /// Squares that may differ, at most.
    pub edits: usize,
}

/// Variants that are tried for one level.
const TRIES: usize = 300;

impl Source {
    /// A variant that is as wanted, with its labels.
    pub(crate) fn vary(
        &self,
        recipe: &Recipe,
        wants: &Wants,
        judge: &Judge,
        random: &mut Stream,
        run: &Run<'_>,
    ) -> Option<(Level, Labels)> {
        let (own, places) = (identity::canonical(&self.level), self.places());
        for _ in 0..TRIES {
            if run.stop().is_some() {
                return None;
            }
            let Some(level) = self.edited(&places, random) else { continue };
            // A wall that nobody touches makes no other level.
            if identity::canonical(&level) == own {
                continue;
            }
            let Some(labels) = judge.label(&level, recipe.label(), run) else { continue };
            if wants.hold(&labels) {
                return Some((level, labels));
            }
        }
        None
    }

    /// The level with some small changes; `None` where they leave no level, or too much differs.
    fn edited(&self, places: &[usize], random: &mut Stream) -> Option<Level> {
        let width = self.level.width();
        let mut squares = self.level.squares().to_vec();
        let mut player = self.level.player();
        for _ in 0..=random.below(self.edits.max(1) as u32) {
            let at = places[random.below(places.len() as u32) as usize];
            let to = match random.below(2) {
                // Near or anywhere.
                0 => self.near(at, Dir::from_index(random.below(4) as usize))?,
                _ => places[random.below(places.len() as u32) as usize],
            };
            match squares[at] {
                Square::WALL => squares[at] = Square::FLOOR,
                Square::FLOOR if at == player && squares[to] == Square::FLOOR => {
                    player = to;
                }
                Square::FLOOR if at == player => return None,
                Square::FLOOR => squares[at] = Square::WALL,
                Square { has_box, .. } => {
                    // A box or a goal moves; where both are there, either.
                    let moves_box =
                        has_box && (!squares[at].goal || random.below(2) == 0);
                    let there = squares[to];
                    if there.wall || (moves_box && (there.has_box || to == player)) {
                        return None;
                    }
                    if moves_box {
                        (squares[at].has_box, squares[to].has_box) = (false, true);
                    } else if !there.goal {
                        (squares[at].goal, squares[to].goal) = (false, true);
                    }
                }
            }
        }
        let level = Level::new(Rules::Boxes, width, squares, &[player]).ok()?;
        let changed = self.changed(&level);
        let reach = level.flood(vec![player], |_| true);
        // Boxes, goals and floor that a new wall cuts off would be left over.
        let fits = (1..=self.edits).contains(&changed)
            && level.is_enclosed() == self.level.is_enclosed()
            && places.iter().all(|&at| reach[at] || level.square(at).wall)
            && level.boxes().len() == self.level.boxes().len();
        fits.then_some(level)
    }

    /// The squares that may change: those the player could reach if there were no boxes, and the
    /// walls beside them. What lies elsewhere is no part of the puzzle.
    fn places(&self) -> Vec<usize> {
        let level = &self.level;
        let reach = level.flood(vec![level.player()], |_| true);
        let beside = |at: usize| {
            Dir::ALL.into_iter().any(|dir| self.near(at, dir).is_some_and(|to| reach[to]))
        };
        let all = 0..level.squares().len();
        all.filter(|&at| reach[at] || level.square(at).wall && beside(at)).collect()
    }

    /// The neighbour of a square, wall or not.
    fn near(&self, at: usize, dir: Dir) -> Option<usize> {
        let (width, height) = (self.level.width(), self.level.height());
        let (row, column) = self.level.row_column(at);
        let (row, column) = match dir {
            Dir::Up => (row.checked_sub(1)?, column),
            Dir::Down => (row + 1, column),
            Dir::Left => (row, column.checked_sub(1)?),
            Dir::Right => (row, column + 1),
        };
        (row < height && column < width).then_some(row * width + column)
    }

    /// How many squares differ.
    pub fn changed(&self, level: &Level) -> usize {
        let tile = |level: &Level, at: usize| (level.square(at), level.player() == at);
        (0..level.squares().len())
            .filter(|&at| tile(level, at) != tile(&self.level, at))
            .count()
    }
}
