//! The states a search has reached: exact keys in an arena, and an index to find them.

use std::ops::ControlFlow::{Break, Continue};

use kuraban_board::store::Chunks;
use kuraban_search::Pause;

use crate::cost::Cost;
use crate::key::{is_same, word_of};
use crate::work::{Flow, Work};

/// A state's number, in order of first generation.
pub(crate) type Id = u32;

/// The parent of a root.
pub(crate) const ROOT: Id = u32::MAX >> 1;
/// The bit of the parent's number that marks a state as closed. Numbers stay below it.
const CLOSED: u32 = 1 << 31;

/// Slots of a new index.
const FIRST_SLOTS: usize = 1 << 12;
/// States that are put into a new index together, so that their slots are fetched together.
const BATCH: usize = 64;
/// The price of that: about 30 ns each, most of it memory latency (guessed).
const BATCH_PRICE: u64 = 2;
/// The index grows when more than this share of its slots is taken (in hundredths).
const FULL: usize = 85;

/// All reached states.
///
/// The index is open addressing with linear probing. A slot is one `u32`: the low bits hold
/// the state's number plus one, the bits above them a piece of the hash. So most failing
/// probes end without reading a key. The keys alone decide equality.
pub(crate) struct Nodes {
    keys: Chunks<u8>,
    parents: Chunks<Id>,
    costs: Option<Chunks<Cost>>,
    slots: Vec<u32>,
    /// How many low bits of a slot hold the number.
    id_bits: u32,
    /// How many states are in the index: all of them, unless it is being rebuilt.
    indexed: usize,
}

