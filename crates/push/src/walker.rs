//! Search that knows where exactly the player stands: for moves, and for ties between solutions
//! of equally many pushes.

use std::sync::Arc;

use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::freeze;
use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::{Bits, Board, Push};
use kuraban_level::Dir;
use kuraban_search::{Claim, Found};

use crate::member::{Member, Stage};
use crate::path;
use crate::queue::Buckets;
use crate::store::{Id, Node, ROOT, Store};

/// What a walker's solution is least in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Least {
    /// Moves, then pushes.
    Moves,
    /// The robot's half movements.
    Robot,
    /// Pushes, then moves.
    Pushes,
    /// Moves among the solutions with this many pushes, known to be the fewest.
    Ties(u16),
}

/// Expansions before the tables of pairs and of triples are built.
const PAIRS_AFTER: u64 = 500;
const TRIPLES_AFTER: u64 = 10_000;
/// Bytes that each of the two may take.
const TABLES_BYTES: usize = 16 << 20;

/// A* over box sets and exact player spots; a step of the search is a walk and one push.
///
/// The bound for moves is that for pushes: nothing that adds the walks of several boxes is
/// admissible, as a walk round one box can push another. Only deadlocks are pruned, so answers
/// are least and exhaustion is a proof.
///
/// A state with the fewest pushes lies at one depth only, so ties are settled layer by layer: all
/// ways to a state are known before it is expanded.
pub(crate) struct Walker<const W: usize> {
    board: Arc<Board<W>>,
    least: Least,
    memory: usize,
    store: Store,
    queue: Buckets,
    matcher: Option<Matcher<W>>,
    tables: Option<Subsets<W>>,
    best_end: Option<Id>,
    words: usize,
    expanded: u64,
    generated: u64,
    proved: u64,
    done: bool,
}

/// The state that is being expanded.
struct Parent<const W: usize> {
    id: Id,
    depth: u16,
    cost: u32,
    last: Option<Dir>,
    boxes: Bits<W>,
    packed: [u64; W],
    key: u64,
}

impl<const W: usize> Walker<W> {
    /// Microseconds for which an expansion is counted.
    pub(crate) const EXPANSION: u64 = 4;

    pub(crate) fn new(board: Arc<Board<W>>, least: Least, memory: usize) -> Self {
        let words = board.live_spots().len().div_ceil(64);
        let mut walker = Self {
            least,
            memory,
            store: Store::new(words),
            queue: Buckets::default(),
            matcher: None,
            tables: None,
            best_end: None,
            words,
            expanded: 0,
            generated: 0,
            proved: 0,
            done: false,
            board,
        };
        walker.plant_root();
        walker
    }

    fn plant_root(&mut self) {
        let board = Arc::clone(&self.board);
        let boxes = board.start.boxes;
        if !(boxes | board.goals).minus(board.live).is_empty() {
            return;
        }
        let matcher = Matcher::new(&board.to_goal, board.layout.len, boxes);
        let Some(bound) = matcher.total() else { return };
        self.matcher = Some(matcher);
        let mut packed = [0; W];
        for spot in boxes {
            let index = board.live_index(spot);
            packed[index / 64] |= 1 << (index % 64);
        }
        let code = board.start.player * 4;
        let bound = bound as u16;
        let player = code as u16;
        let node = Node { parent: ROOT, push: 0, depth: 0, bound, player, cost: 0 };
        let key = self.key(board.boxes_key(boxes), code);
        let id = self.store.add(key, &packed[..self.words], node);
        self.put(id, 0, 0, bound);
    }

    fn key(&self, boxes_key: u64, code: usize) -> u64 {
        boxes_key ^ self.board.player_key(code / 4).rotate_left(code as u32 % 4 * 16)
    }

    fn put(&mut self, id: Id, depth: u16, cost: u32, bound: u16) {
        let (first, second) = match self.least {
            Least::Ties(_) => (depth as usize, 0),
            Least::Pushes => ((depth + bound) as usize, cost as usize + bound as usize),
            Least::Moves => (cost as usize + bound as usize, (depth + bound) as usize),
            Least::Robot => (cost as usize + bound as usize, bound as usize),
        };
        self.queue.put(first, second, id);
    }

