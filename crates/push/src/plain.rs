//! Search without bitboards, for boards too large for them.

use std::collections::{HashMap, VecDeque};

use kuraban_board::{Cell, Cells};
use kuraban_level::{Dir, Level};
use kuraban_search::Found;

use crate::member::{Member, Stage};
use crate::queue::Buckets;
use crate::store::Id;

/// Greedy search by pushes over sorted box lists: any board that can be read can be searched,
/// slowly. The bound is the sum of the distances to the nearest goal.
pub(crate) struct Plain {
    cells: Cells,
    nearest: Vec<u32>,
    nodes: Vec<Node>,
    number: HashMap<(Box<[Cell]>, Cell), Id>,
    queue: Buckets,
    memory: usize,
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
}

/// Microseconds for which an expansion is counted: the board is large.
const EXPANSION: u64 = 1_000;
/// Keys of the queue at most: bounds beyond share the last bucket.
const MAX_KEY: usize = 1 << 20;

impl Plain {
    pub(crate) fn new(level: &Level, memory: usize) -> Self {
        let cells = Cells::new(level);
        let mut plain = Self {
            nearest: nearest_goal(&cells),
            nodes: Vec::new(),
            number: HashMap::new(),
            queue: Buckets::default(),
            memory,
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
        if self.number.contains_key(&name) {
            return None;
        }
        self.number.insert(name, id);
        self.nodes.push(Node { boxes, player, parent, push });
        self.queue.put(bound.min(MAX_KEY), 0, id);
        (bound == 0).then_some(id)
    }

    fn expand(&mut self, id: Id) -> Option<Id> {
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
            self.generated += 1;
            let mut next = boxes.clone();
            next[index] = to;
            if let Some(end) = self.add(next, from, Some(id), (from, dir)) {
                return Some(end);
            }
        }
        None
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
            self.walk(&self.nodes[before as usize].boxes, player, behind, &mut steps);
            steps.push(dir);
            player = from;
        }
        steps
    }

    fn walk(&self, boxes: &[Cell], from: Cell, to: Cell, steps: &mut Vec<Dir>) {
        let mut toward: HashMap<Cell, Dir> = HashMap::new();
        let mut queue = VecDeque::from([to]);
        while from != to && !toward.contains_key(&from) {
            let at = queue.pop_front().expect("the player can walk there");
            for dir in Dir::ALL {
                if let Some(before) = self.cells.step(at, !dir)
                    && before != to
                    && boxes.binary_search(&before).is_err()
                    && !toward.contains_key(&before)
                {
                    toward.insert(before, dir);
                    queue.push_back(before);
                }
            }
        }
        let mut at = from;
        while at != to {
            let dir = toward[&at];
            steps.push(dir);
            at = self.cells.step(at, dir).expect("a walk stays on the board");
        }
    }
}

/// For each cell, the pushes a lone box needs to the nearest goal.
fn nearest_goal(cells: &Cells) -> Vec<u32> {
    let mut nearest = vec![u32::MAX; cells.len()];
    let mut queue: VecDeque<Cell> = cells.goals.iter().copied().collect();
    for goal in &queue {
        nearest[goal.index()] = 0;
    }
    while let Some(to) = queue.pop_front() {
        for dir in Dir::ALL {
            if let Some(from) = cells.step(to, !dir)
                && cells.step(from, !dir).is_some()
                && nearest[from.index()] == u32::MAX
            {
                nearest[from.index()] = nearest[to.index()] + 1;
                queue.push_back(from);
            }
        }
    }
    nearest
}

impl Member for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn step(&mut self, work: u64) -> Stage {
        for _ in 0..work.div_ceil(EXPANSION) {
            if self.bytes() > self.memory {
                return Stage::Full;
            }
            let Some(id) = self.queue.take() else { return Stage::Unsolvable };
            if let Some(end) = self.expand(id) {
                return Stage::Solved(Found {
                    steps: self.steps(end),
                    optimal: Vec::new(),
                });
            }
        }
        Stage::Working
    }

    fn expanded(&self) -> u64 {
        self.expanded
    }

    fn generated(&self) -> u64 {
        self.generated
    }

    fn bytes(&self) -> usize {
        let node = size_of::<Node>() + 40 + 2 * size_of_val::<[Cell]>(&self.cells.boxes);
        2 * self.nodes.len() * node + self.queue.bytes()
    }
}
