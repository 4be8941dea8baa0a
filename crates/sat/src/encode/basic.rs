//! The encoding `basic`: the rules word for word, for reading and for comparison.
//!
//! Every square of the board has its fluents, walls too, and every step has exactly one
//! action: a move or a push from any square in any direction that stays on the board, or
//! `noop`. An action implies its preconditions and effects; a fluent that changes has an
//! action that explains it (explanatory frame axioms). `noop` turns a plan of `k` steps
//! into one of `k + 1`.
//!
//! Nothing is pruned and nothing is known in advance: this formula says what the rules say.

use std::ops::ControlFlow::{self, Continue};

use kuraban_board::Cell;
use kuraban_level::{Dir, Level};
use kuraban_search::Stop;

use crate::encode::pushes::exactly_one;
use crate::formula::Section;
use crate::pace::{Pace, rest, unhurried};
use crate::{Formula, Lit, Name, Place};

/// The fluents of one state, by square.
struct State {
    crates: Vec<Lit>,
    sokoban: Vec<Lit>,
}

/// The actions of one step, by square and direction; `None` would leave the board.
struct Actions {
    moves: Vec<[Option<Lit>; 4]>,
    pushes: Vec<[Option<Lit>; 4]>,
}

/// The squares of a board, walls or not.
struct Grid<'l> {
    level: &'l Level,
}

impl Grid<'_> {
    fn squares(&self) -> std::ops::Range<usize> {
        0..self.level.squares().len()
    }

    fn place(&self, at: usize) -> Place {
        Place::of_square(at, self.level.width())
    }

    /// The square `steps` further on the board.
    fn ahead(&self, at: usize, dir: Dir, steps: usize) -> Option<usize> {
        let (width, height) = (self.level.width(), self.level.height());
        let (row, column) = self.level.row_column(at);
        let (row, column) = match dir {
            Dir::Up => (row.checked_sub(steps)?, column),
            Dir::Down => (row + steps, column),
            Dir::Left => (row, column.checked_sub(steps)?),
            Dir::Right => (row, column + steps),
        };
        (row < height && column < width).then_some(row * width + column)
    }

    /// The square from which `dir` leads to `at` in that many steps.
    fn behind(&self, at: usize, dir: Dir, steps: usize) -> Option<usize> {
        self.ahead(at, !dir, steps)
    }
}

/// The formula for at most `bound` steps.
pub fn formula(level: &Level, bound: u32) -> Formula {
    let Continue(formula) = write(level, bound, &mut unhurried) else {
        unreachable!("nothing stops it")
    };
    formula
}

/// The same, unless the run is over before that.
pub(crate) fn write(
    level: &Level,
    bound: u32,
    pace: Pace<'_>,
) -> ControlFlow<Stop, Formula> {
    let grid = Grid { level };
    let mut formula = Formula::default();
    formula.section(Section::Initial);
    let squares = || grid.squares().map(|at| grid.place(at));
    let walls: Vec<Lit> = squares().map(|at| formula.variable(Name::Wall(at))).collect();
    let storages: Vec<Lit> =
        squares().map(|at| formula.variable(Name::Storage(at))).collect();
    let mut state = write_state(&grid, &mut formula, 0);
    let mut fact =
        |lit: Lit, holds: bool| formula.clause([if holds { lit } else { !lit }]);
    for at in grid.squares() {
        let square = level.square(at);
        fact(walls[at], square.wall);
        fact(storages[at], square.goal);
        fact(state.crates[at], square.has_box);
        fact(state.sokoban[at], level.player() == at);
    }
    for t in 0..bound {
        formula.section(Section::Step(t));
        let next = write_state(&grid, &mut formula, t + 1);
        write_step(&grid, &mut formula, (&walls, &state, &next), t, pace)?;
        state = next;
    }
    formula.section(Section::Goal);
    for at in grid.squares() {
        formula.clause([!storages[at], state.crates[at]]);
    }
    Continue(formula)
}

/// The steps of a model: its moves and pushes in order of time, `noop` left out.
pub fn plan(formula: &Formula, value: impl Fn(Lit) -> bool) -> Vec<Dir> {
    let mut steps: Vec<(u32, Dir)> = (1..)
        .zip(formula.names())
        .filter_map(|(number, &name)| match name {
            Name::Move(_, dir, t) | Name::Push(_, dir, t) => {
                value(Lit::new(number)).then_some((t, dir))
            }
            _ => None,
        })
        .collect();
    steps.sort_unstable();
    steps.into_iter().map(|(_, dir)| dir).collect()
}