    fn build_tables(&mut self) {
        if self.expanded == PAIRS_AFTER
            && Subsets::pairs_bytes(&self.board) <= TABLES_BYTES.min(self.memory / 8)
        {
            self.tables = Some(Subsets::pairs(&self.board, End::Goals));
        }
        if self.expanded == TRIPLES_AFTER
            && Subsets::triples_bytes(&self.board) <= TABLES_BYTES.min(self.memory / 8)
            && let Some(tables) = &mut self.tables
        {
            tables.add_triples(&self.board, End::Goals);
        }
    }

    /// Expands the best waiting state; tells the end of a solution.
    pub(crate) fn expand(&mut self) -> Result<Option<Id>, Stage> {
        let id = loop {
            let Some(id) = self.queue.take() else {
                return match self.best_end {
                    Some(end) => Ok(Some(end)),
                    None => Err(Stage::Unsolvable),
                };
            };
            if !self.store.node(id).is_closed() {
                break id;
            }
        };
        self.build_tables();
        let board = Arc::clone(&self.board);
        let mut node = self.store.node(id);
        node.close();
        self.store.set_node(id, node);
        let mut packed = [0; W];
        packed[..self.words].copy_from_slice(self.store.boxes(id));
        let boxes = self.unpack(&packed);
        if boxes == board.goals {
            match self.least {
                Least::Moves | Least::Robot | Least::Pushes => return Ok(Some(id)),
                Least::Ties(_) => {
                    if self
                        .best_end
                        .is_none_or(|best| node.cost < self.store.node(best).cost)
                    {
                        self.best_end = Some(id);
                    }
                    return Ok(None);
                }
            }
        }
        self.expanded += 1;
        if let Some(matcher) = &mut self.matcher {
            matcher.go_to(boxes);
        }
        let last = (self.least == Least::Robot && node.parent != ROOT)
            .then(|| Dir::from_index(node.player()));
        let parent = Parent {
            id,
            depth: node.depth,
            cost: node.cost,
            last,
            boxes,
            packed,
            key: board.boxes_key(boxes),
        };
        let free = board.floor.minus(boxes);
        let beside =
            Dir::ALL.map(|dir| boxes & board.shift(board.live.minus(boxes), !dir));
        let mut wave = Bits::<W>::of(node.player() / 4);
        let mut seen = wave;
        let mut walked = 0;
        while !wave.is_empty() {
            for dir in Dir::ALL {
                for spot in beside[dir.index()] & board.shift(wave, dir) {
                    self.child(&board, &parent, Push { from: spot as u16, dir }, walked);
                }
            }
            wave = (board.around(wave) & free).minus(seen);
            seen |= wave;
            walked += 1;
        }
        Ok(None)
    }

