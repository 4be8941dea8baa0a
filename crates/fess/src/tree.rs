//! The search over cells of a feature space.
//!
//! Every expanded position belongs to the cell of the best features on its way from the root.
//! Cells are served in turn, and every other time the best one (Shoham and Schaeffer, 2020).
//! Inside a cell, positions wait by the weight of their way plus that of their best move not yet
//! taken. Moves are kept as bare numbers, best first; positions that were not expanded are not
//! stored.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Features in the order of their importance, as one number: less is better.
pub(crate) type Score = u64;

/// A move out of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The move as the space numbers it, below 2^31.
    pub(crate) code: u32,
    /// Features of the position after it.
    pub(crate) score: Score,
    /// Whether an advisor names it.
    pub(crate) advised: bool,
    /// Whether it ends the search.
    pub(crate) done: bool,
}

/// What the thorough tests say about a move that is about to be taken.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Judgement {
    Alive,
    /// The position after it is lost.
    Dead,
    /// The move is not wanted, though others may lead to the same position.
    Refused,
}

/// What is searched.
pub(crate) trait Space {
    type State: Copy;
    /// Identifies a position.
    fn key(&self, state: &Self::State) -> u64;
    fn score(&mut self, state: &Self::State) -> Score;
    /// The cell of a score.
    fn cell(&self, score: Score) -> u64;
    /// Appends the moves out of a position, except those to positions already known.
    fn choices(
        &mut self,
        state: &Self::State,
        known: &dyn Fn(u64) -> bool,
        out: &mut Vec<Choice>,
    );
    fn play(&self, state: &Self::State, code: u32) -> Self::State;
    /// Thorough tests of a move about to be taken.
    fn judge(&mut self, state: &Self::State, code: u32, child: &Self::State)
    -> Judgement;
    /// Whether the search is at its end there.
    fn is_done(&self, state: &Self::State) -> bool;
}

/// How a tree goes about its work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    /// Moves of a position listed at a time.
    pub(crate) listed: usize,
    /// Whether an advisor whose move was lost names another.
    pub(crate) renews: bool,
    /// Of at most two moves one is free: the best of them, or else the first made.
    pub(crate) frees_best: bool,
    /// Whether moves that no advisor names weigh more.
    pub(crate) weighs: bool,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Progress {
    Working,
    /// Done, by this move out of this node (or in it).
    Done(u32, Option<u32>),
    Exhausted,
}

/// No parent.
const ROOT: u32 = u32::MAX;
/// Instead of a node: the position is lost.
const LOST: u32 = u32::MAX;
/// Marks a move that no advisor names.
const HEAVY: u32 = 1 << 31;

#[derive(Clone, Copy, Debug)]
struct Node<S> {
    state: S,
    best: Score,
    parent: u32,
    code: u32,
    cell: u32,
    /// Moves not yet taken, in the common list.
    next: u32,
    end: u32,
    weight: u16,
    depth: u16,
    /// Whether there are moves beyond those listed.
    more: bool,
}

#[derive(Debug)]
struct Cell {
    best: Score,
    waiting: BinaryHeap<Reverse<(u32, Score, u32)>>,
}

/// Keys are random already.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only keys are hashed");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A set of keys.
pub(crate) type Keys = HashSet<u64, BuildHasherDefault<KeyHasher>>;

/// The search tree.
#[derive(Debug)]
pub(crate) struct Tree<S: Space> {
    nodes: Vec<Node<S::State>>,
    moves: Vec<u32>,
    /// Positions that were expanded, by node, or found dead.
    known: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    cells: Vec<Cell>,
    cell_of: HashMap<u64, u32>,
    pointer: usize,
    turn: u64,
    best: Score,
    best_node: u32,
    waiting: usize,
    listed: usize,
    renews: bool,
    frees_best: bool,
    weighs: bool,
    choices: Vec<Choice>,
    pub(crate) generated: u64,
    /// Moves taken that the thorough tests turned down.
    pub(crate) rejected: u64,
}

