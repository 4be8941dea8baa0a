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
}

/// Nodes in a block of memory. Blocks are never moved, so growing costs nothing and takes no
/// more than one block at a time.
const BLOCK: usize = 1 << 14;

/// Slots of the first table.
const FIRST_SLOTS: usize = 1 << 10;

/// All nodes of one search. Box sets are kept whole, over live spots only, and compared whole:
/// two nodes are one only if they are equal, so that an exhausted search is a proof.
#[derive(Debug)]
pub(crate) struct Store {
    words: usize,
    boxes: Vec<Box<[u64]>>,
    nodes: Vec<Vec<Node>>,
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
            boxes: Vec::new(),
            nodes: Vec::new(),
            len: 0,
            slots: vec![0; FIRST_SLOTS],
            shift: 32 - FIRST_SLOTS.trailing_zeros(),
        }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes taken, and to be taken before `more` nodes have found room.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        let blocks = (self.len + more).div_ceil(BLOCK).max(self.nodes.len());
        let node = 8 * self.words + size_of::<Node>();
        let mut slots = self.slots.len();
        if self.is_tight(self.len + more) {
            slots *= 3;
        }
        blocks * BLOCK * node + slots * 8
    }

    /// Whether another `more` nodes can be numbered at all.
    pub(crate) fn can_number(&self, more: usize) -> bool {
        self.len + more < Id::MAX as usize
    }

    fn is_tight(&self, len: usize) -> bool {
        len * 3 > self.slots.len() * 2
    }

    /// The node itself.
    #[inline]
    pub(crate) fn node(&self, id: Id) -> Node {
        self.nodes[id as usize / BLOCK][id as usize % BLOCK]
    }

    /// The node, to change.
    #[inline]
    pub(crate) fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id as usize / BLOCK][id as usize % BLOCK]
    }

    /// Its packed boxes.
    #[inline]
    pub(crate) fn boxes(&self, id: Id) -> &[u64] {
        &self.boxes[id as usize / BLOCK][id as usize % BLOCK * self.words..][..self.words]
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
        if self.len == self.nodes.len() * BLOCK {
            self.nodes.push(Vec::with_capacity(BLOCK));
            self.boxes.push(vec![0; BLOCK * self.words].into_boxed_slice());
        }
        self.nodes[self.len / BLOCK].push(node);
        self.boxes[self.len / BLOCK][self.len % BLOCK * self.words..][..self.words]
            .copy_from_slice(boxes);
        self.len += 1;
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
