//! Best-first search by single pushes or pulls.

use std::sync::Arc;

use kuraban_board::bound::frozen::FrozenBound;
use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::corral::{Corral, pi_corral};
use kuraban_board::deadlock::enclosed::Enclosed;
use kuraban_board::deadlock::filling::Filling;
use kuraban_board::deadlock::freeze;
use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::{Bits, Board, Position, Push};
use kuraban_level::Dir;

use crate::meeting::Meeting;
use crate::queue::Buckets;
use crate::store::{Id, Node, ROOT, Store};

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

/// Which detectors a search asks. All of them are sound: switching one off costs time only.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Detectors {
    /// Exact tables of two boxes.
    pub pairs: bool,
    /// Exact tables of three boxes; needs the pairs.
    pub triples: bool,
    /// Boxes that block each other. This and the following are for pushes only: the mirror images
    /// for pulls see almost nothing that the tables do not.
    pub freeze: bool,
    /// The bound on the board with frozen boxes as walls; it sees goals that they shut off.
    pub bipartite: bool,
    /// Goals sealed by frozen boxes before they were filled.
    pub filling: bool,
    /// Only pushes into a PI-corral where there is one.
    pub corral: bool,
    /// Small searches of closed rooms.
    pub enclosed: bool,
}

impl Default for Detectors {
    fn default() -> Self {
        Self {
            pairs: true,
            triples: true,
            freeze: true,
            bipartite: true,
            filling: true,
            corral: true,
            enclosed: true,
        }
    }
}

impl Detectors {
    /// All detectors but the named ones: the fields' names, separated by commas.
    pub fn without(names: &str) -> Self {
        let on = |name: &str| !names.split(',').any(|off| off.trim() == name);
        Self {
            pairs: on("pairs"),
            triples: on("triples"),
            freeze: on("freeze"),
            bipartite: on("bipartite"),
            filling: on("filling"),
            corral: on("corral"),
            enclosed: on("enclosed"),
        }
    }
}

/// How a search is set up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) order: Order,
    pub(crate) detectors: Detectors,
    /// Expansions after which the table of pairs is built: small levels are done before.
    pub(crate) pairs_after: u64,
    /// The same for triples.
    pub(crate) triples_after: u64,
    /// Bytes that each of the two may take: they are built in one go, and time limits have to
    /// hold meanwhile.
    pub(crate) tables_bytes: usize,
}

impl Settings {
    /// Measured on the small-level sets: see `docs/experiments.md`.
    pub(crate) const fn new(order: Order, detectors: Detectors) -> Self {
        Self {
            order,
            detectors,
            pairs_after: 500,
            triples_after: 10_000,
            tables_bytes: 16 << 20,
        }
    }
}

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

