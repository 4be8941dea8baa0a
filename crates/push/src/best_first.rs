//! Best-first search by single pushes or pulls.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use kuraban_board::bound::frozen::FrozenBound;
use kuraban_board::deadlock::corral::{Corral, pi_corral};
use kuraban_board::deadlock::enclosed::Enclosed;
use kuraban_board::deadlock::sealed::SealedGoals;
use kuraban_board::deadlock::subsets::End;
use kuraban_board::deadlock::{Rule, RuleSet, diagonal, freeze};
use kuraban_board::moves::Macro;
use kuraban_board::{Bits, Board, Meeting, Position, Push, Scene, WIDE};
use kuraban_level::Dir;
use kuraban_search::{Ceiling, Pause, Turn};

use crate::nodes::{Expanded, Nodes, Parent};
use crate::rating::{Bounds, Rating};
use crate::single::HOLD_EVERY;
use crate::store::{Id, Node, ROOT};

/// What is expanded first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Order {
    /// The lowest bound; each state is expanded once, however it was reached.
    Greedy(WhenFull),
    /// The lowest sum of pushes made and a multiple of the bound; each state once.
    Weighted(u16),
    /// The lowest sum of pushes made and bound; a state that is reached by fewer pushes is
    /// expanded again. The first solution has the fewest pushes.
    Optimal,
}

/// What a greedy search does when its memory is full.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum WhenFull {
    /// It ends.
    Ends,
    /// It goes on with its best nodes (`forget`).
    Forgets,
}

/// How a search is set up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) order: Order,
    pub(crate) rules: RuleSet,
    pub(crate) bounds: Bounds,
}

impl Settings {
    pub(crate) fn new(order: Order, rules: RuleSet) -> Self {
        Self { order, rules, bounds: Bounds::default() }
    }
}

/// Work of a child by a push on a wide board: rooms are looked for and searched. Measured on combs
/// with 200 boxes, roughly; in open halls it is less.
pub(crate) const WIDE_PUSH: u64 = 24;
/// Work of a child by a pull, or by a walk. Measured on open halls of 40x40 and 60x60 squares.
pub(crate) const WIDE_CHILD: u64 = 4;
/// Spots times boxes above which the bound with frozen boxes is too slow: it is worked out anew
/// for every set of frozen boxes. Guessed; the level sets stay below half of it.
const MOST_FROZEN_BOUND: usize = 100_000;
/// A search that forgets enters no more positions where others can meet them, once its share of
/// those takes one part in so many of its memory. Guessed.
const MET: usize = 8;
/// A search ends that has forgotten so often in a row and come to no lower bound: it goes round in
/// circles. Guessed.
const IN_VAIN: u32 = 64;

/// A search from the start by pushes or, if `PULL`, from the solved positions by pulls.
#[derive(Debug)]
pub(crate) struct BestFirst<const W: usize, const PULL: bool> {
    pub(crate) nodes: Nodes<W>,
    settings: Settings,
    frozen_bound: FrozenBound<W>,
    sealed: SealedGoals<W>,
    enclosed: Enclosed<W>,
    /// What boxes cost each other, in optimal order.
    rating: Rating<W>,
    /// What the best solution of all searches comes to.
    ceiling: Ceiling,
    /// The lowest ceiling that positions were left out for.
    pub(crate) cut: u64,
    target: Bits<W>,
    /// A backward search has to reach the player's zone of the start.
    target_player: Option<usize>,
    /// Where it meets searches from the other end, once it has grown enough.
    pub(crate) meeting: Option<Arc<Meeting>>,
    /// Whether its positions are entered there.
    enters: bool,
    /// The lowest first key that waited when it forgot, and how often it forgot since.
    forgot_at: (usize, u32),
    /// The last node that searches from the other end seem to know.
    pub(crate) met: Option<Id>,
}

