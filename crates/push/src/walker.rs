//! Search over boxes and the player's exact spot: for the fewest moves, and for the fewest moves
//! among the solutions with the fewest pushes.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use kuraban_board::deadlock::subsets::End;
use kuraban_board::deadlock::{Rule, RuleSet, freeze};
use kuraban_board::{Bits, Board, Ground, Push, WIDE};
use kuraban_level::Dir;
use kuraban_search::{Account, Claim, Found, Objective, Pause, Search, Stage, Turn};

use crate::best_first::WIDE_CHILD;
use crate::nodes::{Expanded, Nodes, Parent};
use crate::path;
use crate::store::{Id, Node, ROOT};
use crate::walks::{Left, Lines};

/// Work of an expansion.
pub(crate) const EXPANSION: u64 = 4;

/// What a walker's solution is least in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Measure {
    /// Moves, then pushes.
    Moves,
    /// The robot's half movements.
    Robot,
    /// Pushes, then moves.
    Pushes,
    /// Moves among the solutions with so many pushes, known to be the fewest. One of them has so
    /// many moves.
    Ties { pushes: u16, moves: u32 },
}

impl Measure {
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
/// Walks cannot be added to the bound for pushes box by box: on the walk round one box the player
/// can push another. [`Lines`] says what can be added. Only lost positions are pruned, so
/// solutions are least, and an exhausted search is a proof.
///
/// Where ties are settled, the number of pushes that are left is known. A state may come up first
/// with more pushes made than it needs, and then it is on no solution: the bound for pushes is only
/// a bound. So fewer pushes are better than fewer moves there, too.
struct Walk<const W: usize> {
    nodes: Nodes<W>,
    lines: Lines,
    measure: Measure,
    rules: RuleSet,
}

impl<const W: usize> Walk<W> {
    /// A search with nothing but its root; `Break` only when the run is over.
    fn new(
        board: Arc<Board<W>>,
        measure: Measure,
        rules: RuleSet,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Self> {
        let nodes = Nodes::new(board, End::Goals, rules, 1, turn)?;
        let lines = Lines::new(&nodes.board);
        let mut walk = Self { nodes, lines, measure, rules };
        walk.plant_root(turn)?;
        Continue(walk)
    }

    fn plant_root(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        let Some((boxes, bound)) = self.nodes.first(turn)? else { return Continue(()) };
        let board = &self.nodes.board;
        let code = board.start.player * 4;
        let key = self.key(board.boxes_key(boxes), code);
        let id = self.nodes.add_root(key, boxes, code, bound, 0);
        self.lines.go_to(boxes);
        let astray = boxes.minus(self.nodes.board.goals);
        let left = self.lines.at(code / 4, astray);
        self.put(id, self.nodes.store.node(id), left);
        Continue(())
    }

    fn key(&self, boxes_key: u64, code: usize) -> u64 {
        let player = self.nodes.board.player_key(code / 4);
        boxes_key ^ player.rotate_left(code as u32 % 4 * 16)
    }

    /// Bytes in use once the next expansion has found room.
    fn bytes(&self) -> usize {
        self.nodes.bytes().saturating_add(self.lines.bytes())
    }

    /// Lets a node wait, with what is left to walk.
    fn put(&mut self, id: Id, node: Node, left: Left) {
        let Node { depth, bound, cost, .. } = node;
        let pushes = (depth + bound) as usize;
        let moves = |left_pushes| (cost + left.moves(left_pushes)) as usize;
        let (first, second) = match self.measure {
            Measure::Ties { pushes, .. } => {
                (moves(pushes - depth), (pushes - depth) as usize)
            }
            Measure::Pushes => (pushes, moves(bound)),
            Measure::Moves => (moves(bound), pushes),
            Measure::Robot => (moves(bound), bound as usize),
        };
        self.nodes.queue.put(first, second, id);
    }

    /// Expands the best waiting state.
    fn expand(&mut self, turn: &mut Turn<'_>) -> Expanded {
        let Some((id, node)) = self.nodes.close_next() else {
            return Expanded::Exhausted;
        };
        if self.nodes.build_tables(turn).is_break() {
            return Expanded::Stopped;
        }
        let board = Arc::clone(&self.nodes.board);
        let boxes = self.nodes.boxes(id);
        if boxes == board.goals {
            return Expanded::Solved(id);
        }
        let parent = self.nodes.expand(id, node, boxes);
        self.lines.go_to(boxes);
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
                        return Expanded::Stopped;
                    }
                    self.child(&board, &parent, Push { from: spot as u16, dir }, walked);
                }
            }
            wave = (board.around(wave) & free).minus(seen);
            seen |= wave;
            walked += 1;
        }
        Expanded::More
    }

    fn child(&mut self, board: &Board<W>, parent: &Parent<W>, push: Push, walked: u32) {
        self.nodes.generated += 1;
        let from = push.from as usize;
        let to = board.step(from, push.dir);
        let (code, price) = match self.measure {
            Measure::Moves | Measure::Pushes | Measure::Ties { .. } => {
                (from * 4, walked + 1)
            }
            Measure::Robot if walked == 0 && goes_on(parent.node, push.dir) => {
                (from * 4 + push.dir.index(), 1)
            }
            Measure::Robot => (from * 4 + push.dir.index(), walked + 2),
        };
        let (packed, boxes_key) = parent.moved(board, from, to);
        let key = self.key(boxes_key, code);
        let depth = parent.node.depth.saturating_add(1);
        let cost = parent.node.cost + price;
        let next = board.pushed(parent.boxes, push);
        // Most children are known, and finding them costs less than the rules.
        let known = self.nodes.find(key, &packed, code);
        let mut node = Node {
            parent: parent.id,
            push: push.pack(),
            depth,
            bound: 0,
            player: code as u16,
            cost,
        };
        if let Some(known) = known {
            let old = self.nodes.store.node(known);
            let better = match self.measure {
                Measure::Ties { .. } | Measure::Pushes => {
                    (depth, cost) < (old.depth, old.cost)
                }
                Measure::Moves | Measure::Robot => (cost, depth) < (old.cost, old.depth),
            };
            if !better {
                return;
            }
            node.bound = old.bound;
        } else {
            if self.nodes.tables.is_lost(board, next, to)
                || self.rules.has(Rule::Freeze) && freeze::is_lost(board, next.boxes)
            {
                return;
            }
            let Some(bound) = self.nodes.bound_after(from, to) else { return };
            node.bound = bound;
        }
        let left = self.lines.after(from, push.dir, next.boxes.minus(board.goals));
        if let Measure::Ties { pushes, moves } = self.measure
            && (depth + node.bound > pushes || cost + left.moves(pushes - depth) > moves)
        {
            return;
        }
        let id = match known {
            Some(known) => {
                self.nodes.store.set_node(known, node);
                known
            }
            None => self.nodes.add(key, &packed, node),
        };
        self.put(id, node, left);
    }
}

