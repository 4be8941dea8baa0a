//! Search that knows where exactly the player stands: for moves, and for ties between solutions
//! of equally many pushes.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::subsets::End;
use kuraban_board::deadlock::{Rule, RuleSet, freeze};
use kuraban_board::{Bits, Board, Ground, Push, WIDE};
use kuraban_level::Dir;
use kuraban_search::{Account, Claim, Found, Objective, Pause, Search, Stage, Turn};

use crate::best_first::WIDE_CHILD;
use crate::path;
use crate::queue::Buckets;
use crate::store::{Id, Node, ROOT, Store};
use crate::tables::Tables;

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

impl Least {
    /// What an objective asks for; pushes where there is no walk for it.
    pub(crate) const fn of(objective: Objective) -> Self {
        match objective {
            Objective::Moves => Self::Moves,
            Objective::Robot => Self::Robot,
            _ => Self::Pushes,
        }
    }
}

/// A* over box sets and exact player spots; a step of the search is a walk and one push.
///
/// The bound for moves is that for pushes: nothing that adds the walks of several boxes is
/// admissible, as a walk round one box can push another. Only deadlocks are pruned, so answers
/// are least and exhaustion is a proof.
///
/// A state with the fewest pushes lies at one depth only, so ties are settled layer by layer: all
/// ways to a state are known before it is expanded.
struct Walk<const W: usize> {
    board: Arc<Board<W>>,
    least: Least,
    rules: RuleSet,
    store: Store,
    queue: Buckets,
    matcher: Option<Matcher<W>>,
    tables: Tables<W>,
    best_end: Option<Id>,
    words: usize,
    expanded: u64,
    generated: u64,
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

/// What one expansion came to.
enum Progress {
    Working,
    /// This node ends a solution that is least.
    Solved(Id),
    /// Everything was looked at: there is no solution.
    Exhausted,
}

impl<const W: usize> Walk<W> {
    /// A search with nothing but its root; `Break` only when the run is over.
    fn new(
        board: Arc<Board<W>>,
        least: Least,
        rules: RuleSet,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Self> {
        let words = board.live_spots().len().div_ceil(64);
        let store = Store::new(words);
        turn.hold(store.bytes_with(4 * board.layout.boxes.len()))?;
        let mut walk = Self {
            least,
            rules,
            store,
            queue: Buckets::default(),
            matcher: None,
            tables: Tables::new(End::Goals, rules),
            best_end: None,
            words,
            expanded: 0,
            generated: 0,
            board,
        };
        walk.plant_root(turn)?;
        Continue(walk)
    }

    fn plant_root(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        let board = Arc::clone(&self.board);
        let boxes = board.start.boxes;
        if !(boxes | board.goals).minus(board.live).is_empty() {
            return Continue(());
        }
        let matcher = Matcher::within(&board.to_goal, board.layout.len, boxes, turn)?;
        let Some(bound) = matcher.total() else { return Continue(()) };
        self.matcher = Some(matcher);
        let packed = board.pack(boxes);
        let code = board.start.player * 4;
        let bound = bound as u16;
        let player = code as u16;
        let node = Node { parent: ROOT, push: 0, depth: 0, bound, player, cost: 0 };
        let key = self.key(board.boxes_key(boxes), code);
        let id = self.store.add(key, &packed[..self.words], node);
        self.put(id, 0, 0, bound);
        Continue(())
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

    /// Expands the best waiting state.
    fn expand(&mut self, turn: &mut Turn<'_>) -> Progress {
        let Some((id, node)) = self.store.close_next(&mut self.queue) else {
            return self.best_end.map_or(Progress::Exhausted, Progress::Solved);
        };
        if self.tables.build(&self.board, self.expanded, turn).is_break() {
            return Progress::Working;
        }
        let board = Arc::clone(&self.board);
        let mut packed = [0; W];
        packed[..self.words].copy_from_slice(self.store.boxes(id));
        let boxes = board.unpack(&packed[..self.words]);
        if boxes == board.goals {
            match self.least {
                Least::Moves | Least::Robot | Least::Pushes => {
                    return Progress::Solved(id);
                }
                Least::Ties(_) => {
                    if self
                        .best_end
                        .is_none_or(|best| node.cost < self.store.node(best).cost)
                    {
                        self.best_end = Some(id);
                    }
                    return Progress::Working;
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
                    if W > WIDE && turn.overdraw(WIDE_CHILD).is_break() {
                        return Progress::Working;
                    }
                    self.child(&board, &parent, Push { from: spot as u16, dir }, walked);
                }
            }
            wave = (board.around(wave) & free).minus(seen);
            seen |= wave;
            walked += 1;
        }
        Progress::Working
    }

    fn child(&mut self, board: &Board<W>, parent: &Parent<W>, push: Push, walked: u32) {
        self.generated += 1;
        let from = push.from as usize;
        let to = board.step(from, push.dir);
        let next = board.pushed(parent.boxes, push);
        if self.tables.is_lost(board, next.boxes, to, next.player) {
            return;
        }
        if self.rules.has(Rule::Freeze) && freeze::is_lost(board, next.boxes) {
            return;
        }
        let (code, price) = match self.least {
            Least::Moves | Least::Pushes | Least::Ties(_) => (from * 4, walked + 1),
            Least::Robot if walked == 0 && parent.last == Some(push.dir) => {
                (from * 4 + push.dir.index(), 1)
            }
            Least::Robot => (from * 4 + push.dir.index(), walked + 2),
        };
        let packed = board.repack(parent.packed, from, to);
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
    fn pushes(&self, end: Id) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut node = self.store.node(end);
        while node.parent != ROOT {
            pushes.push(Push::unpack(node.push));
            node = self.store.node(node.parent);
        }
        pushes.reverse();
        pushes
    }

    fn bytes(&self) -> usize {
        let children = 4 * self.board.layout.boxes.len();
        let rest = self.queue.bytes()
            + self.tables.bytes()
            + self.matcher.as_ref().map_or(0, Matcher::bytes);
        self.store.bytes_with(children).saturating_add(rest)
    }
}

/// A search by walks and pushes that takes turns.
pub(crate) struct Walker<const W: usize> {
    ground: Arc<Ground<W>>,
    least: Least,
    rules: RuleSet,
    walk: Option<Walk<W>>,
    /// The pushes of the solution, once it is found.
    pushes: Vec<Push>,
}

impl<const W: usize> Walker<W> {
    /// Work of an expansion.
    pub(crate) const EXPANSION: u64 = 4;

    pub(crate) fn new(ground: Arc<Ground<W>>, least: Least, rules: RuleSet) -> Self {
        Self { ground, least, rules, walk: None, pushes: Vec::new() }
    }

    /// The pushes of the solution, once it is found.
    pub(crate) fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    fn prepare(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        if self.walk.is_none() {
            let board = self.ground.board(turn)?;
            self.walk = Some(Walk::new(board, self.least, self.rules, turn)?);
        }
        Continue(())
    }

    fn found(&self, walk: &Walk<W>) -> Found {
        let steps = path::steps(&walk.board, &self.pushes)
            .expect("the pushes of a search can be made");
        let optimal = match self.least {
            Least::Moves => vec![Claim::Moves, Claim::MovesThenPushes],
            Least::Robot => vec![Claim::Robot],
            Least::Pushes | Least::Ties(_) => vec![Claim::Pushes, Claim::PushesThenMoves],
        };
        Found { steps, optimal, by: self.name() }
    }

    /// Tells what is proved by what still waits.
    fn prove(&mut self, turn: &mut Turn<'_>) {
        let (claim, unit) = match self.least {
            Least::Moves => (Claim::Moves, 1),
            Least::Robot => (Claim::Robot, 2),
            Least::Pushes => (Claim::Pushes, 1),
            Least::Ties(_) => return,
        };
        if let Some(walk) = &mut self.walk
            && let Some(lowest) = walk.queue.lowest()
        {
            turn.prove(claim, unit * lowest as u64);
        }
    }
}

impl<const W: usize> Search for Walker<W> {
    fn name(&self) -> &'static str {
        match self.least {
            Least::Moves => "least-moves",
            Least::Robot => "least-robot",
            Least::Pushes => "least-pushes",
            Least::Ties(_) => "ties",
        }
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if let Break(pause) = self.prepare(turn) {
            return pause.stage();
        }
        let Some(walk) = &mut self.walk else { return Stage::GaveUp };
        loop {
            if turn.hold(walk.bytes()).is_break() {
                return Stage::Full;
            }
            if turn.expand(Self::EXPANSION).is_break() {
                self.prove(turn);
                return Stage::Working;
            }
            match walk.expand(turn) {
                Progress::Working => {}
                Progress::Exhausted => return Stage::Unsolvable,
                Progress::Solved(end) => {
                    self.pushes = walk.pushes(end);
                    return Stage::Solved(
                        self.walk
                            .as_ref()
                            .map(|walk| self.found(walk))
                            .expect("it has just found it"),
                    );
                }
            }
        }
    }

    fn account(&self) -> Account {
        self.walk.as_ref().map_or_else(Account::default, |walk| {
            Account::new(walk.expanded, walk.generated, walk.bytes())
        })
    }
}