impl<const W: usize, const PULL: bool> BestFirst<W, PULL> {
    /// A search with nothing but its roots; `Break` only when the run is over.
    pub(crate) fn new(
        board: Arc<Board<W>>,
        settings: Settings,
        ceiling: Ceiling,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Self> {
        let (target, target_player) = if PULL {
            (board.start.boxes, Some(board.settle(board.start).0.player))
        } else {
            (board.goals, None)
        };
        let end = if PULL { End::Starts } else { End::Goals };
        let ahead = HOLD_EVERY as usize;
        let mut search = Self {
            nodes: Nodes::new(board, end, settings.rules, ahead, turn)?,
            settings,
            frozen_bound: FrozenBound::default(),
            sealed: SealedGoals::default(),
            enclosed: Enclosed::default(),
            rating: Rating::new(end, settings.bounds),
            ceiling,
            cut: u64::MAX,
            target,
            target_player,
            meeting: None,
            enters: true,
            forgot_at: (usize::MAX, 0),
            met: None,
        };
        search.plant_roots(turn)?;
        Continue(search)
    }

    /// The board that is searched.
    pub(crate) fn board(&self) -> &Board<W> {
        &self.nodes.board
    }

    fn plant_roots(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        let Some((boxes, bound)) = self.nodes.first(turn)? else { return Continue(()) };
        let board = Arc::clone(&self.nodes.board);
        let players: Vec<usize> = if PULL {
            board.zones(boxes).iter().filter_map(Bits::first).collect()
        } else {
            vec![board.settle(board.start).0.player]
        };
        for player in players {
            let key = Position { boxes, player }.key(&board);
            let id =
                self.nodes.add_root(key, boxes, player, bound, Node::rated(bound, 0));
            self.put(id, 0, bound);
        }
        Continue(())
    }

    fn put(&mut self, id: Id, depth: u16, bound: u16) {
        let (first, second) = match self.settings.order {
            Order::Greedy(_) => (bound as usize, 0),
            Order::Weighted(weight) => {
                (depth as usize + bound as usize * weight as usize, 0)
            }
            Order::Optimal => (depth as usize + bound as usize, bound as usize),
        };
        self.nodes.queue.put(first, second, id);
    }

    /// Bytes in use once the next expansions have found room.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.bytes().saturating_add(self.bytes_of_rules())
    }

    fn bytes_of_rules(&self) -> usize {
        self.frozen_bound.bytes()
            + self.sealed.bytes()
            + self.enclosed.bytes()
            + self.rating.bytes()
    }