impl<S: Space> Tree<S> {
    /// An empty tree.
    pub(crate) fn new(ways: Ways) -> Self {
        Self {
            nodes: Vec::new(),
            moves: Vec::new(),
            known: HashMap::default(),
            cells: Vec::new(),
            cell_of: HashMap::new(),
            pointer: 0,
            turn: 0,
            best: Score::MAX,
            best_node: 0,
            waiting: 0,
            listed: ways.listed,
            renews: ways.renews,
            frees_best: ways.frees_best,
            weighs: ways.weighs,
            choices: Vec::new(),
            generated: 0,
            rejected: 0,
        }
    }

    /// How many positions were expanded.
    pub(crate) fn expanded(&self) -> usize {
        self.nodes.len()
    }

    /// The node that came farthest first.
    pub(crate) fn best_node(&self) -> u32 {
        self.best_node
    }

    /// The best score so far.
    pub(crate) fn best(&self) -> Score {
        self.best
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Bytes in the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<S::State>>()
            + self.moves.capacity() * size_of::<u32>()
            + self.known.capacity() * 17
            + self.waiting * size_of::<(u32, Score, u32)>() * 2
    }

    /// The position of a node.
    pub(crate) fn state(&self, node: u32) -> S::State {
        self.nodes[node as usize].state
    }

    /// The moves from the root to a node, and that root.
    pub(crate) fn path(&self, node: u32) -> (u32, Vec<u32>) {
        let mut codes = Vec::new();
        let mut at = node;
        while self.nodes[at as usize].parent != ROOT {
            codes.push(self.nodes[at as usize].code);
            at = self.nodes[at as usize].parent;
        }
        codes.reverse();
        (at, codes)
    }

    /// Adds positions to begin with.
    pub(crate) fn add_roots(&mut self, space: &mut S, states: &[S::State]) -> Progress {
        for state in states {
            self.known.insert(space.key(state), LOST);
        }
        for &state in states {
            self.known.insert(space.key(&state), self.nodes.len() as u32);
            let progress = self.expand(space, state, None);
            if progress != Progress::Working {
                return progress;
            }
        }
        Progress::Working
    }

    /// Takes one move. `Working` may mean that the move was turned down.
    pub(crate) fn step(&mut self, space: &mut S) -> Progress {
        if self.waiting == 0 {
            return Progress::Exhausted;
        }
        self.turn += 1;
        let cell = if self.turn.is_multiple_of(2) {
            self.best_cell()
        } else {
            let cell = self.pointer % self.cells.len();
            self.pointer = (cell + 1) % self.cells.len();
            cell
        };
        let Some(Reverse((weight, _, id))) = self.cells[cell].waiting.pop() else {
            return Progress::Working;
        };
        self.waiting -= 1;
        let node = self.nodes[id as usize];
        let code = self.moves[node.next as usize];
        let child = space.play(&node.state, code & !HEAVY);
        let key = space.key(&child);
        let is_new = !self.known.contains_key(&key);
        self.nodes[id as usize].next += 1;
        if !is_new {
            self.wait(space, id);
            return Progress::Working;
        }
        match space.judge(&node.state, code & !HEAVY, &child) {
            Judgement::Refused => {
                self.rejected += 1;
                self.wait(space, id);
                Progress::Working
            }
            Judgement::Dead => {
                self.rejected += 1;
                self.known.insert(key, LOST);
                if self.renews && code & HEAVY == 0 {
                    self.advise_again(space, id);
                } else {
                    self.wait(space, id);
                }
                Progress::Working
            }
            Judgement::Alive => {
                self.known.insert(key, self.nodes.len() as u32);
                self.wait(space, id);
                self.expand(space, child, Some((id, code & !HEAVY, weight as u16)))
            }
        }
    }

    /// The cell of the best node, or of the best that still waits.
    fn best_cell(&self) -> usize {
        let cell = self.nodes[self.best_node as usize].cell as usize;
        if !self.cells[cell].waiting.is_empty() {
            return cell;
        }
        (0..self.cells.len())
            .filter(|&cell| !self.cells[cell].waiting.is_empty())
            .min_by_key(|&cell| self.cells[cell].best)
            .unwrap_or(cell)
    }

