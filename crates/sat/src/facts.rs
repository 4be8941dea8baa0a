//! What is known about a level before any formula is written: cells, distances, dead pairs.
//!
//! Everything here is a relaxation: boxes that are left out can only be in the way, so a lone
//! box or a lone pair that needs `n` steps needs at least `n` among the others. Variables and
//! clauses that are pruned by these tables rule out no plan.

use std::collections::VecDeque;

use kuraban_board::bound::matching::least_assignment;
use kuraban_board::{Cell, Cells, NEVER, PushDistances};
use kuraban_level::{Dir, Level};

use crate::Place;
use crate::potential::prices;

/// Boards with more cells get distances that ignore the player, which take less time and memory.
const MAX_LONE_CELLS: usize = 1000;
/// Boards with more cells get no pair tables, which take cells³ bytes and steps.
const MAX_PAIR_CELLS: usize = 128;

/// How steps are counted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Measure {
    /// Every step of the player counts.
    Moves,
    /// Only pushes count.
    Pushes,
}

/// Least numbers of steps of a box without the others; [`NEVER`] where it cannot be.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Lone {
    /// Until a box can stand on a cell; zero for those of the start and no others.
    pub box_first: Vec<u32>,
    /// From a box on a cell until it stands on a goal.
    pub box_last: Vec<u32>,
    /// Until a box on a cell can be pushed in a direction.
    pub push_first: Vec<[u32; 4]>,
    /// From such a push, itself included, until the box stands on a goal.
    pub push_last: Vec<[u32; 4]>,
    /// From two boxes on cells until both stand on goals: rows of all cells; empty where
    /// the board is too large.
    pub pair_last: Vec<u32>,
}

impl Lone {
    /// Pairs of cells, the greater one first, on which two boxes cannot both reach goals in so
    /// many steps.
    pub fn far_pairs(&self, left: u32) -> impl Iterator<Item = (usize, usize)> {
        let row = self.box_last.len();
        let pairs = self.pair_last.iter().enumerate();
        pairs.filter_map(move |(index, &steps)| {
            let (a, b) = (index / row, index % row);
            (b < a && steps > left).then_some((a, b))
        })
    }
}

/// What encoders need to know about a level.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The squares that matter.
    pub cells: Cells,
    /// The place of each cell.
    pub places: Vec<Place>,
    /// Steps of the player from his start to each cell if there were no boxes.
    pub walk: Vec<u32>,
    /// For each goal, pushes from each cell to it, wherever the player is.
    pub to_goal: Vec<Vec<u32>>,
    /// For each goal a price, see the module `potential`. All prices are sound.
    pub prices: Vec<i64>,
    /// Distances of lone boxes and pairs in moves.
    pub moves: Lone,
    /// The same in pushes.
    pub pushes: Lone,
    /// Fewest pushes when every box goes to a goal of its own; `None` if that cannot be, and
    /// the level has no solution.
    pub matching: Option<u32>,
}

impl Facts {
    /// Looks at `level`.
    pub fn new(level: &Level) -> Self {
        let cells = Cells::new(level);
        let places = cells
            .iter()
            .map(|cell| Place::of_square(cells.square(cell), level.width()))
            .collect();
        let distances = PushDistances::new(&cells);
        let goals = cells.goals.len();
        let to_goal: Vec<Vec<u32>> = (0..goals)
            .map(|goal| cells.iter().map(|cell| distances.to_goal(goal, cell)).collect())
            .collect();
        let matching = if cells.sealed_parts_solved && goals == cells.boxes.len() {
            least_assignment(goals, |box_, goal| {
                distances.to_goal(goal, cells.boxes[box_])
            })
        } else {
            None
        };
        Self {
            places,
            walk: walks(&cells),
            prices: prices(&cells, &to_goal),
            to_goal,
            moves: lone(&cells, Measure::Moves),
            pushes: lone(&cells, Measure::Pushes),
            matching,
            cells,
        }
    }