    /// Makes room where the memory is full, if the order allows that. `shared` is its share of what
    /// several searches hold.
    pub(crate) fn make_room(
        &mut self,
        shared: usize,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause> {
        if self.settings.order != Order::Greedy(WhenFull::Forgets) {
            return Break(Pause::Memory);
        }
        let lowest = self.lowest().unwrap_or(usize::MAX);
        let (known, times) = self.forgot_at;
        self.forgot_at = if lowest < known { (lowest, 0) } else { (known, times + 1) };
        if self.forgot_at.1 > IN_VAIN {
            return Break(Pause::Memory);
        }
        self.met = None;
        self.enters &= shared <= turn.memory() / MET;
        let beside = shared + self.nodes.bytes_beside() + self.bytes_of_rules();
        self.nodes.forget(turn.memory().saturating_sub(beside), turn)
    }

    /// What the bound counts so far.
    pub(crate) fn counts(&self) -> Bounds {
        self.rating.counts()
    }

    /// The lowest first key that waits: in optimal order, a bound of any solution's pushes.
    pub(crate) fn lowest(&mut self) -> Option<usize> {
        self.nodes.queue.lowest()
    }

    /// Expands the best waiting position.
    pub(crate) fn expand(&mut self, turn: &mut Turn<'_>) -> Expanded {
        let (id, node) = match self.next(turn) {
            Continue(Some(next)) => next,
            Continue(None) => return Expanded::Exhausted,
            Break(_) => return Expanded::Stopped,
        };
        if self.nodes.build_tables(turn).is_break() {
            return Expanded::Stopped;
        }
        let boxes = self.nodes.boxes(id);
        if self.is_target(boxes, node.player()) {
            return Expanded::Solved(id);
        }
        let board = Arc::clone(&self.nodes.board);
        let zone = board.zone(boxes, node.player());
        let parent = self.nodes.expand(id, node, boxes);
        if let Some(meeting) = &self.meeting
            && self.enters
        {
            self.enter(meeting, id);
        }
        let mut movers = boxes;
        if !PULL && self.settings.rules.has(Rule::Corral) {
            let scene = Scene { boxes, zone, ..Scene::of(&board) };
            match pi_corral(&board, &scene) {
                Some(Corral::Only(only)) => movers = only,
                Some(Corral::Lost(_)) => return Expanded::More,
                None => {}
            }
        }
        for dir in Dir::ALL {
            let movable = if PULL {
                board.pullable(boxes, zone, board.live, dir)
            } else {
                board.pushable(boxes, zone, board.live, dir)
            };
            for spot in movable & movers {
                let price = if PULL { WIDE_CHILD } else { WIDE_PUSH };
                if W > WIDE && turn.overdraw(price).is_break() {
                    return Expanded::Stopped;
                }
                if let Some(child) = self.child(&board, &parent, zone, spot, dir) {
                    return Expanded::Solved(child);
                }
            }
        }
        Expanded::More
    }

    /// Takes the best node that waits and closes it. In optimal order its bound is worked out
    /// first; where that rises, the node waits again. `Break` only when the run is over.
    fn next(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause, Option<(Id, Node)>> {
        if self.settings.order != Order::Optimal {
            return Continue(self.nodes.close_next());
        }
        self.cut = self.ceiling.get();
        let board = Arc::clone(&self.nodes.board);
        self.rating.prepare(&board, self.nodes.expanded, turn)?;
        loop {
            let Some((id, mut node)) = self.nodes.close_next() else {
                return Continue(None);
            };
            if self.is_cut(node.depth, node.bound) {
                continue;
            }
            if self.rating.is_due(node) {
                let boxes = self.nodes.boxes(id);
                let bound = self.rating.bound(&board, node, boxes, turn)?;
                let Some(bound) = bound else { continue };
                node.cost = Node::rated(node.matching(), self.rating.level());
                let rises = bound > node.bound;
                if rises {
                    node.bound = bound;
                    node.open();
                }
                self.nodes.store.set_node(id, node);
                if rises {
                    if !self.is_cut(node.depth, bound) {
                        self.put(id, node.depth, bound);
                    }
                    continue;
                }
            }
            return Continue(Some((id, node)));
        }
    }

    /// Whether a position can be left out, as no solution through it is better than a known one.
    fn is_cut(&self, depth: u16, bound: u16) -> bool {
        u64::from(depth) + u64::from(bound) >= self.cut
    }

    fn is_target(&self, boxes: Bits<W>, player: usize) -> bool {
        boxes == self.target && self.target_player.is_none_or(|target| target == player)
    }

    /// Makes the child in which the box on `spot` is pushed in `dir`, or such a push is undone.
    /// Returns a child that ends a solution, unless the order has to compare solutions first.
    #[inline]
    fn child(
        &mut self,
        board: &Board<W>,
        parent: &Parent<W>,
        zone: Bits<W>,
        spot: usize,
        dir: Dir,
    ) -> Option<Id> {
        self.nodes.generated += 1;
        let to = board.step(spot, if PULL { !dir } else { dir });
        let push = Push { from: if PULL { to } else { spot } as u16, dir };
        let next: Position<W> = if PULL {
            board.pulled(parent.boxes, push)
        } else {
            board.pushed(parent.boxes, push)
        };
        if self.nodes.tables.is_lost(board, next, to) {
            return None;
        }
        let frozen = if !PULL && self.settings.rules.has(Rule::Freeze) {
            freeze::frozen(board, next.boxes)
        } else {
            Bits::EMPTY
        };
        if !frozen.minus(board.goals).is_empty() {
            return None;
        }
        let zone = board.zone_after(next, zone, to);
        let player = zone.first()?;
        let (packed, boxes_key) = parent.moved(board, spot, to);
        let key = boxes_key ^ board.player_key(player);
        let depth = parent.node.depth.saturating_add(1);
        if let Some(known) = self.nodes.find(key, &packed, player) {
            let mut node = self.nodes.store.node(known);
            if self.settings.order == Order::Optimal && depth < node.depth {
                (node.parent, node.push, node.depth) = (parent.id, push.pack(), depth);
                node.bound = node.bound.max(parent.node.bound.saturating_sub(1));
                node.open();
                self.nodes.store.set_node(known, node);
                self.put(known, depth, node.bound);
            }
            return None;
        }
        if self.nodes.was_forgotten(key) {
            return None;
        }
        if !frozen.is_empty()
            && self.settings.rules.has(Rule::Filling)
            && self.sealed.is_lost(board, next.boxes, frozen)
        {
            return None;
        }
        let size = board.layout.len * board.layout.boxes.len();
        let counts_frozen = !frozen.is_empty()
            && self.settings.rules.has(Rule::Bipartite)
            && size <= MOST_FROZEN_BOUND;
        let is_optimal = self.settings.order == Order::Optimal;
        let matching = if counts_frozen && !is_optimal {
            0
        } else {
            self.nodes.bound_after(spot, to)?
        };
        let mut bound = if counts_frozen {
            self.frozen_bound.total(board, next.boxes, frozen)? as u16
        } else {
            matching
        };
        if is_optimal {
            // What any solution from the parent needs, less the push that led here.
            bound = bound.max(parent.node.bound.saturating_sub(1)).max(matching);
            if self.is_cut(depth, bound) {
                return None;
            }
        }
        if !PULL
            && self.settings.rules.has(Rule::Enclosed)
            && self.enclosed.lost_boxes(board, next.boxes, zone, to).is_some()
        {
            return None;
        }
        let scene = Scene { boxes: next.boxes, zone, ..Scene::of(board) };
        if !PULL
            && self.settings.rules.has(Rule::Diagonal)
            && diagonal::lost_boxes(board, &scene).is_some()
        {
            return None;
        }
        let node = Node {
            parent: parent.id,
            push: push.pack(),
            depth,
            bound,
            player: player as u16,
            cost: Node::rated(matching, 0),
        };
        let id = self.nodes.add(key, &packed, node);
        if self.settings.order != Order::Optimal && self.is_target(next.boxes, player) {
            return Some(id);
        }
        if let Some(meeting) = &self.meeting
            && meeting.seems_known(PULL, key)
        {
            self.met = Some(id);
        }
        self.put(id, depth, bound);
        None
    }

    /// The position of a node.
    pub(crate) fn position(&self, id: Id) -> Position<W> {
        Position {
            boxes: self.nodes.boxes(id),
            player: self.nodes.store.node(id).player(),
        }
    }

    /// Enters a node, and what it was reached by, where others can meet it.
    fn enter(&self, meeting: &Meeting, id: Id) {
        let board = self.board();
        let key = |id: Id| self.position(id).key(board);
        let mut way = Vec::new();
        let mut at = (id, key(id));
        loop {
            let node = self.nodes.store.node(at.0);
            if node.parent == ROOT {
                break;
            }
            let from = (node.parent, key(node.parent));
            let push = Push::unpack(node.push);
            let action =
                if PULL { Macro::pull(board, push) } else { Macro::push(board, push) };
            way.push((from.1, action.pack(), at.1));
            if meeting.has_reached(PULL, from.1) {
                break;
            }
            at = from;
        }
        for (from, code, key) in way.into_iter().rev() {
            if PULL {
                meeting.enter_pulled(from, code, key);
            } else {
                meeting.enter_pushed(from, code, key);
            }
        }
    }

    /// The pushes of the solution that a node ends.
    pub(crate) fn pushes(&self, end: Id) -> Vec<Push> {
        let mut pushes = self.nodes.pushes(end);
        if PULL {
            pushes.reverse();
        }
        pushes
    }
}
