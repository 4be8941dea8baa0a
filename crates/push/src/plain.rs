//! Search without bitboards, for boards too large for them.

use std::collections::HashMap;
use std::sync::Arc;

use kuraban_board::moves::walk;
use kuraban_board::{Cell, Cells, nearest_goal};
use kuraban_level::{Dir, Level};
use kuraban_search::{Account, Claim, Found, Search, Stage, Turn};

use crate::nodes::Expanded;
use crate::queue::Buckets;
use crate::store::Id;

/// Search by pushes over sorted box lists: any board that can be read can be searched, slowly.
/// The bound is the sum of the distances to the nearest goal. A push changes it by one at most,
/// so the first solution by least pushes plus bound has the fewest pushes.
pub(crate) struct Plain {
    level: Arc<Level>,
    is_optimal: bool,
    positions: Option<Positions>,
}

/// The positions of the search.
struct Positions {
    cells: Cells,
    is_optimal: bool,
    nearest: Vec<u32>,
    nodes: Vec<Node>,
    number: HashMap<(Box<[Cell]>, Cell), Id>,
    queue: Buckets,
    expanded: u64,
    generated: u64,
    /// Scratch of the flood fill: the round in which a cell was reached last.
    reached: Vec<u32>,
    round: u32,
}

struct Node {
    boxes: Box<[Cell]>,
    player: Cell,
    parent: Option<Id>,
    push: (Cell, Dir),
    /// Pushes from the start, and at least so many to the end.
    depth: u32,
    bound: u32,
    is_closed: bool,
}

/// Cells flooded for a unit of work. Guessed.
const FLOODED: usize = 64;
/// Keys of the queue at most: bounds beyond share the last bucket.
const MAX_KEY: usize = 1 << 20;

impl Plain {
    /// A greedy search, or one for the fewest pushes.
    pub(crate) fn new(level: &Arc<Level>, is_optimal: bool) -> Self {
        Self { level: Arc::clone(level), is_optimal, positions: None }
    }
}

impl Positions {
    fn new(level: &Level, is_optimal: bool) -> Self {
        let cells = Cells::new(level);
        let mut plain = Self {
            is_optimal,
            nearest: nearest_goal(&cells),
            nodes: Vec::new(),
            number: HashMap::new(),
            queue: Buckets::default(),
            expanded: 0,
            generated: 0,
            reached: vec![0; cells.len()],
            round: 0,
            cells,
        };
        let boxes = plain.cells.boxes.clone();
        let player = plain.cells.player;
        if plain.cells.sealed_parts_solved {
            plain.add(boxes, player, None, (player, Dir::Up));
        }
        plain
    }

    /// Marks the player's zone; tells its lowest cell.
    fn flood(&mut self, boxes: &[Cell], player: Cell) -> Cell {
        self.round += 1;
        let mut lowest = player;
        let mut stack = vec![player];
        self.reached[player.index()] = self.round;
        while let Some(at) = stack.pop() {
            lowest = lowest.min(at);
            for dir in Dir::ALL {
                if let Some(to) = self.cells.step(at, dir)
                    && self.reached[to.index()] != self.round
                    && boxes.binary_search(&to).is_err()
                {
                    self.reached[to.index()] = self.round;
                    stack.push(to);
                }
            }
        }
        lowest
    }

    /// Adds a position that is new and not lost by a dead cell; tells whether it is solved.
    fn add(
        &mut self,
        mut boxes: Vec<Cell>,
        player: Cell,
        parent: Option<Id>,
        push: (Cell, Dir),
    ) -> Option<Id> {
        let mut bound = 0usize;
        for cell in &boxes {
            let nearest = self.nearest[cell.index()];
            if nearest == u32::MAX {
                return None;
            }
            bound += nearest as usize;
        }
        boxes.sort_unstable();
        let player = self.flood(&boxes, player);
        let boxes = boxes.into_boxed_slice();
        let id = self.nodes.len() as Id;
        let name = (boxes.clone(), player);
        let depth = parent.map_or(0, |parent| self.nodes[parent as usize].depth + 1);
        if let Some(&known) = self.number.get(&name) {
            let node = &mut self.nodes[known as usize];
            if self.is_optimal && depth < node.depth {
                (node.parent, node.push, node.depth) = (parent, push, depth);
                self.put(known);
            }
            return None;
        }
        self.number.insert(name, id);
        let is_closed = false;
        let bound = bound.min(MAX_KEY) as u32;
        self.nodes.push(Node { boxes, player, parent, push, depth, bound, is_closed });
        self.put(id);
        (bound == 0 && !self.is_optimal).then_some(id)
    }