/// Whether a push in `dir` goes on with the one that led to a node.
fn goes_on(node: Node, dir: Dir) -> bool {
    node.parent != ROOT && Dir::from_index(node.player()) == dir
}

/// A search by walks and pushes that takes turns.
pub(crate) struct Walker<const W: usize> {
    ground: Arc<Ground<W>>,
    measure: Measure,
    rules: RuleSet,
    walk: Option<Walk<W>>,
    /// The pushes of the solution, once it is found.
    pushes: Vec<Push>,
}

impl<const W: usize> Walker<W> {
    pub(crate) fn new(ground: Arc<Ground<W>>, measure: Measure, rules: RuleSet) -> Self {
        Self { ground, measure, rules, walk: None, pushes: Vec::new() }
    }

    fn prepare(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        if self.walk.is_none() {
            let board = self.ground.board(turn)?;
            self.walk = Some(Walk::new(board, self.measure, self.rules, turn)?);
        }
        Continue(())
    }

    fn found(&self, walk: &Walk<W>) -> Found {
        let steps = path::steps(&walk.nodes.board, &self.pushes)
            .expect("the pushes of a search can be made");
        let optimal = match self.measure {
            Measure::Moves => vec![Claim::Moves, Claim::MovesThenPushes],
            Measure::Robot => vec![Claim::Robot],
            Measure::Pushes | Measure::Ties { .. } => {
                vec![Claim::Pushes, Claim::PushesThenMoves]
            }
        };
        Found { steps, optimal, by: self.name() }
    }

    /// Reports the bound that the waiting nodes prove.
    fn prove(&mut self, turn: &mut Turn<'_>) {
        let (claim, unit) = match self.measure {
            Measure::Moves => (Claim::Moves, 1),
            Measure::Robot => (Claim::Robot, 2),
            Measure::Pushes => (Claim::Pushes, 1),
            Measure::Ties { .. } => return,
        };
        if let Some(walk) = &mut self.walk
            && let Some(lowest) = walk.nodes.queue.lowest()
        {
            turn.prove(claim, unit * lowest as u64);
        }
    }
}

impl<const W: usize> Search for Walker<W> {
    fn name(&self) -> &'static str {
        match self.measure {
            Measure::Moves => "least-moves",
            Measure::Robot => "least-robot",
            Measure::Pushes => "least-pushes",
            Measure::Ties { .. } => "ties",
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
            if turn.expand(EXPANSION).is_break() {
                self.prove(turn);
                return Stage::Working;
            }
            match walk.expand(turn) {
                Expanded::More => {}
                Expanded::Stopped => return Stage::Working,
                Expanded::Exhausted => return Stage::Unsolvable,
                Expanded::Solved(end) => {
                    self.pushes = walk.nodes.pushes(end);
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
            Account::new(walk.nodes.expanded, walk.nodes.generated, walk.bytes())
        })
    }
}