    fn unpack(&self, packed: &[u64; W]) -> Bits<W> {
        let mut boxes = Bits::EMPTY;
        for (index, &word) in packed.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let live = 64 * index + word.trailing_zeros() as usize;
                boxes.insert(self.board.live_spots()[live] as usize);
                word &= word - 1;
            }
        }
        boxes
    }

    fn child(&mut self, board: &Board<W>, parent: &Parent<W>, push: Push, walked: u32) {
        self.generated += 1;
        let from = push.from as usize;
        let to = board.step(from, push.dir);
        let next = board.pushed(parent.boxes, push);
        if let Some(tables) = &self.tables
            && tables.is_lost(board, next.boxes, to, next.player)
        {
            return;
        }
        if freeze::is_lost(board, next.boxes) {
            return;
        }
        let (code, price) = match self.least {
            Least::Moves | Least::Pushes | Least::Ties(_) => (from * 4, walked + 1),
            Least::Robot if walked == 0 && parent.last == Some(push.dir) => {
                (from * 4 + push.dir.index(), 1)
            }
            Least::Robot => (from * 4 + push.dir.index(), walked + 2),
        };
        let (old, new) = (board.live_index(from), board.live_index(to));
        let mut packed = parent.packed;
        packed[old / 64] ^= 1 << (old % 64);
        packed[new / 64] ^= 1 << (new % 64);
        let packed = &packed[..self.words];
        let key = self.key(parent.key ^ board.box_key(from) ^ board.box_key(to), code);
        let depth = parent.depth.saturating_add(1);
        let cost = parent.cost + price;
        if let Some(known) = self.store.find(key, packed, code) {
            let mut node = self.store.node(known);
            let better = match self.least {
                Least::Ties(_) => depth == node.depth && cost < node.cost,
                Least::Pushes => (depth, cost) < (node.depth, node.cost),
                _ => (cost, depth) < (node.cost, node.depth),
            };
            if better {
                (node.parent, node.push, node.depth) = (parent.id, push.pack(), depth);
                node.cost = cost;
                node.open();
                self.store.set_node(known, node);
                // A tie is settled before its layer comes up: it waits in the right place.
                if !matches!(self.least, Least::Ties(_)) {
                    self.put(known, depth, cost, node.bound);
                }
            }
            return;
        }
        let total =
            self.matcher.as_mut().and_then(|matcher| matcher.total_after(from, to));
        let Some(bound) = total.map(|total| total as u16) else { return };
        if let Least::Ties(pushes) = self.least
            && depth + bound > pushes
        {
            return;
        }
        let node = Node {
            parent: parent.id,
            push: push.pack(),
            depth,
            bound,
            player: code as u16,
            cost,
        };
        let id = self.store.add(key, packed, node);
        self.put(id, depth, cost, bound);
    }

    /// The pushes of the solution that a node ends.
    pub(crate) fn pushes(&self, end: Id) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut node = self.store.node(end);
        while node.parent != ROOT {
            pushes.push(Push::unpack(node.push));
            node = self.store.node(node.parent);
        }
        pushes.reverse();
        pushes
    }

    fn found(&self, end: Id) -> Found {
        let steps = path::steps(&self.board, &self.pushes(end))
            .expect("the pushes of a search can be made");
        let optimal = match self.least {
            Least::Moves => vec![Claim::Moves, Claim::MovesThenPushes],
            Least::Robot => vec![Claim::Robot],
            Least::Pushes | Least::Ties(_) => vec![Claim::Pushes, Claim::PushesThenMoves],
        };
        Found { steps, optimal }
    }
}

impl<const W: usize> Member for Walker<W> {
    fn name(&self) -> &'static str {
        match self.least {
            Least::Moves => "least-moves",
            Least::Robot => "least-robot",
            Least::Pushes => "least-pushes",
            Least::Ties(_) => "ties",
        }
    }

    fn step(&mut self, work: u64) -> Stage {
        for _ in 0..work.div_ceil(Self::EXPANSION) {
            if self.bytes() > self.memory {
                return Stage::Full;
            }
            match self.expand() {
                Ok(None) => {}
                Ok(Some(end)) => {
                    self.done = true;
                    return Stage::Solved(self.found(end));
                }
                Err(stage) => {
                    self.done = true;
                    return stage;
                }
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
        let children = 4 * self.board.layout.boxes.len();
        let rest = self.queue.bytes() + self.tables.as_ref().map_or(0, Subsets::bytes);
        self.store.bytes_with(children).saturating_add(rest)
    }

    fn bound(&mut self) -> Option<(Claim, u64)> {
        let (claim, unit) = match self.least {
            Least::Moves => (Claim::Moves, 1),
            Least::Robot => (Claim::Robot, 2),
            Least::Pushes => (Claim::Pushes, 1),
            Least::Ties(_) => return None,
        };
        if !self.done {
            let lowest = self.queue.lowest().unwrap_or(0) as u64;
            self.proved = self.proved.max(unit * lowest);
        }
        Some((claim, self.proved))
    }
}