    fn put(&mut self, id: Id) {
        let Node { depth, bound, .. } = self.nodes[id as usize];
        let first = if self.is_optimal { depth + bound } else { bound };
        self.queue.put((first as usize).min(MAX_KEY), bound as usize, id);
    }

    /// The best position that waits.
    fn take(&mut self) -> Option<Id> {
        while let Some(id) = self.queue.take() {
            if !std::mem::replace(&mut self.nodes[id as usize].is_closed, true) {
                return Some(id);
            }
        }
        None
    }

    /// Expands the best waiting position.
    fn expand(&mut self, turn: &mut Turn<'_>) -> Expanded {
        let Some(id) = self.take() else { return Expanded::Exhausted };
        if self.is_optimal && self.nodes[id as usize].bound == 0 {
            return Expanded::Solved(id);
        }
        self.expanded += 1;
        let boxes = self.nodes[id as usize].boxes.to_vec();
        self.flood(&boxes, self.nodes[id as usize].player);
        let zone = self.round;
        let mut pushes = Vec::new();
        for (index, &from) in boxes.iter().enumerate() {
            for dir in Dir::ALL {
                if let (Some(behind), Some(to)) =
                    (self.cells.step(from, !dir), self.cells.step(from, dir))
                    && self.reached[behind.index()] == zone
                    && boxes.binary_search(&to).is_err()
                {
                    pushes.push((index, from, to, dir));
                }
            }
        }
        for (index, from, to, dir) in pushes {
            if turn.overdraw((self.cells.len() / FLOODED) as u64).is_break() {
                return Expanded::Stopped;
            }
            self.generated += 1;
            let mut next = boxes.clone();
            next[index] = to;
            if let Some(end) = self.add(next, from, Some(id), (from, dir)) {
                return Expanded::Solved(end);
            }
        }
        Expanded::More
    }

    /// The steps to a node, walking the shortest way between pushes.
    fn steps(&self, end: Id) -> Vec<Dir> {
        let mut pushes = Vec::new();
        let mut at = end;
        while let Some(parent) = self.nodes[at as usize].parent {
            pushes.push((self.nodes[at as usize].push, parent));
            at = parent;
        }
        let mut player = self.cells.player;
        let mut steps = Vec::new();
        for ((from, dir), before) in pushes.into_iter().rev() {
            let behind = self.cells.step(from, !dir).expect("the player stood there");
            let boxes = &self.nodes[before as usize].boxes;
            let free = |cell: &Cell| boxes.binary_search(cell).is_err();
            let step = |at, dir| self.cells.step(Cell::new(at), dir).filter(free);
            let step = |at, dir| step(at, dir).map(Cell::index);
            let walk = walk(self.cells.len(), player.index(), behind.index(), step);
            steps.extend(walk.expect("the player can walk there"));
            steps.push(dir);
            player = from;
        }
        steps
    }
}

impl Positions {
    fn bytes(&self) -> usize {
        let node = size_of::<Node>() + 40 + 2 * size_of_val::<[Cell]>(&self.cells.boxes);
        let cells = self.cells.len() * (4 * size_of::<Cell>() + 16);
        2 * self.nodes.len() * node + self.queue.bytes() + cells
    }
}

impl Search for Plain {
    fn name(&self) -> &'static str {
        if self.is_optimal { "least-push" } else { "push" }
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if self.positions.is_none() {
            if turn.hold(self.level.squares().len() * 64).is_break() {
                return Stage::Full;
            }
            if turn.spend((self.level.squares().len() / 16) as u64).is_break() {
                return Stage::Working;
            }
            self.positions = Some(Positions::new(&self.level, self.is_optimal));
        }
        let Some(plain) = &mut self.positions else { return Stage::GaveUp };
        loop {
            if turn.hold(plain.bytes()).is_break() {
                return Stage::Full;
            }
            if turn.expand((plain.cells.len() / FLOODED) as u64).is_break() {
                if self.is_optimal
                    && let Some(lowest) = plain.queue.lowest()
                    && lowest < MAX_KEY
                {
                    turn.prove(Claim::Pushes, lowest as u64);
                }
                return Stage::Working;
            }
            match plain.expand(turn) {
                Expanded::More => {}
                Expanded::Stopped => return Stage::Working,
                Expanded::Exhausted => return Stage::Unsolvable,
                Expanded::Solved(end) => {
                    let steps = plain.steps(end);
                    let optimal =
                        if self.is_optimal { vec![Claim::Pushes] } else { Vec::new() };
                    return Stage::Solved(Found { steps, optimal, by: self.name() });
                }
            }
        }
    }

    fn account(&self) -> Account {
        self.positions.as_ref().map_or_else(Account::default, |plain| {
            Account::new(plain.expanded, plain.generated, plain.bytes())
        })
    }
}
