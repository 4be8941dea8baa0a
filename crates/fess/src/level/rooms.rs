//! Rooms and whether they still see each other.

use std::cell::RefCell;

use kuraban_board::Bits;

use crate::level::map::Map;

/// More rooms than this switch the feature off.
const MOST_ROOMS: usize = 70;

/// Rooms: wide parts of the floor, joined by corridors. A room is a set of adjacent 2x2 blocks
/// of floor, at least two of them.
#[derive(Clone, Debug)]
pub(crate) struct Rooms<const W: usize> {
    spots: Vec<Bits<W>>,
    corridor: Bits<W>,
    of: Vec<u8>,
    /// Per spot, the rooms to whose sight a box there matters: its own, or those next to its
    /// corridor.
    matters_to: Vec<u128>,
    /// Per room, its spots and the floor next to them.
    pub(crate) areas: Vec<Bits<W>>,
}

/// In no room.
const NO_ROOM: u8 = u8::MAX;

impl<const W: usize> Rooms<W> {
    pub(crate) fn new(map: &Map<W>) -> Self {
        let floor = map.board.floor;
        let stride = map.board.layout.stride;
        let blocks = floor & floor.down(1) & floor.down(stride) & floor.down(stride + 1);
        let marks = blocks & map.board.around(blocks);
        let mut of = vec![NO_ROOM; map.board.layout.len];
        let mut parts = map.board.parts(marks);
        if parts.len() > MOST_ROOMS {
            parts.clear();
        }
        for (room, &part) in parts.iter().enumerate() {
            for mark in part {
                for spot in [mark, mark + 1, mark + stride, mark + stride + 1] {
                    of[spot] = room as u8;
                }
            }
        }
        for mark in 0..map.board.layout.len.saturating_sub(stride + 1) {
            let has = |spot: usize| marks.has(spot);
            let corner = mark + stride + 1;
            let falling =
                has(mark) && has(corner) && !has(mark + 1) && !has(mark + stride);
            let rising =
                !has(mark) && !has(corner) && has(mark + 1) && has(mark + stride);
            if falling || rising {
                of[corner] = NO_ROOM;
            }
        }
        let rooms: Vec<Bits<W>> = (0..parts.len())
            .map(|room| {
                floor.iter().filter(|&spot| usize::from(of[spot]) == room).collect()
            })
            .collect();
        let corridor = floor.iter().filter(|&spot| of[spot] == NO_ROOM).collect();
        let areas =
            rooms.iter().map(|&room| room | (map.board.around(room) & floor)).collect();
        let mut matters_to = vec![0; map.board.layout.len];
        for (room, &spots) in rooms.iter().enumerate() {
            for spot in map.board.flood(spots, spots | corridor) {
                matters_to[spot] |= 1 << room;
            }
        }
        Self { spots: rooms, corridor, of, matters_to, areas }
    }

    /// The spots of each room.
    pub(crate) fn spots(&self) -> &[Bits<W>] {
        &self.spots
    }

    /// The room of a spot.
    pub(crate) fn of(&self, spot: usize) -> Option<usize> {
        (self.of[spot] != NO_ROOM).then_some(usize::from(self.of[spot]))
    }

    /// The rooms that are seen from every free part of a room, through the room itself and
    /// corridors.
    fn sees(&self, map: &Map<W>, room: usize, boxes: Bits<W>) -> u128 {
        let free = map.board.floor.minus(boxes);
        let mut rest = self.spots[room] & free;
        let ways = (self.spots[room] | self.corridor) & free;
        let mut common = if rest.is_empty() { 0 } else { u128::MAX };
        while let Some(spot) = rest.first() {
            let part = map.board.flood(Bits::of(spot), ways);
            rest = rest.minus(part);
            let edge = map.board.around(part);
            let mut seen = 0;
            for (other, &room) in self.spots.iter().enumerate() {
                if room.meets(edge) {
                    seen |= 1 << other;
                }
            }
            common &= seen;
        }
        common
    }
}

/// What is seen from rooms, remembered. It depends only on the boxes that matter to the room, which
/// are the same in most positions of a search; and from one position to the next that is asked
/// for, few boxes differ.
#[derive(Debug, Default)]
pub(crate) struct Sight<const W: usize> {
    last: RefCell<Last<W>>,
}

/// The position that was asked for last, and all that is known.
#[derive(Debug)]
struct Last<const W: usize> {
    boxes: Bits<W>,
    /// Per room, the key of the boxes that matter to it.
    keys: Vec<u64>,
    /// Per room, the rooms that it sees, and those that see it.
    sees: Vec<u128>,
    seen_by: Vec<u128>,
    /// Pairs of rooms that see each other, and how many do on the empty board.
    edges: usize,
    most_edges: usize,
    known: Vec<(u64, u128)>,
}

impl<const W: usize> Default for Last<W> {
    fn default() -> Self {
        let (keys, known) = (Vec::new(), Vec::new());
        let (sees, seen_by) = (Vec::new(), Vec::new());
        Self { boxes: Bits::EMPTY, keys, sees, seen_by, edges: 0, most_edges: 0, known }
    }
}

impl<const W: usize> Last<W> {
    fn see(&mut self, room: usize, seen: u128) {
        let other = self.sees[room] ^ seen;
        if other == 0 {
            return;
        }
        let mutual = |sees: u128, last: &Self| {
            let both = sees & last.seen_by[room] & !(1 << room);
            both.count_ones() as usize
        };
        self.edges = self.edges + mutual(seen, self) - mutual(self.sees[room], self);
        each_room(other, |seen| self.seen_by[seen] ^= 1 << room);
        self.sees[room] = seen;
    }
}

/// Entries of the table, a power of two.
const SIGHTS: usize = 1 << 13;

impl<const W: usize> Sight<W> {
    /// How many pairs of rooms that see each other on the empty board do so no more. Two rooms
    /// see each other if from every free part of each one there is a way to a spot next to the
    /// other, through the room itself and corridors.
    pub(crate) fn broken(&self, rooms: &Rooms<W>, map: &Map<W>, boxes: Bits<W>) -> usize {
        let count = rooms.spots.len();
        if count < 2 {
            return 0;
        }
        let last = &mut *self.last.borrow_mut();
        if last.known.is_empty() {
            last.known.resize(SIGHTS, (0, 0));
            last.keys = (0..count).map(|room| map.board.player_key(room)).collect();
            (last.sees, last.seen_by) = (vec![0; count], vec![0; count]);
            for room in 0..count {
                last.see(room, rooms.sees(map, room, Bits::EMPTY));
            }
            last.most_edges = last.edges;
        }
        let mut changed = 0u128;
        for spot in boxes ^ last.boxes {
            let key = map.board.box_key(spot);
            changed |= rooms.matters_to[spot];
            each_room(rooms.matters_to[spot], |room| last.keys[room] ^= key);
        }
        last.boxes = boxes;
        each_room(changed, |room| {
            let key = last.keys[room] | 1;
            let entry = &mut last.known[(key >> 20) as usize % SIGHTS];
            if entry.0 != key {
                *entry = (key, rooms.sees(map, room, boxes));
            }
            let seen = entry.1;
            last.see(room, seen);
        });
        last.most_edges.saturating_sub(last.edges)
    }
}

fn each_room(mut rooms: u128, mut each: impl FnMut(usize)) {
    while rooms != 0 {
        each(rooms.trailing_zeros() as usize);
        rooms &= rooms - 1;
    }
}
