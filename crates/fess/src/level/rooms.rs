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
    /// Per room, its spots and the floor next to them.
    pub(crate) areas: Vec<Bits<W>>,
    edges: usize,
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
        let mut rooms = Self { spots: rooms, corridor, of, areas, edges: 0 };
        let all = (0..rooms.spots.len()).map(|room| rooms.sees(map, room, Bits::EMPTY));
        rooms.edges = edges(&all.collect::<Vec<_>>());
        rooms
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

/// How many pairs of rooms see each other.
fn edges(sees: &[u128]) -> usize {
    let mut edges = 0;
    for (one, seen) in sees.iter().enumerate() {
        for (other, back) in sees[..one].iter().enumerate() {
            if seen >> other & 1 != 0 && back >> one & 1 != 0 {
                edges += 1;
            }
        }
    }
    edges
}

/// What is seen from rooms, remembered: it depends only on the boxes in the room and in the
/// corridors, which are the same in most positions of a search.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    known: RefCell<Vec<(u64, u128)>>,
}

/// Entries of the table, a power of two.
const SIGHTS: usize = 1 << 13;

impl Sight {
    /// How many pairs of rooms that see each other on the empty board do so no more. Two rooms
    /// see each other if from every free part of each one there is a way to a spot next to the
    /// other, through the room itself and corridors.
    pub(crate) fn broken<const W: usize>(
        &self,
        rooms: &Rooms<W>,
        map: &Map<W>,
        boxes: Bits<W>,
    ) -> usize {
        let count = rooms.spots.len();
        if count < 2 {
            return 0;
        }
        let mut keys = [0u64; MOST_ROOMS];
        let mut corridor = 0;
        for spot in boxes {
            let key = map.board.box_key(spot);
            match rooms.of(spot) {
                Some(room) => keys[room] ^= key,
                None => corridor ^= key,
            }
        }
        let mut known = self.known.borrow_mut();
        known.resize(SIGHTS, (0, 0));
        let mut sees = [0u128; MOST_ROOMS];
        for room in 0..count {
            let key = keys[room] ^ corridor ^ map.board.player_key(room) | 1;
            let entry = &mut known[(key >> 20) as usize % SIGHTS];
            if entry.0 != key {
                *entry = (key, rooms.sees(map, room, boxes));
            }
            sees[room] = entry.1;
        }
        rooms.edges.saturating_sub(edges(&sees[..count]))
    }
}
