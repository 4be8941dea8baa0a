//! Where nodes live: packed box sets, what a search knows of each, and the table to find them.

/// Number of a node.
pub(crate) type Id = u32;

/// No node: the parent of a root.
pub(crate) const ROOT: Id = Id::MAX;

/// What a search knows of a node, apart from its boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The node it was reached from.
    pub(crate) parent: Id,
    /// How: a packed push.
    pub(crate) push: u16,
    /// Pushes from the root.
    pub(crate) depth: u16,
    /// Lower bound of the pushes still needed.
    pub(crate) bound: u16,
    /// Moves or what else a walk costs; not used by searches of pushes.
    pub(crate) cost: u32,
    /// The lowest spot of the player's zone; the top bit says that the node is closed.
    pub(crate) player: u16,
}

impl Node {
    const CLOSED: u16 = 1 << 15;

    /// Where the player is.
    pub(crate) fn player(self) -> usize {
        (self.player & !Self::CLOSED) as usize
    }

    /// Whether the node was expanded and needs not be again.
    pub(crate) fn is_closed(self) -> bool {
        self.player & Self::CLOSED != 0
    }

    pub(crate) fn close(&mut self) {
        self.player |= Self::CLOSED;
    }

    pub(crate) fn open(&mut self) {
        self.player &= !Self::CLOSED;
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

/// Nodes in a block of memory. Blocks are never moved, so growing costs nothing and takes no
/// more than one block at a time.
const BLOCK: usize = 1 << 14;

/// Words of a record besides the boxes.
const REST: usize = 2;

/// Slots of the first table.
const FIRST_SLOTS: usize = 1 << 10;

/// All nodes of one search. Box sets are kept whole, over live spots only, and compared whole:
/// two nodes are one only if they are equal, so that an exhausted search is a proof.
#[derive(Debug)]
pub(crate) struct Store {
    words: usize,
    /// Records of the packed boxes and, in two words, the rest: finding a node costs one miss of
    /// the cache, not three.
    blocks: Vec<Box<[u64]>>,
    len: usize,
    /// Open addressing; a slot holds half of the key above the node's number plus one. The
    /// half key also gives the slot, so the table grows without looking at nodes.
    slots: Vec<u64>,
    shift: u32,
}

impl Store {
    /// An empty store for box sets of `words` words.
    pub(crate) fn new(words: usize) -> Self {
        Self {
            words,
            blocks: Vec::new(),
            len: 0,
            slots: vec![0; FIRST_SLOTS],
            shift: 32 - FIRST_SLOTS.trailing_zeros(),
        }
    }

    /// Bytes taken, and to be taken before `more` nodes have found room.
    /// Where they cannot even be numbered, no memory suffices.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        if self.len + more >= Id::MAX as usize {
            return usize::MAX;
        }
        let blocks = (self.len + more).div_ceil(BLOCK).max(self.blocks.len());
        let record = 8 * (self.words + REST);
        let mut slots = self.slots.len();
        if self.is_tight(self.len + more) {
            slots *= 3;
        }
        blocks * BLOCK * record + slots * 8
    }

    fn is_tight(&self, len: usize) -> bool {
        len * 3 > self.slots.len() * 2
    }

    #[inline]
    fn record(&self, id: Id) -> &[u64] {
        let size = self.words + REST;
        &self.blocks[id as usize / BLOCK][id as usize % BLOCK * size..][..size]
    }

    #[inline]
    fn record_mut(&mut self, id: Id) -> &mut [u64] {
        let size = self.words + REST;
        &mut self.blocks[id as usize / BLOCK][id as usize % BLOCK * size..][..size]
    }

    /// The node itself.
    #[inline]
    pub(crate) fn node(&self, id: Id) -> Node {
        let record = self.record(id);
        Node::from_words([record[self.words], record[self.words + 1]])
    }

    /// Changes the node.
    #[inline]
    pub(crate) fn set_node(&mut self, id: Id, node: Node) {
        let words = self.words;
        self.record_mut(id)[words..].copy_from_slice(&node.to_words());
    }

    /// Its packed boxes.
    #[inline]
    pub(crate) fn boxes(&self, id: Id) -> &[u64] {
        &self.record(id)[..self.words]
    }

    /// The node with these boxes and this player, if there is one.
    #[inline]
    pub(crate) fn find(&self, key: u64, boxes: &[u64], player: usize) -> Option<Id> {
        let half = (key >> 32) as u32;
        let mut slot = self.slot(half);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return None;
            }
            if (entry >> 32) as u32 == half {
                let id = entry as u32 - 1;
                if self.node(id).player() == player && self.boxes(id) == boxes {
                    return Some(id);
                }
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Adds a node that is not there yet.
    pub(crate) fn add(&mut self, key: u64, boxes: &[u64], node: Node) -> Id {
        if self.is_tight(self.len + 1) {
            self.grow();
        }
        let id = self.len as Id;
        if self.len == self.blocks.len() * BLOCK {
            self.blocks.push(vec![0; BLOCK * (self.words + REST)].into_boxed_slice());
        }
        self.len += 1;
        let words = self.words;
        self.record_mut(id)[..words].copy_from_slice(boxes);
        self.set_node(id, node);
        self.enter(u64::from((key >> 32) as u32) << 32 | u64::from(id + 1));
        id
    }

    fn slot(&self, half: u32) -> usize {
        (half >> self.shift) as usize
    }

    fn enter(&mut self, entry: u64) {
        let mut slot = self.slot((entry >> 32) as u32);
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = entry;
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        self.shift -= 1;
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            self.enter(entry);
        }
    }
}