fn write_state(grid: &Grid<'_>, formula: &mut Formula, t: u32) -> State {
    let squares = || grid.squares().map(|at| grid.place(at));
    State {
        crates: squares().map(|at| formula.variable(Name::Crate(at, t))).collect(),
        sokoban: squares().map(|at| formula.variable(Name::Sokoban(at, t))).collect(),
    }
}

fn write_step(
    grid: &Grid<'_>,
    formula: &mut Formula,
    (walls, now, next): (&[Lit], &State, &State),
    t: u32,
    pace: Pace<'_>,
) -> ControlFlow<Stop> {
    let actions = write_actions(grid, formula, (walls, now, next), t, pace)?;
    let mut all: Vec<Option<Lit>> = Vec::new();
    all.extend(actions.moves.iter().flatten().filter(|action| action.is_some()));
    all.extend(actions.pushes.iter().flatten().filter(|action| action.is_some()));
    all.push(Some(formula.variable(Name::Noop(t))));
    exactly_one(formula, &all, t);
    write_frame(grid, formula, &actions, (now, next), pace)
}

/// Preconditions and effects.
fn write_actions(
    grid: &Grid<'_>,
    formula: &mut Formula,
    (walls, now, next): (&[Lit], &State, &State),
    t: u32,
    pace: Pace<'_>,
) -> ControlFlow<Stop, Actions> {
    let none = vec![[None; 4]; grid.squares().len()];
    let mut actions = Actions { moves: none.clone(), pushes: none };
    for at in grid.squares() {
        rest(pace, Cell::new(at))?;
        for dir in Dir::ALL {
            let Some(ahead) = grid.ahead(at, dir, 1) else { continue };
            let action = formula.variable(Name::Move(grid.place(at), dir, t));
            actions.moves[at][dir.index()] = Some(action);
            for consequence in [
                now.sokoban[at],
                !walls[ahead],
                !now.crates[ahead],
                next.sokoban[ahead],
                !next.sokoban[at],
            ] {
                formula.clause([!action, consequence]);
            }
        }
    }
    for at in grid.squares() {
        rest(pace, Cell::new(at))?;
        for dir in Dir::ALL {
            let Some(ahead) = grid.ahead(at, dir, 1) else { continue };
            let Some(beyond) = grid.ahead(at, dir, 2) else { continue };
            let action = formula.variable(Name::Push(grid.place(at), dir, t));
            actions.pushes[at][dir.index()] = Some(action);
            for consequence in [
                now.sokoban[at],
                now.crates[ahead],
                !walls[beyond],
                !now.crates[beyond],
                next.sokoban[ahead],
                next.crates[beyond],
                !next.sokoban[at],
                !next.crates[ahead],
            ] {
                formula.clause([!action, consequence]);
            }
        }
    }
    Continue(actions)
}

/// What changes has a reason.
fn write_frame(
    grid: &Grid<'_>,
    formula: &mut Formula,
    actions: &Actions,
    (now, next): (&State, &State),
    pace: Pace<'_>,
) -> ControlFlow<Stop> {
    let from = |table: &[[Option<Lit>; 4]], at: usize, dir: Dir, steps: usize| {
        grid.behind(at, dir, steps).and_then(|start| table[start][dir.index()])
    };
    for at in grid.squares() {
        rest(pace, Cell::new(at))?;
        let arrives = |steps| Dir::ALL.map(|dir| from(&actions.pushes, at, dir, steps));
        let (here, then) = (now.crates[at], next.crates[at]);
        formula.clause([!here, then].into_iter().chain(arrives(1).into_iter().flatten()));
        formula.clause([here, !then].into_iter().chain(arrives(2).into_iter().flatten()));

        let (here, then) = (now.sokoban[at], next.sokoban[at]);
        let leaves = actions.moves[at].into_iter().chain(actions.pushes[at]).flatten();
        formula.clause([!here, then].into_iter().chain(leaves));
        let walks = Dir::ALL.map(|dir| from(&actions.moves, at, dir, 1));
        let comes = walks.into_iter().chain(arrives(1)).flatten();
        formula.clause([here, !then].into_iter().chain(comes));
    }
    Continue(())
}