    /// A number of steps that every plan has; `None` if there is no plan.
    pub fn lower_bound(&self, measure: Measure) -> Option<u32> {
        let pushes = self.matching?;
        if measure == Measure::Pushes || pushes == 0 {
            return Some(pushes);
        }
        // The steps before the first push are none of them.
        let pushes_of = |cell: &Cell| self.moves.push_first[cell.index()];
        self.cells.boxes.iter().flat_map(pushes_of).min()?.checked_add(pushes)
    }

    /// Whether the player can stand on a cell after `t` steps, by the colours of the
    /// checkerboard: each step changes it.
    pub fn has_parity(&self, cell: Cell, t: u32) -> bool {
        let colour = |cell: Cell| {
            let Place { x, y } = self.places[cell.index()];
            x + y
        };
        (colour(cell) + colour(self.cells.player) + t).is_multiple_of(2)
    }

    /// Bytes the tables of `level` will take, roughly, so that they are not begun in vain.
    pub fn estimate(level: &Level) -> usize {
        let squares = level.squares().len();
        let lone = squares.min(MAX_LONE_CELLS).pow(2) * 8;
        let pairs = squares.min(MAX_PAIR_CELLS).pow(3) * 8;
        squares * (200 + 4 * level.goals().len()) + lone + pairs
    }

    /// Bytes the tables take.
    pub fn bytes(&self) -> usize {
        self.cells.len() * 200
            + 4 * (self.moves.pair_last.len() + self.pushes.pair_last.len())
    }
}

fn walks(cells: &Cells) -> Vec<u32> {
    let mut steps = vec![NEVER; cells.len()];
    steps[cells.player.index()] = 0;
    let mut queue = VecDeque::from([cells.player]);
    while let Some(at) = queue.pop_front() {
        for to in Dir::ALL.into_iter().filter_map(|dir| cells.step(at, dir)) {
            if steps[to.index()] == NEVER {
                steps[to.index()] = steps[at.index()] + 1;
                queue.push_back(to);
            }
        }
    }
    steps
}

fn lone(cells: &Cells, measure: Measure) -> Lone {
    let n = cells.len();
    let player_matters = n <= MAX_LONE_CELLS;
    let (first, last) = if player_matters {
        (first_table(cells, measure), last_table(cells, measure))
    } else {
        (Vec::new(), Vec::new())
    };
    // Without tables: no step is needed where a box stands already, else at least one.
    let at_least = |done: &[Cell], at: Cell| u32::from(done.binary_search(&at).is_err());
    let look = |table: &[u32], done: &[Cell], player: Cell, at: Cell| {
        if player_matters {
            table[player.index() * n + at.index()]
        } else {
            at_least(done, at)
        }
    };
    let for_any_player = |table: &[u32], done: &[Cell], at: Cell| {
        if player_matters {
            cells
                .iter()
                .map(|player| look(table, done, player, at))
                .min()
                .unwrap_or(NEVER)
        } else {
            at_least(done, at)
        }
    };
    let pushes = |value: &dyn Fn(Cell, Cell, Cell) -> u32| -> Vec<[u32; 4]> {
        cells
            .iter()
            .map(|at| {
                Dir::ALL.map(|dir| match (cells.step(at, !dir), cells.step(at, dir)) {
                    (Some(behind), Some(to)) => value(behind, at, to),
                    _ => NEVER,
                })
            })
            .collect()
    };
    Lone {
        box_first: cells
            .iter()
            .map(|at| for_any_player(&first, &cells.boxes, at))
            .collect(),
        box_last: cells
            .iter()
            .map(|at| for_any_player(&last, &cells.goals, at))
            .collect(),
        push_first: pushes(&|behind, at, _| look(&first, &cells.boxes, behind, at)),
        push_last: pushes(&|_, at, to| {
            look(&last, &cells.goals, at, to).saturating_add(1)
        }),
        pair_last: if n <= MAX_PAIR_CELLS { pairs(cells, measure) } else { Vec::new() },
    }
}