/// A search from the start by pushes or, if `PULL`, from the solved positions by pulls. It can
/// be left and gone on with at any time.
#[derive(Debug)]
pub(crate) struct Search<const W: usize, const PULL: bool> {
    board: Arc<Board<W>>,
    settings: Settings,
    store: Store,
    queue: Buckets,
    matcher: Option<Matcher<W>>,
    tables: Option<Subsets<W>>,
    frozen_bound: FrozenBound<W>,
    filling: Filling<W>,
    enclosed: Enclosed<W>,
    target: Bits<W>,
    /// Backward search has to meet the start's player.
    target_player: Option<usize>,
    words: usize,
    meeting: Option<Arc<Meeting>>,
    /// The latest node that the other direction seems to know, and its number there.
    pub(crate) met: Option<(Id, Id)>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl<const W: usize, const PULL: bool> Search<W, PULL> {
    pub(crate) fn new(board: Arc<Board<W>>, settings: Settings) -> Self {
        let words = board.live_spots().len().div_ceil(64);
        let (target, target_player) = if PULL {
            (board.start.boxes, Some(board.settle(board.start).0.player))
        } else {
            (board.goals, None)
        };
        let mut search = Self {
            settings,
            store: Store::new(words),
            queue: Buckets::default(),
            matcher: None,
            tables: None,
            frozen_bound: FrozenBound::default(),
            filling: Filling::default(),
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
        search.plant_roots();
        search
    }

    /// Lets the search look out for searches of the other direction.
    pub(crate) fn meet_at(&mut self, meeting: Arc<Meeting>) {
        self.meeting = Some(meeting);
    }

    fn plant_roots(&mut self) {
        let board = Arc::clone(&self.board);
        let boxes = if PULL { board.goals } else { board.start.boxes };
        // A box off the live spots, at the start or on a goal, is in no solution.
        if board.layout.refuted.is_some()
            || !(board.start.boxes | board.goals).minus(board.live).is_empty()
        {
            return;
        }
        let distances = if PULL { &board.from_start } else { &board.to_goal };
        let matcher = Matcher::new(distances, board.layout.len, boxes);
        let Some(bound) = matcher.total() else { return };
        self.matcher = Some(matcher);
        let players: Vec<usize> = if PULL {
            board.zones(boxes).iter().filter_map(Bits::first).collect()
        } else {
            vec![board.settle(board.start).0.player]
        };
        let packed = self.pack(boxes);
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
    }

    fn pack(&self, boxes: Bits<W>) -> [u64; W] {
        let mut packed = [0; W];
        for spot in boxes {
            let index = self.board.live_index(spot);
            packed[index / 64] |= 1 << (index % 64);
        }
        packed
    }

    fn unpack(&self, id: Id) -> Bits<W> {
        let mut boxes = Bits::EMPTY;
        for (index, &word) in self.store.boxes(id).iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let live = 64 * index + word.trailing_zeros() as usize;
                boxes.insert(self.board.live_spots()[live] as usize);
                word &= word - 1;
            }
        }
        boxes
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

    /// Bytes in use once the next expansion has found room.
    pub(crate) fn bytes(&self) -> usize {
        let children = 4 * self.board.layout.boxes.len();
        let rest = self.queue.bytes()
            + self.tables.as_ref().map_or(0, Subsets::bytes)
            + self.frozen_bound.bytes()
            + self.filling.bytes()
            + self.enclosed.bytes();
        self.store.bytes_with(children).saturating_add(rest)
    }

    /// The lowest first key that waits: in optimal order no solution is shorter.
    pub(crate) fn lowest(&mut self) -> Option<usize> {
        self.queue.lowest()
    }

    fn build_tables(&mut self) {
        let end = if PULL { End::Starts } else { End::Goals };
        if self.settings.detectors.pairs
            && self.expanded == self.settings.pairs_after
            && Subsets::pairs_bytes(&self.board) <= self.settings.tables_bytes
        {
            self.tables = Some(Subsets::pairs(&self.board, end));
        }
        if self.settings.detectors.triples
            && self.expanded == self.settings.triples_after
            && Subsets::triples_bytes(&self.board) <= self.settings.tables_bytes
            && let Some(tables) = &mut self.tables
        {
            tables.add_triples(&self.board, end);
        }
    }

    /// Expands the best waiting state.
    pub(crate) fn expand(&mut self) -> Progress {
        let id = loop {
            let Some(id) = self.queue.take() else { return Progress::Exhausted };
            if !self.store.node(id).is_closed() {
                break id;
            }
        };
        self.build_tables();
        let board = Arc::clone(&self.board);
        let mut node = self.store.node(id);
        node.close();
        self.store.set_node(id, node);
        let boxes = self.unpack(id);
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
        let mut movers = boxes;
        if !PULL && self.settings.detectors.corral {
            match pi_corral(&board, boxes, zone) {
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
        if let Some(tables) = &self.tables
            && tables.is_lost(board, next.boxes, to, next.player)
        {
            return None;
        }
        let frozen = if !PULL && self.settings.detectors.freeze {
            freeze::frozen(board, next.boxes)
        } else {
            Bits::EMPTY
        };
        if !frozen.minus(board.goals).is_empty() {
            return None;
        }
        let zone = board.zone_after(next, parent.zone, to);
        let player = zone.first()?;
        let (old, new) = (board.live_index(spot), board.live_index(to));
        let mut packed = parent.packed;
        packed[old / 64] ^= 1 << (old % 64);
        packed[new / 64] ^= 1 << (new % 64);
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
            && self.settings.detectors.filling
            && self.filling.is_lost(board, next.boxes, frozen)
        {
            return None;
        }
        let bound = if !frozen.is_empty() && self.settings.detectors.bipartite {
            self.frozen_bound.total(board, next.boxes, frozen)?
        } else {
            self.matcher.as_mut()?.total_after(spot, to)?
        } as u16;
        if !PULL
            && self.settings.detectors.enclosed
            && self.enclosed.lost_boxes(board, next.boxes, zone, to).is_some()
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
            && let Some(other) = meeting.enter(key, PULL, id)
        {
            self.met = Some((id, other));
        }
        self.put(id, depth, bound);
        None
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
