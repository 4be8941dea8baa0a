//! What is known about a level before any formula is written: cells, distances, dead pairs.
//!
//! Everything here is a relaxation: boxes that are left out could only be in the way, so a
//! lone box or pair that needs `n` steps needs at least `n` among the others. So pruning by
//! these tables rules out no plan.

use std::collections::VecDeque;

use kuraban_board::{Cell, Cells, NEVER};
use kuraban_level::{Dir, Level};
use kuraban_search::Stop;

use crate::Place;
use crate::potential::Bids;
use crate::watch::Pause;

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

/// Least numbers of steps of a box without the others; [`NEVER`] where there is no way.
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
    /// Pairs of cells, the greater one first, from which two boxes cannot both reach goals
    /// in that many steps.
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
    /// Fewest pushes when every box goes to a goal of its own; `None` if that is
    /// impossible, so that the level has no solution.
    pub matching: Option<u32>,
}

impl Facts {
    /// Looks at `level`.
    pub fn new(level: &Level) -> Self {
        Survey::new(level).finish(&mut |_| None).expect("nothing stops it")
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

    /// Bytes the tables of `level` will take, roughly: tables that cannot fit are not
    /// begun.
    pub fn estimate(level: &Level) -> usize {
        let squares = level.squares().len();
        let lone = squares.min(MAX_LONE_CELLS).pow(2) * 8;
        let pairs = squares.min(MAX_PAIR_CELLS).pow(3) * 8;
        squares * (200 + 4 * level.goals().len()) + lone + pairs
    }

    /// Bytes the tables take.
    pub fn bytes(&self) -> usize {
        self.cells.len() * (200 + 4 * self.to_goal.len())
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

/// Fewest pushes of a lone box from each cell to a goal, wherever the player is.
fn pulls_from(cells: &Cells, goal: Cell) -> Vec<u32> {
    let mut pushes = vec![NEVER; cells.len()];
    pushes[goal.index()] = 0;
    let mut queue = VecDeque::from([goal]);
    while let Some(to) = queue.pop_front() {
        for dir in Dir::ALL {
            let Some(from) = cells.step(to, !dir) else { continue };
            if pushes[from.index()] == NEVER && cells.step(from, !dir).is_some() {
                pushes[from.index()] = pushes[to.index()] + 1;
                queue.push_back(from);
            }
        }
    }
    pushes
}

/// Facts in the making. The work can pause between two pieces and go on later.
#[derive(Debug)]
pub(crate) struct Survey {
    cells: Cells,
    places: Vec<Place>,
    to_goal: Vec<Vec<u32>>,
    bids: Bids,
    has_bids: bool,
    /// Tables that are still to be made, the next one first.
    tables: VecDeque<(Table, Measure)>,
    spread: Option<Spread>,
    /// Tables of the measure that is worked on.
    first: Vec<u32>,
    last: Vec<u32>,
    pairs: Vec<u32>,
    /// In moves, and then in pushes.
    lone: Vec<Lone>,
}

impl Survey {
    /// Numbers the cells. On a board of a million squares that takes a tenth of a second.
    pub(crate) fn new(level: &Level) -> Self {
        let cells = Cells::new(level);
        let places = cells
            .iter()
            .map(|cell| Place::of_square(cells.square(cell), level.width()))
            .collect();
        let mut tables = VecDeque::new();
        for measure in [Measure::Moves, Measure::Pushes] {
            if cells.len() <= MAX_LONE_CELLS {
                tables.extend([(Table::First, measure), (Table::Last, measure)]);
            }
            if cells.len() <= MAX_PAIR_CELLS {
                tables.push_back((Table::Pairs, measure));
            }
        }
        Self {
            places,
            to_goal: Vec::new(),
            bids: Bids::new(&cells),
            has_bids: false,
            tables,
            spread: None,
            first: Vec::new(),
            last: Vec::new(),
            pairs: Vec::new(),
            lone: Vec::new(),
            cells,
        }
    }

    /// Works until everything is known, and pauses where `spend` says so.
    pub(crate) fn advance(&mut self, spend: Spend<'_>) -> Option<Pause> {
        let (n, goals) = (self.cells.len(), self.cells.goals.len());
        // Prices are measured, roughly.
        while self.to_goal.len() < goals {
            if let Some(pause) = spend(1 + n as u64 / 32) {
                return Some(pause);
            }
            let goal = self.cells.goals[self.to_goal.len()];
            self.to_goal.push(pulls_from(&self.cells, goal));
        }
        while !self.has_bids {
            if let Some(pause) = spend(1 + (goals * goals) as u64 / 256) {
                return Some(pause);
            }
            self.has_bids = !self.bids.bid(&self.cells, &self.to_goal);
        }
        for measure in [Measure::Moves, Measure::Pushes] {
            while let Some(&(table, of)) = self.tables.front()
                && of == measure
            {
                let (cells, spread) = (&self.cells, &mut self.spread);
                let spread =
                    spread.get_or_insert_with(|| Spread::new(cells, table, measure));
                if let Some(pause) = spread.advance(cells, spend) {
                    return Some(pause);
                }
                let cost = std::mem::take(&mut spread.cost);
                match table {
                    Table::First => self.first = cost,
                    Table::Last => self.last = cost,
                    Table::Pairs => self.pairs = for_best_player(n, &cost),
                }
                self.spread = None;
                self.tables.pop_front();
            }
            if self.lone.len() == measure as usize {
                let first = std::mem::take(&mut self.first);
                let last = std::mem::take(&mut self.last);
                let pairs = std::mem::take(&mut self.pairs);
                self.lone.push(lone(&self.cells, &first, &last, pairs));
            }
        }
        None
    }

    /// Does the rest, unless the run is over before that.
    pub(crate) fn finish(mut self, spend: Spend<'_>) -> Result<Facts, Stop> {
        loop {
            match self.advance(spend) {
                None => return Ok(self.facts()),
                Some(Pause::Stop(stop)) => return Err(stop),
                Some(Pause::Share | Pause::Turn) => {}
            }
        }
    }

    /// What is known in the end.
    pub(crate) fn facts(self) -> Facts {
        let cells = self.cells;
        let matching = if cells.sealed_parts_solved {
            self.bids.pushes(&cells, &self.to_goal)
        } else {
            None
        };
        let [moves, pushes] = <[Lone; 2]>::try_from(self.lone).expect("both are made");
        Facts {
            places: self.places,
            walk: walks(&cells),
            prices: self.bids.prices(),
            to_goal: self.to_goal,
            moves,
            pushes,
            matching,
            cells,
        }
    }
}

/// Spends work; a pause means: keep what you have and return.
pub(crate) type Spend<'a> = &'a mut dyn FnMut(u64) -> Option<Pause>;

/// The distances of lone boxes, from the tables where the board is small enough for them.
fn lone(cells: &Cells, first: &[u32], last: &[u32], pair_last: Vec<u32>) -> Lone {
    let n = cells.len();
    // Without tables: no step is needed where a box stands already, else at least one.
    let at_least = |done: &[Cell], at: Cell| u32::from(done.binary_search(&at).is_err());
    let look = |table: &[u32], done: &[Cell], player: Cell, at: Cell| {
        if table.is_empty() {
            at_least(done, at)
        } else {
            table[player.index() * n + at.index()]
        }
    };
    let for_any_player = |table: &[u32], done: &[Cell]| -> Vec<u32> {
        if table.is_empty() {
            return cells.iter().map(|at| at_least(done, at)).collect();
        }
        let mut least = vec![NEVER; n];
        for row in table.chunks(n) {
            for (least, &steps) in least.iter_mut().zip(row) {
                *least = steps.min(*least);
            }
        }
        least
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
        box_first: for_any_player(first, &cells.boxes),
        box_last: for_any_player(last, &cells.goals),
        push_first: pushes(&|behind, at, _| look(first, &cells.boxes, behind, at)),
        push_last: pushes(&|_, at, to| {
            look(last, &cells.goals, at, to).saturating_add(1)
        }),
        pair_last,
    }
}

/// A table of least steps.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Table {
    /// From the start to each (player, box), for any one of the boxes on its own.
    First,
    /// From each (player, box) until the box, on its own, is on a goal.
    Last,
    /// From each (player, two boxes) until both, without the others, are on goals.
    Pairs,
}

/// A table in the making: breadth-first search where some edges cost nothing; those states go to
/// the front.
#[derive(Debug)]
struct Spread {
    table: Table,
    /// What a step that is no push costs.
    walk_price: u32,
    cost: Vec<u32>,
    queue: VecDeque<(usize, u32)>,
}

impl Spread {
    /// States between two checks of the run, and their work: they take about 20 ns each
    /// (measured).
    const STRIDE: u32 = 512;
    const WORK: u64 = 10;

    fn new(cells: &Cells, table: Table, measure: Measure) -> Self {
        let n = cells.len();
        let mut states = Vec::new();
        match table {
            Table::First => {
                let player = cells.player.index();
                states.extend(cells.boxes.iter().map(|at| player * n + at.index()));
            }
            Table::Last => {
                for &goal in &cells.goals {
                    let free = cells.iter().filter(|&player| player != goal);
                    states.extend(free.map(|player| player.index() * n + goal.index()));
                }
            }
            Table::Pairs => {
                for (index, &a) in cells.goals.iter().enumerate() {
                    for &b in &cells.goals[..index] {
                        let free =
                            cells.iter().filter(|&player| player != a && player != b);
                        states.extend(free.map(|player| pair(n, player, a, b)));
                    }
                }
            }
        }
        let size = if table == Table::Pairs { n * n * n } else { n * n };
        let mut cost = vec![NEVER; size];
        for &state in &states {
            cost[state] = 0;
        }
        let walk_price = match measure {
            Measure::Moves => 1,
            Measure::Pushes => 0,
        };
        let queue = states.into_iter().map(|state| (state, 0)).collect();
        Self { table, walk_price, cost, queue }
    }

    fn advance(&mut self, cells: &Cells, spend: Spend<'_>) -> Option<Pause> {
        while !self.queue.is_empty() {
            if let Some(pause) = spend(Self::WORK) {
                return Some(pause);
            }
            for _ in 0..Self::STRIDE {
                let Some((at, paid)) = self.queue.pop_front() else { break };
                if self.cost[at] == paid {
                    match self.table {
                        Table::First => self.play(cells, at, paid),
                        Table::Last => self.unplay(cells, at, paid),
                        Table::Pairs => self.unplay_pair(cells, at, paid),
                    }
                }
            }
        }
        None
    }

    fn reach(&mut self, to: usize, paid: u32, price: u32) {
        if paid + price < self.cost[to] {
            self.cost[to] = paid + price;
            if price == 0 {
                self.queue.push_front((to, paid));
            } else {
                self.queue.push_back((to, paid + price));
            }
        }
    }

    fn play(&mut self, cells: &Cells, state: usize, paid: u32) {
        let n = cells.len();
        let (player, at) = (Cell::new(state / n), Cell::new(state % n));
        for dir in Dir::ALL {
            let Some(to) = cells.step(player, dir) else { continue };
            if to != at {
                self.reach(to.index() * n + at.index(), paid, self.walk_price);
            } else if let Some(beyond) = cells.step(at, dir) {
                self.reach(to.index() * n + beyond.index(), paid, 1);
            }
        }
    }

    /// The last step went in some direction: the player came from behind.
    fn unplay(&mut self, cells: &Cells, state: usize, paid: u32) {
        let n = cells.len();
        let (player, at) = (Cell::new(state / n), Cell::new(state % n));
        for dir in Dir::ALL {
            let Some(behind) = cells.step(player, !dir) else { continue };
            if behind != at {
                self.reach(behind.index() * n + at.index(), paid, self.walk_price);
                if cells.step(player, dir) == Some(at) {
                    self.reach(behind.index() * n + player.index(), paid, 1);
                }
            }
        }
    }

    fn unplay_pair(&mut self, cells: &Cells, state: usize, paid: u32) {
        let n = cells.len();
        let player = Cell::new(state / n / n);
        let (a, b) = (Cell::new(state / n % n), Cell::new(state % n));
        for dir in Dir::ALL {
            let Some(behind) = cells.step(player, !dir) else { continue };
            if behind == a || behind == b {
                continue;
            }
            self.reach(pair(n, behind, a, b), paid, self.walk_price);
            let pulled = cells.step(player, dir);
            if pulled == Some(a) {
                self.reach(pair(n, behind, player, b), paid, 1);
            } else if pulled == Some(b) {
                self.reach(pair(n, behind, a, player), paid, 1);
            }
        }
    }
}

/// The number of a player and two boxes, which are alike.
fn pair(n: usize, player: Cell, a: Cell, b: Cell) -> usize {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    (player.index() * n + a.index()) * n + b.index()
}

/// The least of all players, for each pair of boxes in both orders.
fn for_best_player(n: usize, cost: &[u32]) -> Vec<u32> {
    let mut least = vec![NEVER; n * n];
    for row in cost.chunks(n * n) {
        for (least, &steps) in least.iter_mut().zip(row) {
            *least = steps.min(*least);
        }
    }
    for a in 0..n {
        for b in 0..a {
            let best = least[a * n + b].min(least[b * n + a]);
            (least[a * n + b], least[b * n + a]) = (best, best);
        }
    }
    least
}