/// Breadth-first search where some edges cost nothing: those states go to the front.
fn search(
    size: usize,
    starts: impl IntoIterator<Item = usize>,
    mut edges: impl FnMut(usize, &mut dyn FnMut(usize, u32)),
) -> Vec<u32> {
    let mut cost = vec![NEVER; size];
    let mut queue = VecDeque::new();
    for start in starts {
        cost[start] = 0;
        queue.push_back((start, 0));
    }
    while let Some((at, paid)) = queue.pop_front() {
        if cost[at] < paid {
            continue;
        }
        edges(at, &mut |to, price| {
            if paid + price < cost[to] {
                cost[to] = paid + price;
                if price == 0 {
                    queue.push_front((to, paid));
                } else {
                    queue.push_back((to, paid + price));
                }
            }
        });
    }
    cost
}

const fn walk_price(measure: Measure) -> u32 {
    match measure {
        Measure::Moves => 1,
        Measure::Pushes => 0,
    }
}

/// Least steps from the start to each (player, box), for any one of the boxes on its own.
fn first_table(cells: &Cells, measure: Measure) -> Vec<u32> {
    let n = cells.len();
    let starts = cells.boxes.iter().map(|&at| cells.player.index() * n + at.index());
    search(n * n, starts, |state, edge| {
        let (player, at) = (Cell::new(state / n), Cell::new(state % n));
        for dir in Dir::ALL {
            let Some(to) = cells.step(player, dir) else { continue };
            if to != at {
                edge(to.index() * n + at.index(), walk_price(measure));
            } else if let Some(beyond) = cells.step(at, dir) {
                edge(to.index() * n + beyond.index(), 1);
            }
        }
    })
}

/// Least steps from each (player, box) until the box, on its own, is on a goal.
fn last_table(cells: &Cells, measure: Measure) -> Vec<u32> {
    let n = cells.len();
    let ends = cells.goals.iter().flat_map(|&goal| {
        cells.iter().filter(move |&player| player != goal).map(move |p| (p, goal))
    });
    let ends: Vec<usize> = ends.map(|(p, goal)| p.index() * n + goal.index()).collect();
    search(n * n, ends, |state, edge| {
        let (player, at) = (Cell::new(state / n), Cell::new(state % n));
        for dir in Dir::ALL {
            // The last step went in direction `dir`: the player came from behind.
            let Some(behind) = cells.step(player, !dir) else { continue };
            if behind != at {
                edge(behind.index() * n + at.index(), walk_price(measure));
                if cells.step(player, dir) == Some(at) {
                    edge(behind.index() * n + player.index(), 1);
                }
            }
        }
    })
}

/// Least steps from two boxes until both, without the others, are on goals, for the best place
/// of the player.
fn pairs(cells: &Cells, measure: Measure) -> Vec<u32> {
    let n = cells.len();
    let code = |player: Cell, a: Cell, b: Cell| {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        (player.index() * n + a.index()) * n + b.index()
    };
    let mut ends = Vec::new();
    for (index, &a) in cells.goals.iter().enumerate() {
        for &b in &cells.goals[..index] {
            let free = cells.iter().filter(|&player| player != a && player != b);
            ends.extend(free.map(|player| code(player, a, b)));
        }
    }
    let cost = search(n * n * n, ends, |state, edge| {
        let player = Cell::new(state / n / n);
        let (a, b) = (Cell::new(state / n % n), Cell::new(state % n));
        for dir in Dir::ALL {
            let Some(behind) = cells.step(player, !dir) else { continue };
            if behind == a || behind == b {
                continue;
            }
            edge(code(behind, a, b), walk_price(measure));
            let pulled = cells.step(player, dir);
            if pulled == Some(a) {
                edge(code(behind, player, b), 1);
            } else if pulled == Some(b) {
                edge(code(behind, a, player), 1);
            }
        }
    });
    let mut least = vec![NEVER; n * n];
    for (state, &cost) in cost.iter().enumerate() {
        let (a, b) = (state / n % n, state % n);
        let best = cost.min(least[a * n + b]);
        least[a * n + b] = best;
        least[b * n + a] = best;
    }
    least
}
