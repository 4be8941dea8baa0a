//! Best-first search by single pushes or pulls.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use kuraban_board::bound::frozen::FrozenBound;
use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::corral::{Corral, pi_corral};
use kuraban_board::deadlock::enclosed::Enclosed;
use kuraban_board::deadlock::sealed::SealedGoals;
use kuraban_board::deadlock::subsets::End;
use kuraban_board::deadlock::{Rule, RuleSet, diagonal, freeze};
use kuraban_board::moves::Macro;
use kuraban_board::{Bits, Board, Meeting, Position, Push, Scene, WIDE};
use kuraban_level::Dir;
use kuraban_search::{Pause, Turn};

use crate::queue::Buckets;
use crate::single::HOLD_EVERY;
use crate::store::{Id, Node, ROOT, Store};
use crate::tables::Tables;

/// What is expanded first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Order {
    /// The lowest bound; each state is expanded once, however it was reached.
    Greedy,
    /// The lowest sum of pushes made and a multiple of the bound; each state once.
    Weighted(u16),
    /// The lowest sum of pushes made and bound, states reached by fewer pushes again: the first
    /// solution has the fewest pushes.
    Optimal,
}

/// How a search is set up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) order: Order,
    pub(crate) rules: RuleSet,
}

impl Settings {
    pub(crate) const fn new(order: Order, rules: RuleSet) -> Self {
        Self { order, rules }
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

/// What one expansion came to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Progress {
    /// There is more to do.
    Working,
    /// This node ends a solution.
    Solved(Id),
    /// Everything was looked at: there is no solution.
    Exhausted,
}

/// A search from the start by pushes or, if `PULL`, from the solved positions by pulls.
#[derive(Debug)]
pub(crate) struct BestFirst<const W: usize, const PULL: bool> {
    board: Arc<Board<W>>,
    settings: Settings,
    store: Store,
    queue: Buckets,
    matcher: Option<Matcher<W>>,
    tables: Tables<W>,
    frozen_bound: FrozenBound<W>,
    sealed: SealedGoals<W>,
    enclosed: Enclosed<W>,
    target: Bits<W>,
    /// Backward search has to meet the start's player.
    target_player: Option<usize>,
    words: usize,
    /// Where it meets searches from the other end, once that is worth while.
    pub(crate) meeting: Option<Arc<Meeting>>,
    /// The latest node that searches from the other end seem to know.
    pub(crate) met: Option<Id>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl<const W: usize, const PULL: bool> BestFirst<W, PULL> {
    /// A search with nothing but its roots; `Break` only when the run is over.
    pub(crate) fn new(
        board: Arc<Board<W>>,
        settings: Settings,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Self> {
        let words = board.live_spots().len().div_ceil(64);
        let (target, target_player) = if PULL {
            (board.start.boxes, Some(board.settle(board.start).0.player))
        } else {
            (board.goals, None)
        };
        let store = Store::new(words);
        turn.hold(store.bytes_with(HOLD_EVERY as usize * 4 * board.layout.boxes.len()))?;
        let mut search = Self {
            settings,
            store,
            queue: Buckets::default(),
            matcher: None,
            tables: Tables::new(
                if PULL { End::Starts } else { End::Goals },
                settings.rules,
            ),
            frozen_bound: FrozenBound::default(),
            sealed: SealedGoals::default(),
            enclosed: Enclosed::default(),
            target,
            target_player,
            words,
            meeting: None,
            met: None,
            expanded: 0,
            generated: 0,
            board,
        };
        search.plant_roots(turn)?;
        Continue(search)
    }

    /// The board that is searched.
    pub(crate) fn board(&self) -> &Board<W> {
        &self.board
    }

    fn plant_roots(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        let board = Arc::clone(&self.board);
        let boxes = if PULL { board.goals } else { board.start.boxes };
        // A box off the live spots, at the start or on a goal, is in no solution.
        if board.layout.refuted.is_some()
            || !(board.start.boxes | board.goals).minus(board.live).is_empty()
        {
            return Continue(());
        }
        let distances = if PULL { &board.from_start } else { &board.to_goal };
        let matcher = Matcher::within(distances, board.layout.len, boxes, turn)?;
        let Some(bound) = matcher.total() else { return Continue(()) };
        self.matcher = Some(matcher);
        let players: Vec<usize> = if PULL {
            board.zones(boxes).iter().filter_map(Bits::first).collect()
        } else {
            vec![board.settle(board.start).0.player]
        };
        let packed = board.pack(boxes);
        for player in players {
            let node = Node {
                parent: ROOT,
                push: 0,
                depth: 0,
                bound: bound as u16,
                player: player as u16,
                cost: 0,
            };
            let key = board.boxes_key(boxes) ^ board.player_key(player);
            let id = self.store.add(key, &packed[..self.words], node);
            self.put(id, 0, bound as u16);
        }
        Continue(())
    }

    fn put(&mut self, id: Id, depth: u16, bound: u16) {
        let (first, second) = match self.settings.order {
            Order::Greedy => (bound as usize, 0),
            Order::Weighted(weight) => {
                (depth as usize + bound as usize * weight as usize, 0)
            }
            Order::Optimal => (depth as usize + bound as usize, bound as usize),
        };
        self.queue.put(first, second, id);
    }

    /// Bytes in use once the next expansions have found room.
    pub(crate) fn bytes(&self) -> usize {
        let children = HOLD_EVERY as usize * 4 * self.board.layout.boxes.len();
        let rest = self.queue.bytes()
            + self.tables.bytes()
            + self.frozen_bound.bytes()
            + self.sealed.bytes()
            + self.enclosed.bytes()
            + self.matcher.as_ref().map_or(0, Matcher::bytes);
        self.store.bytes_with(children).saturating_add(rest)
    }

    /// The lowest first key that waits: in optimal order no solution is shorter.
    pub(crate) fn lowest(&mut self) -> Option<usize> {
        self.queue.lowest()
    }

    /// Expands the best waiting position.
    pub(crate) fn expand(&mut self, turn: &mut Turn<'_>) -> Progress {
        let Some((id, node)) = self.store.close_next(&mut self.queue) else {
            return Progress::Exhausted;
        };
        if self.tables.build(&self.board, self.expanded, turn).is_break() {
            return Progress::Working;
        }
        let board = Arc::clone(&self.board);
        let boxes = board.unpack(self.store.boxes(id));
        if self.is_target(boxes, node.player()) {
            return Progress::Solved(id);
        }
        self.expanded += 1;
        let zone = board.zone(boxes, node.player());
        let mut packed = [0; W];
        packed[..self.words].copy_from_slice(self.store.boxes(id));
        let parent = Parent {
            id,
            depth: node.depth,
            boxes,
            zone,
            packed,
            key: board.boxes_key(boxes),
        };
        if let Some(matcher) = &mut self.matcher {
            matcher.go_to(boxes);
        }
        if let Some(meeting) = &self.meeting {
            self.enter(meeting, id);
        }
        let mut movers = boxes;
        if !PULL && self.settings.rules.has(Rule::Corral) {
            let scene = Scene { boxes, zone, ..Scene::of(&board) };
            match pi_corral(&board, &scene) {
                Some(Corral::Only(only)) => movers = only,
                Some(Corral::Lost(_)) => return Progress::Working,
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
                    return Progress::Working;
                }
                if let Some(child) = self.child(&board, &parent, spot, dir) {
                    return Progress::Solved(child);
                }
            }
        }
        Progress::Working
    }

    fn is_target(&self, boxes: Bits<W>, player: usize) -> bool {
        boxes == self.target && self.target_player.is_none_or(|target| target == player)
    }

    /// Makes the child in which the box on `spot` is pushed, or unpushed, in `dir`. Where the
    /// order allows it, a child that ends a solution is told at once.
    #[inline]
    fn child(
        &mut self,
        board: &Board<W>,
        parent: &Parent<W>,
        spot: usize,
        dir: Dir,
    ) -> Option<Id> {
        self.generated += 1;
        let to = board.step(spot, if PULL { !dir } else { dir });
        let push = Push { from: if PULL { to } else { spot } as u16, dir };
        let next: Position<W> = if PULL {
            board.pulled(parent.boxes, push)
        } else {
            board.pushed(parent.boxes, push)
        };
        if self.tables.is_lost(board, next.boxes, to, next.player) {
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
        let zone = board.zone_after(next, parent.zone, to);
        let player = zone.first()?;
        let packed = board.repack(parent.packed, spot, to);
        let boxes_key = parent.key ^ board.box_key(spot) ^ board.box_key(to);
        let key = boxes_key ^ board.player_key(player);
        let depth = parent.depth.saturating_add(1);
        let packed = &packed[..self.words];
        if let Some(known) = self.store.find(key, packed, player) {
            let mut node = self.store.node(known);
            if self.settings.order == Order::Optimal && depth < node.depth {
                (node.parent, node.push, node.depth) = (parent.id, push.pack(), depth);
                node.open();
                self.store.set_node(known, node);
                self.put(known, depth, node.bound);
            }
            return None;
        }
        if !frozen.is_empty()
            && self.settings.rules.has(Rule::Filling)
            && self.sealed.is_lost(board, next.boxes, frozen)
        {
            return None;
        }
        let size = board.layout.len * board.layout.boxes.len();
        let bound = if !frozen.is_empty()
            && self.settings.rules.has(Rule::Bipartite)
            && size <= MOST_FROZEN_BOUND
        {
            self.frozen_bound.total(board, next.boxes, frozen)?
        } else {
            self.matcher.as_mut()?.total_after(spot, to)?
        } as u16;
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
            cost: 0,
        };
        let id = self.store.add(key, packed, node);
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
        let boxes = self.board.unpack(self.store.boxes(id));
        Position { boxes, player: self.store.node(id).player() }
    }

    /// Enters a node, and what it was reached by, where others can meet it.
    fn enter(&self, meeting: &Meeting, id: Id) {
        let board = &*self.board;
        let key = |id: Id| self.position(id).key(board);
        let mut way = Vec::new();
        let mut at = (id, key(id));
        loop {
            let node = self.store.node(at.0);
            if node.parent == ROOT {
                break;
            }
            let from = (node.parent, key(node.parent));
            way.push((from.1, code::<W, PULL>(board, Push::unpack(node.push)), at.1));
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
        let mut pushes = Vec::new();
        let mut node = self.store.node(end);
        while node.parent != ROOT {
            pushes.push(Push::unpack(node.push));
            node = self.store.node(node.parent);
        }
        if !PULL {
            pushes.reverse();
        }
        pushes
    }
}

/// The state that is being expanded.
struct Parent<const W: usize> {
    id: Id,
    depth: u16,
    boxes: Bits<W>,
    zone: Bits<W>,
    packed: [u64; W],
    key: u64,
}

/// A push, or the pull that undoes it, as a macro move of one step.
fn code<const W: usize, const PULL: bool>(board: &Board<W>, push: Push) -> u32 {
    let (behind, ahead) = (push.from, board.step(push.from as usize, push.dir) as u16);
    let (from, to) = if PULL { (ahead, behind) } else { (behind, ahead) };
    Macro { from, to, side: !push.dir }.pack()
}
