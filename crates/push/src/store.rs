//! Where nodes live: packed box sets, what a search knows of each, and the table to find them.

use kuraban_board::LARGEST;
use kuraban_board::store::{Chunks, HalfKeys};

use crate::queue::Buckets;

/// Number of a node.
pub(crate) type Id = u32;

/// No node: the parent of a root.
pub(crate) const ROOT: Id = Id::MAX;

/// What a search knows of a node, apart from its boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The node it was reached from.
    pub(crate) parent: Id,
    /// The push that led here, packed.
    pub(crate) push: u16,
    /// Pushes from the root.
    pub(crate) depth: u16,
    /// Lower bound of the pushes still needed.
    pub(crate) bound: u16,
    /// What the walks and pushes so far cost; in searches that count pushes only, what the bound
    /// rests on ([`Node::matching`], [`Node::rating`]).
    pub(crate) cost: u32,
    /// The lowest spot of the player's zone; the top bits say that the node is closed, and that it
    /// is kept while others are forgotten.
    pub(crate) player: u16,
}

impl Node {
    const CLOSED: u16 = 1 << 15;
    const KEPT: u16 = 1 << 14;

    /// Where the player is.
    pub(crate) fn player(self) -> usize {
        (self.player & !(Self::CLOSED | Self::KEPT)) as usize
    }

    /// Whether the node was expanded and need not be expanded again.
    pub(crate) fn is_closed(self) -> bool {
        self.player & Self::CLOSED != 0
    }

    /// The cost field of a node by its least assignment, and how far its bound was worked out.
    pub(crate) fn rated(matching: u16, rating: u16) -> u32 {
        u32::from(matching) << 16 | u32::from(rating)
    }

    /// In searches that count pushes only: the least assignment.
    pub(crate) fn matching(self) -> u16 {
        (self.cost >> 16) as u16
    }

    /// In searches that count pushes only: how far the bound was worked out.
    pub(crate) fn rating(self) -> u16 {
        self.cost as u16
    }

    pub(crate) fn close(&mut self) {
        self.player |= Self::CLOSED;
    }

    pub(crate) fn open(&mut self) {
        self.player &= !Self::CLOSED;
    }

    /// Whether the node is kept while others are forgotten.
    pub(crate) fn is_kept(self) -> bool {
        self.player & Self::KEPT != 0
    }

    pub(crate) fn keep(&mut self, is_kept: bool) {
        self.player = self.player & !Self::KEPT | if is_kept { Self::KEPT } else { 0 };
    }

    fn to_words(self) -> [u64; REST] {
        let first = u64::from(self.parent) << 32
            | u64::from(self.push) << 16
            | u64::from(self.player);
        let second = u64::from(self.cost) << 32
            | u64::from(self.depth) << 16
            | u64::from(self.bound);
        [first, second]
    }

    fn from_words([first, second]: [u64; REST]) -> Self {
        Self {
            parent: (first >> 32) as u32,
            push: (first >> 16) as u16,
            player: first as u16,
            cost: (second >> 32) as u32,
            depth: (second >> 16) as u16,
            bound: second as u16,
        }
    }
}

/// Words of a record besides the boxes.
const REST: usize = 2;

// Spots leave the top bits of a player free.
const _: () = assert!(LARGEST <= Node::KEPT as usize);

/// All nodes of one search. Whole box sets are kept, over the live spots, and whole box sets are
/// compared: no two positions are taken for one, so an exhausted search is a proof unless it has
/// forgotten nodes.
#[derive(Debug)]
pub(crate) struct Store {
    words: usize,
    /// Records of the packed boxes and, in two words, the rest: finding a node costs one miss of
    /// the cache, not three.
    records: Chunks<u64>,
    ids: HalfKeys,
}

impl Store {
    /// An empty store for box sets of `words` words.
    pub(crate) fn new(words: usize) -> Self {
        Self { words, records: Chunks::new(words + REST), ids: HalfKeys::default() }
    }

    /// Bytes taken once `more` nodes are added; `usize::MAX` where there are not enough numbers for
    /// them.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        if self.records.len() + more >= Id::MAX as usize {
            return usize::MAX;
        }
        self.records.bytes_with(more) + self.ids.bytes_with(more)
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.records.bytes() + self.ids.bytes()
    }

    /// Bytes of a node in a large store whose table has room for no more, rounded up.
    pub(crate) fn node_bytes(&self) -> usize {
        self.records.record_bytes() + HalfKeys::bytes_for(1_000).div_ceil(1_000)
    }

    /// Lets two nodes change places. They are looked up in vain until they are entered again.
    pub(crate) fn swap(&mut self, one: Id, other: Id) {
        self.records.swap(one as usize, other as usize);
    }

    /// Gives back the table: no node is found any more.
    pub(crate) fn drop_table(&mut self) {
        self.ids = HalfKeys::default();
    }

    /// Bytes of a table with room for so many nodes.
    pub(crate) fn table_bytes(nodes: usize) -> usize {
        HalfKeys::bytes_for(nodes)
    }

    /// Begins a table with room for so many nodes.
    pub(crate) fn new_table(&mut self, nodes: usize) {
        self.ids = HalfKeys::with_room(nodes);
    }

    /// Enters a node that is there into the table.
    pub(crate) fn enter(&mut self, key: u64, id: Id) {
        self.ids.add(key, id);
    }

    /// Takes all but the first nodes away.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.records.truncate(len);
    }

    /// Takes all nodes away.
    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.words);
    }

    /// The node itself.
    #[inline]
    pub(crate) fn node(&self, id: Id) -> Node {
        let record = self.records.record(id as usize);
        Node::from_words([record[self.words], record[self.words + 1]])
    }

    /// Changes the node.
    #[inline]
    pub(crate) fn set_node(&mut self, id: Id, node: Node) {
        let record = self.records.record_mut(id as usize);
        record[self.words..].copy_from_slice(&node.to_words());
    }

    /// Takes the best node that is not closed yet out of a queue, and closes it.
    pub(crate) fn close_next(&mut self, queue: &mut Buckets) -> Option<(Id, Node)> {
        loop {
            let id = queue.take()?;
            let mut node = self.node(id);
            if !node.is_closed() {
                node.close();
                self.set_node(id, node);
                return Some((id, node));
            }
        }
    }

    /// Its packed boxes.
    #[inline]
    pub(crate) fn boxes(&self, id: Id) -> &[u64] {
        &self.records.record(id as usize)[..self.words]
    }

    /// The node with these boxes and this player, if there is one.
    #[inline]
    pub(crate) fn find(&self, key: u64, boxes: &[u64], player: usize) -> Option<Id> {
        self.ids
            .find(key, |id| self.node(id).player() == player && self.boxes(id) == boxes)
    }

    /// Adds a node that is not there yet.
    pub(crate) fn add(&mut self, key: u64, boxes: &[u64], node: Node) -> Id {
        let id = self.records.len() as Id;
        self.ids.add(key, id);
        let (first, rest) = self.records.add().split_at_mut(self.words);
        first.copy_from_slice(boxes);
        rest.copy_from_slice(&node.to_words());
        id
    }
}