impl Nodes {
    /// An empty table for keys of that many bytes, with a cost for each state where one is
    /// wanted.
    pub(crate) fn new(key_bytes: usize, with_costs: bool) -> Self {
        Self {
            keys: Chunks::new(key_bytes),
            parents: Chunks::new(1),
            costs: with_costs.then(|| Chunks::new(1)),
            slots: Vec::new(),
            id_bits: 0,
            indexed: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    #[inline]
    pub(crate) fn key(&self, id: Id) -> &[u8] {
        self.keys.record(id as usize)
    }

    #[inline]
    pub(crate) fn parent(&self, id: Id) -> Id {
        self.parents.record(id as usize)[0] & !CLOSED
    }

    /// Whether the state was closed.
    pub(crate) fn is_closed(&self, id: Id) -> bool {
        self.parents.record(id as usize)[0] & CLOSED != 0
    }

    /// Closes a state; tells whether it was open.
    pub(crate) fn close(&mut self, id: Id) -> bool {
        let parent = &mut self.parents.record_mut(id as usize)[0];
        let was_open = *parent & CLOSED == 0;
        *parent |= CLOSED;
        was_open
    }

    #[inline]
    pub(crate) fn cost(&self, id: Id) -> Cost {
        self.costs.as_ref().map_or(Cost::ZERO, |costs| costs.record(id as usize)[0])
    }

    /// Opens that many states from this one on; returns where it ended.
    pub(crate) fn open_from(&mut self, from: usize, count: usize) -> usize {
        let end = self.len().min(from + count);
        for id in from..end {
            self.parents.record_mut(id)[0] &= !CLOSED;
        }
        end
    }

    /// Gives a state another parent and cost, and opens it.
    pub(crate) fn set(&mut self, id: Id, parent: Id, cost: Cost) {
        self.parents.record_mut(id as usize)[0] = parent;
        self.set_cost(id, cost);
    }

    pub(crate) fn set_cost(&mut self, id: Id, cost: Cost) {
        if let Some(costs) = &mut self.costs {
            costs.record_mut(id as usize)[0] = cost;
        }
    }

    /// The number of a state, if it was reached.
    pub(crate) fn find(&self, key: &[u8]) -> Option<Id> {
        self.probe(key, hash(key)).ok()
    }

    /// Hashes adjacent keys, and fetches what the index and the arena hold for them. The
    /// fetches do not wait for each other, which hides most of the memory latency.
    #[inline]
    pub(crate) fn hash_all(&self, keys: &[u8], hashes: &mut Vec<u64>) {
        hashes.clear();
        hashes.extend(keys.chunks_exact(self.keys.record_bytes()).map(hash));
        self.fetch(hashes);
    }

    #[inline]
    fn fetch(&self, hashes: &[u64]) {
        let slots = hashes.iter().fold(0, |sum, &hash| sum ^ self.slots[self.home(hash)]);
        std::hint::black_box(slots);
        let mut fetched = 0;
        for &hash in hashes {
            let entry = self.slots[self.home(hash)];
            if entry != 0 && entry >> self.id_bits == self.tag(hash) {
                fetched ^= self.key(self.id_in(entry))[0];
            }
        }
        std::hint::black_box(fetched);
    }

    /// Makes room in the index for that many more states. This may take several turns;
    /// until it is done, nothing can be found or inserted.
    #[inline]
    pub(crate) fn make_room(&mut self, more: usize, work: &mut Work<'_, '_>) -> Flow {
        if self.len() + more > self.room() || self.indexed < self.len() {
            self.grow(more, work)
        } else {
            Continue(())
        }
    }

    /// The number of a state and whether it is new. A new one gets this parent and cost. There
    /// must be room for it.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        key: &[u8],
        parent: Id,
        cost: Cost,
        work: &mut Work<'_, '_>,
    ) -> Flow<(Id, bool)> {
        self.insert_hashed(key, hash(key), parent, cost, work)
    }

    /// The same with a hash from [`Nodes::hash_all`].
    #[inline]
    pub(crate) fn insert_hashed(
        &mut self,
        key: &[u8],
        hash: u64,
        parent: Id,
        cost: Cost,
        work: &mut Work<'_, '_>,
    ) -> Flow<(Id, bool)> {
        let slot = match self.probe(key, hash) {
            Ok(id) => return Continue((id, false)),
            Err(slot) => slot,
        };
        reserve(&mut self.keys, work)?;
        reserve(&mut self.parents, work)?;
        let id = self.len() as Id;
        if let Some(costs) = &mut self.costs {
            reserve(costs, work)?;
            costs.push(&[cost]);
        }
        self.keys.push(key);
        self.parents.push(&[parent]);
        self.slots[slot] = self.entry(hash, id);
        self.indexed += 1;
        Continue((id, true))
    }

    /// How many states the index takes before it must grow.
    fn room(&self) -> usize {
        (self.slots.len() * FULL / 100).min((1 << 31) - 2)
    }

    fn entry(&self, hash: u64, id: Id) -> u32 {
        (self.tag(hash) << self.id_bits) | (id + 1)
    }

    /// The piece of the hash that fits above the number.
    fn tag(&self, hash: u64) -> u32 {
        (hash as u32) & (u32::MAX >> self.id_bits)
    }

    fn id_in(&self, entry: u32) -> Id {
        (entry & !(u32::MAX << self.id_bits)) - 1
    }

    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    /// The state with this key, or the slot where it belongs.
    #[inline]
    fn probe(&self, key: &[u8], hash: u64) -> Result<Id, usize> {
        let tag = self.tag(hash);
        let mut slot = self.home(hash);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Err(slot);
            }
            if entry >> self.id_bits == tag {
                let id = self.id_in(entry);
                if is_same(self.key(id), key) {
                    return Ok(id);
                }
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    fn free_slot(&self, hash: u64) -> usize {
        let mut slot = self.home(hash);
        while self.slots[slot] != 0 {
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
        slot
    }

    /// Replaces the index by larger ones until there is room.
    #[cold]
    fn grow(&mut self, more: usize, work: &mut Work<'_, '_>) -> Flow {
        loop {
            self.index_all(work)?;
            if self.len() + more <= self.room() {
                return Continue(());
            }
            self.replace_index(work)?;
        }
    }

    /// Replaces the index by a larger one, which is empty. Frees the old one first and
    /// fills the new one from the keys, so the two never exist at the same time. Where
    /// twice the size would leave no memory for the states, the size is what just fits.
    fn replace_index(&mut self, work: &mut Work<'_, '_>) -> Flow {
        const SLOT: usize = size_of::<u32>();
        let old = self.slots.len();
        let slots = if old == 0 {
            FIRST_SLOTS
        } else {
            let left = (work.memory_left() as u128) + (old * SLOT) as u128;
            let costs = self.costs.as_ref().map_or(0, Chunks::record_bytes);
            let record = self.keys.record_bytes() + self.parents.record_bytes() + costs;
            // slots * SLOT + (slots * FULL - len) * record <= left
            let fits = (left + (record * self.len()) as u128) * 100
                / (SLOT * 100 + record * FULL) as u128;
            let most = 1u128 << 31;
            fits.min(most).min(2 * old as u128) as usize
        };
        // Less than a twentieth more is not worth the work.
        if slots < old + old / 20 {
            return Break(Pause::Memory);
        }
        work.take((slots - old) * SLOT)?;
        self.slots = Vec::new();
        self.slots = vec![0; slots];
        self.id_bits = id_bits(slots);
        self.indexed = 0;
        Continue(())
    }

    /// Puts the states into the index that are not in it yet.
    fn index_all(&mut self, work: &mut Work<'_, '_>) -> Flow {
        let mut hashes = Vec::new();
        while self.indexed < self.len() {
            work.spend(BATCH_PRICE)?;
            let (begin, end) = (self.indexed, self.len().min(self.indexed + BATCH));
            hashes.clear();
            hashes.extend((begin..end).map(|id| hash(self.key(id as Id))));
            let fetched =
                hashes.iter().fold(0, |sum, &hash| sum ^ self.slots[self.home(hash)]);
            std::hint::black_box(fetched);
            for (id, &hash) in (begin..end).zip(&hashes) {
                let slot = self.free_slot(hash);
                self.slots[slot] = self.entry(hash, id as Id);
            }
            self.indexed = end;
        }
        Continue(())
    }
}

/// Asks for the memory that one more record takes.
#[inline]
pub(crate) fn reserve<T: Copy + Default>(
    list: &mut Chunks<T>,
    work: &mut Work<'_, '_>,
) -> Flow {
    if list.is_full() {
        work.take(list.bytes_with(1) - list.bytes())
    } else {
        Continue(())
    }
}

/// Bits that hold the number plus one of as many states as there are slots. At least one
/// bit is left for the tag, and shifts by the result stay below 32.
fn id_bits(slots: usize) -> u32 {
    (usize::BITS - slots.leading_zeros()).min(31)
}

/// Mixes a key, eight bytes at a time, by folded multiplication.
#[inline]
fn hash(key: &[u8]) -> u64 {
    const A: u64 = 0x9e37_79b9_7f4a_7c15;
    const B: u64 = 0xd1b5_4a32_d192_ed03;
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product >> 64) as u64 ^ product as u64
    };
    let mut words = key.chunks_exact(8);
    let mut state = A ^ key.len() as u64;
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("chunks of eight"));
        state = fold(state ^ word, B);
    }
    fold(fold(state ^ word_of(words.remainder()), B) ^ A, A)
}