    /// Puts a node into its cell's queue, by its next move that leads to a new position.
    fn wait(&mut self, space: &mut S, id: u32) {
        loop {
            let node = self.nodes[id as usize];
            if node.next == node.end {
                if !node.more || !self.list_more(space, id) {
                    return;
                }
                continue;
            }
            let code = self.moves[node.next as usize];
            let child = space.play(&node.state, code & !HEAVY);
            if self.known.contains_key(&space.key(&child)) {
                self.nodes[id as usize].next += 1;
                continue;
            }
            let weight = u32::from(node.weight) + u32::from(code & HEAVY != 0);
            let entry = Reverse((weight, space.score(&child), id));
            self.cells[node.cell as usize].waiting.push(entry);
            self.waiting += 1;
            return;
        }
    }

    /// Lists the moves of a node anew after a move that an advisor named has turned out lost:
    /// the advisor may name another.
    fn advise_again(&mut self, space: &mut S, id: u32) {
        let state = self.nodes[id as usize].state;
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        let (known, nodes) = (&self.known, &self.nodes);
        let lost = |key| match known.get(&key) {
            None => false,
            Some(&LOST) => true,
            Some(&node) => nodes[node as usize].parent != id,
        };
        space.choices(&state, &lost, &mut choices);
        choices.sort_by_key(|choice| (!choice.advised, choice.score));
        self.list(id, &choices);
        self.choices = choices;
        self.wait(space, id);
    }

    /// Lists the next moves of a node whose list is used up. All that were listed before lead to
    /// known positions by now.
    fn list_more(&mut self, space: &mut S, id: u32) -> bool {
        let state = self.nodes[id as usize].state;
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        let known = &self.known;
        space.choices(&state, &|key| known.contains_key(&key), &mut choices);
        choices.sort_by_key(|choice| choice.score);
        for choice in &mut choices {
            choice.advised = !self.weighs;
        }
        self.list(id, &choices);
        self.choices = choices;
        self.nodes[id as usize].next < self.nodes[id as usize].end
    }

    fn list(&mut self, id: u32, choices: &[Choice]) {
        let node = &mut self.nodes[id as usize];
        node.next = self.moves.len() as u32;
        let kept = &choices[..choices.len().min(self.listed)];
        self.moves.extend(
            kept.iter()
                .map(|choice| choice.code | if choice.advised { 0 } else { HEAVY }),
        );
        node.end = self.moves.len() as u32;
        node.more = kept.len() < choices.len();
    }

    fn expand(
        &mut self,
        space: &mut S,
        state: S::State,
        from: Option<(u32, u32, u16)>,
    ) -> Progress {
        let id = self.nodes.len() as u32;
        let score = space.score(&state);
        let (parent, code, weight) = from.unwrap_or((ROOT, 0, 0));
        let above = (parent != ROOT).then(|| self.nodes[parent as usize]);
        let best = above.map_or(score, |above| above.best.min(score));
        let cell = self.enter_cell(space.cell(best), best);
        self.nodes.push(Node {
            state,
            best,
            parent,
            code,
            cell,
            next: 0,
            end: 0,
            weight,
            depth: above.map_or(0, |above| above.depth + 1),
            more: false,
        });
        if best < self.best {
            (self.best, self.best_node) = (best, id);
        }
        if space.is_done(&state) {
            return Progress::Done(id, None);
        }
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        let known = &self.known;
        space.choices(&state, &|key| known.contains_key(&key), &mut choices);
        self.generated += choices.len() as u64;
        if let Some(end) = choices.iter().find(|choice| choice.done) {
            return Progress::Done(id, Some(end.code));
        }
        if !self.weighs {
            for choice in &mut choices {
                choice.advised = true;
            }
        }
        if self.frees_best {
            choices.sort_by_key(|choice| (!choice.advised, choice.score));
        }
        if choices.len() <= 2
            && let Some(first) = choices.first_mut()
        {
            first.advised = true;
        }
        choices.sort_by_key(|choice| (!choice.advised, choice.score));
        self.list(id, &choices);
        self.choices = choices;
        self.wait(space, id);
        Progress::Working
    }

    fn enter_cell(&mut self, tuple: u64, best: Score) -> u32 {
        let count = self.cells.len() as u32;
        let cell = *self.cell_of.entry(tuple).or_insert(count);
        if cell == count {
            self.cells.push(Cell { best, waiting: BinaryHeap::new() });
            self.pointer = cell as usize;
        }
        let entered = &mut self.cells[cell as usize];
        entered.best = entered.best.min(best);
        cell
    }
}
