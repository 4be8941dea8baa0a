//! Open addressing: the one hash table under all tables of positions.

/// What a place of an [`Open`] table holds. The default value is an empty place.
pub(super) trait Entry: Copy + Default {
    /// Whether the place is empty.
    fn is_empty(self) -> bool;

    /// Random bits; the top ones say where the entry is looked for first.
    fn hash(self) -> u32;
}

/// Entries in one array, with linear probing. It grows by half when it is three quarters full,
/// and only the entries themselves are looked at then.
#[derive(Clone, Debug, Default)]
pub(super) struct Open<E> {
    places: Vec<E>,
    len: usize,
}

/// Places of the smallest table.
const LEAST: usize = 16;

impl<E: Entry> Open<E> {
    /// An empty table with room for so many entries.
    pub(super) fn with_room(entries: usize) -> Self {
        Self { places: vec![E::default(); places(entries)], len: 0 }
    }

    /// Bytes of an empty table with room for so many entries.
    pub(super) fn bytes_for(entries: usize) -> usize {
        places(entries) * size_of::<E>()
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.places.len() * size_of::<E>()
    }

    /// Bytes taken at most while `more` entries are added.
    pub(super) fn bytes_with(&self, more: usize) -> usize {
        let mut places = self.places.len();
        while is_tight(self.len + more, places) {
            places = grown(places);
        }
        let old = if places == self.places.len() { 0 } else { self.bytes() };
        places * size_of::<E>() + old
    }

    /// The place of the first entry with this hash that matches, or the empty place for it. There
    /// must be an empty place.
    #[inline]
    fn place(&self, hash: u32, is_it: impl Fn(E) -> bool) -> usize {
        let mut place = ((u64::from(hash) * self.places.len() as u64) >> 32) as usize;
        while !self.places[place].is_empty() && !is_it(self.places[place]) {
            place += 1;
            if place == self.places.len() {
                place = 0;
            }
        }
        place
    }

    /// The entry with this hash that matches.
    #[inline]
    pub(super) fn find(&self, hash: u32, is_it: impl Fn(E) -> bool) -> Option<E> {
        if self.places.is_empty() {
            return None;
        }
        let entry = self.places[self.place(hash, is_it)];
        (!entry.is_empty()).then_some(entry)
    }

    /// Puts an entry where it is, or where there is none like it; tells whether it is new. The
    /// table grows first if it has to.
    ///
    /// The place is an index, not a `&mut E` that a function returns. With that, the WebAssembly that
    /// rustc 1.95 made of a search of corrals stored no new length, and looked for an empty place
    /// in a full table for ever. The cause was not found.
    #[inline]
    pub(super) fn put(&mut self, entry: E, is_it: impl Fn(E) -> bool) -> bool {
        if is_tight(self.len + 1, self.places.len()) {
            self.grow();
        }
        let place = self.place(entry.hash(), is_it);
        let is_new = self.places[place].is_empty();
        self.places[place] = entry;
        self.len += usize::from(is_new);
        is_new
    }

    fn grow(&mut self) {
        let places = vec![E::default(); grown(self.places.len())];
        for entry in std::mem::replace(&mut self.places, places) {
            if !entry.is_empty() {
                let place = self.place(entry.hash(), |_| false);
                self.places[place] = entry;
            }
        }
    }
}

/// Whether so many entries are too many for so many places.
fn is_tight(len: usize, places: usize) -> bool {
    len * 4 > places * 3
}

/// How many places so many entries need.
fn places(entries: usize) -> usize {
    (entries * 4).div_ceil(3).max(LEAST)
}

/// How many places a table has after one that is too small.
fn grown(places: usize) -> usize {
    (places + places / 2).max(LEAST)
}
