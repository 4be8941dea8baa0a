//! What every search on bitboards keeps, and how it begins and ends an expansion.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::RuleSet;
use kuraban_board::deadlock::subsets::End;
use kuraban_board::store::Tags;
use kuraban_board::{Bits, Board, Push};
use kuraban_search::{Pause, Turn};

use crate::queue::Buckets;
use crate::store::{Id, Node, ROOT, Store};
use crate::tables::Tables;

/// What one expansion came to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Expanded {
    /// There is more to do.
    More,
    /// This node ends a solution.
    Solved(Id),
    /// Everything was looked at: there is no solution.
    Exhausted,
    /// The run ended amid the expansion. Children are missing: nothing may be concluded any more.
    Stopped,
}

/// The node that is being expanded.
pub(crate) struct Parent<const W: usize> {
    pub(crate) id: Id,
    pub(crate) node: Node,
    pub(crate) boxes: Bits<W>,
    packed: [u64; W],
    key: u64,
}

impl<const W: usize> Parent<W> {
    /// The packed boxes after the box on one live spot has gone to another, and their key.
    #[inline]
    pub(crate) fn moved(
        &self,
        board: &Board<W>,
        from: usize,
        to: usize,
    ) -> ([u64; W], u64) {
        let key = self.key ^ board.box_key(from) ^ board.box_key(to);
        (board.repack(self.packed, from, to), key)
    }
}

/// The nodes of a search, those that wait, the bound, and the tables of lost boxes.
#[derive(Debug)]
pub(crate) struct Nodes<const W: usize> {
    pub(crate) board: Arc<Board<W>>,
    pub(crate) store: Store,
    pub(crate) queue: Buckets,
    pub(crate) tables: Tables<W>,
    matcher: Option<Matcher<W>>,
    /// Tags of the nodes that were forgotten, once there are any: what has a tag is not added again.
    pub(crate) forgotten: Option<Tags>,
    /// Where the boxes have to come to.
    end: End,
    /// Room, in nodes, that must be left until memory is checked again.
    room: usize,
    words: usize,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl<const W: usize> Nodes<W> {
    /// No node yet. There is always room for the children of `ahead` expansions.
    pub(crate) fn new(
        board: Arc<Board<W>>,
        end: End,
        rules: RuleSet,
        ahead: usize,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Self> {
        let words = board.live_spots().len().div_ceil(64);
        let room = ahead * 4 * board.layout.boxes.len();
        let store = Store::new(words);
        turn.hold(store.bytes_with(room))?;
        Continue(Self {
            board,
            store,
            queue: Buckets::default(),
            tables: Tables::new(end, rules),
            matcher: None,
            forgotten: None,
            end,
            room,
            words,
            expanded: 0,
            generated: 0,
        })
    }

    /// The boxes to begin with and their bound; `None` where there is no solution.
    pub(crate) fn first(
        &mut self,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Option<(Bits<W>, u16)>> {
        let board = &self.board;
        // A box off the live spots, at the start or on a goal, is in no solution.
        if board.layout.refuted.is_some()
            || !(board.start.boxes | board.goals).minus(board.live).is_empty()
        {
            return Continue(None);
        }
        let (boxes, distances) = match self.end {
            End::Goals => (board.start.boxes, &board.to_goal),
            End::Starts => (board.goals, &board.from_start),
        };
        let matcher = Matcher::within(distances, board.layout.len, boxes, turn)?;
        let Some(bound) = matcher.total() else { return Continue(None) };
        self.matcher = Some(matcher);
        Continue(Some((boxes, bound as u16)))
    }

    /// Adds a root with these boxes; the store tells players apart by `player`.
    pub(crate) fn add_root(
        &mut self,
        key: u64,
        boxes: Bits<W>,
        player: usize,
        bound: u16,
        cost: u32,
    ) -> Id {
        let player = player as u16;
        let node = Node { parent: ROOT, push: 0, depth: 0, bound, player, cost };
        self.add(key, &self.board.pack(boxes), node)
    }

    /// Adds a node that is not there yet.
    pub(crate) fn add(&mut self, key: u64, packed: &[u64; W], node: Node) -> Id {
        self.store.add(key, &packed[..self.words], node)
    }

    /// The node with these boxes and this player, if there is one.
    #[inline]
    pub(crate) fn find(&self, key: u64, packed: &[u64; W], player: usize) -> Option<Id> {
        self.store.find(key, &packed[..self.words], player)
    }

    /// Whether a node with this key seems to have been forgotten.
    #[inline]
    pub(crate) fn was_forgotten(&self, key: u64) -> bool {
        self.forgotten.as_ref().is_some_and(|tags| tags.has(key))
    }

    /// Takes the best node that waits, and closes it.
    pub(crate) fn close_next(&mut self) -> Option<(Id, Node)> {
        self.store.close_next(&mut self.queue)
    }

    /// Builds the tables that are due; `Break` only when the run is over.
    pub(crate) fn build_tables(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        self.tables.build(&self.board, self.expanded, turn)
    }

    /// The boxes of a node.
    pub(crate) fn boxes(&self, id: Id) -> Bits<W> {
        self.board.unpack(self.store.boxes(id))
    }

    /// Begins to expand a node with these boxes: bounds are those of its children now.
    pub(crate) fn expand(&mut self, id: Id, node: Node, boxes: Bits<W>) -> Parent<W> {
        self.expanded += 1;
        if let Some(matcher) = &mut self.matcher {
            matcher.go_to(boxes);
        }
        let mut packed = [0; W];
        packed[..self.words].copy_from_slice(self.store.boxes(id));
        Parent { id, node, boxes, packed, key: self.board.boxes_key(boxes) }
    }

    /// The bound after the box on one spot of the node that is being expanded has gone to
    /// another; `None` where there is no solution.
    #[inline]
    pub(crate) fn bound_after(&mut self, from: usize, to: usize) -> Option<u16> {
        let total = self.matcher.as_mut()?.total_after(from, to)?;
        Some(total as u16)
    }

    /// Bytes in use once the next expansions have found room.
    pub(crate) fn bytes(&self) -> usize {
        let rest = self.queue.bytes()
            + self.forgotten.as_ref().map_or(0, Tags::bytes)
            + self.bytes_beside();
        self.store.bytes_with(self.room).saturating_add(rest)
    }

    /// Bytes of what does not grow with the nodes.
    pub(crate) fn bytes_beside(&self) -> usize {
        self.tables.bytes() + self.matcher.as_ref().map_or(0, Matcher::bytes)
    }

    /// The pushes from the root to a node.
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
}
