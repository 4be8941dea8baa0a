//! What is fixed about a level.

use std::collections::VecDeque;
use std::sync::Arc;

use kuraban_board::{Bits, Board, FAR};

/// The opposite of a direction. Directions run clockwise from up, and so do the eight
/// neighbours: direction `d` is neighbour `2 * d`.
#[inline]
pub(crate) const fn opposite(dir: usize) -> usize {
    dir ^ 2
}

/// Tables of a level that every part of the search reads.
#[derive(Clone, Debug)]
pub(crate) struct Map<const W: usize> {
    pub(crate) board: Arc<Board<W>>,
    /// A spot that is a wall; it stands for all of them.
    pub(crate) wall: usize,
    near: Vec<[u16; 4]>,
    near8: Vec<[u16; 8]>,
    /// Position of floor spots in square tables.
    number: Vec<u16>,
    count: usize,
    push: Vec<u16>,
    walk: Vec<u16>,
    /// Per spot, those a lone box on it can be pushed to.
    pub(crate) pushed_to: Vec<Bits<W>>,
    /// Pushes to the nearest goal.
    pub(crate) near_goal: Vec<u16>,
    /// Pushes to all goals that can be reached, summed.
    pub(crate) sum_goals: Vec<u32>,
}

impl<const W: usize> Map<W> {
    /// The whole map, in one go.
    #[cfg(test)]
    pub(crate) fn new(board: Arc<Board<W>>) -> Self {
        let mut map = Self::begin(board);
        while map.add_row() {}
        map
    }

    /// A map without distances: rows are to be added.
    pub(crate) fn begin(board: Arc<Board<W>>) -> Self {
        let layout = &board.layout;
        let (len, stride) = (layout.len, layout.stride as isize);
        let wall = layout.stride - 1;
        let offsets =
            [-stride, 1 - stride, 1, 1 + stride, stride, stride - 1, -1, -1 - stride];
        let mut near8 = vec![[wall as u16; 8]; len];
        for &spot in &layout.floor {
            for (to, offset) in near8[spot].iter_mut().zip(offsets) {
                if let Some(place) = spot.checked_add_signed(offset)
                    && place < len
                    && board.floor.has(place)
                {
                    *to = place as u16;
                }
            }
        }
        let near: Vec<[u16; 4]> =
            near8.iter().map(|eight| [eight[0], eight[2], eight[4], eight[6]]).collect();
        let mut number = vec![0; len];
        for (index, &spot) in layout.floor.iter().enumerate() {
            number[spot] = index as u16;
        }
        Self {
            wall,
            near,
            near8,
            number,
            count: layout.floor.len(),
            push: Vec::new(),
            walk: Vec::new(),
            pushed_to: vec![Bits::EMPTY; len],
            near_goal: vec![FAR; len],
            sum_goals: vec![0; len],
            board,
        }
    }

    /// Bytes that the map takes when all rows are there.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.count * self.count * size_of::<u16>()
            + self.pushed_to.len() * size_of::<Bits<W>>()
    }

    /// Floor squares.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Measures the ways from one more floor square; whether there was one.
    pub(crate) fn add_row(&mut self) -> bool {
        let board = Arc::clone(&self.board);
        let floor = &board.layout.floor;
        let Some(&from) = floor.get(self.push.len() / self.count.max(1)) else {
            return false;
        };
        let row = board.lone.pushes_from(from);
        self.push.extend(floor.iter().map(|&to| row[to]));
        self.pushed_to[from] =
            floor.iter().copied().filter(|&to| row[to] != FAR).collect();
        for goal in board.goals {
            if row[goal] != FAR {
                self.near_goal[from] = self.near_goal[from].min(row[goal]);
                self.sum_goals[from] += u32::from(row[goal]);
            }
        }
        self.add_walks(from);
        true
    }

    fn add_walks(&mut self, from: usize) {
        let mut row = vec![FAR; self.count];
        row[usize::from(self.number[from])] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            let steps = row[usize::from(self.number[at])] + 1;
            for dir in 0..4 {
                let to = self.near(at, dir);
                let place = usize::from(self.number[to]);
                if to != self.wall && row[place] == FAR {
                    row[place] = steps;
                    queue.push_back(to);
                }
            }
        }
        self.walk.append(&mut row);
    }

    /// The neighbour in one of the four directions, or [`Map::wall`].
    #[inline]
    pub(crate) fn near(&self, spot: usize, dir: usize) -> usize {
        usize::from(self.near[spot][dir])
    }

    /// One of the eight neighbours, or [`Map::wall`].
    #[inline]
    pub(crate) fn near8(&self, spot: usize, index: usize) -> usize {
        usize::from(self.near8[spot][index & 7])
    }

    /// Pushes of a lone box, from any side; [`FAR`] where it cannot go.
    #[inline]
    pub(crate) fn push_distance(&self, from: usize, to: usize) -> u16 {
        self.push
            [usize::from(self.number[from]) * self.count + usize::from(self.number[to])]
    }

    /// Steps of the player with no box around.
    #[inline]
    pub(crate) fn walk_distance(&self, from: usize, to: usize) -> u16 {
        self.walk
            [usize::from(self.number[from]) * self.count + usize::from(self.number[to])]
    }

    /// The free cells connected with `seed`.
    #[inline]
    pub(crate) fn flood(&self, seed: Bits<W>, free: Bits<W>) -> Bits<W> {
        let stride = self.board.layout.stride;
        let grow = |zone: Bits<W>| {
            (zone | zone.up(1) | zone.down(1) | zone.up(stride) | zone.down(stride))
                & free
        };
        let mut zone = seed & free;
        loop {
            let next = grow(grow(grow(zone)));
            if (next ^ zone).is_empty() {
                return zone;
            }
            zone = next;
        }
    }

    /// All spots shifted one step in a direction.
    #[inline]
    pub(crate) fn shift(&self, set: Bits<W>, dir: usize) -> Bits<W> {
        let stride = self.board.layout.stride;
        match dir {
            0 => set.down(stride),
            1 => set.up(1),
            2 => set.up(stride),
            _ => set.down(1),
        }
    }

    /// The floor orthogonally next to a set.
    #[inline]
    pub(crate) fn around(&self, set: Bits<W>) -> Bits<W> {
        self.board.around(set) & self.board.floor
    }

    /// The floor in and around a set, diagonals included.
    #[inline]
    pub(crate) fn around8(&self, set: Bits<W>) -> Bits<W> {
        let wide = set | set.up(1) | set.down(1);
        let stride = self.board.layout.stride;
        (wide | wide.up(stride) | wide.down(stride)) & self.board.floor
    }

    /// The connected parts of a set, by their lowest spots.
    pub(crate) fn parts(&self, mut free: Bits<W>) -> Vec<Bits<W>> {
        let mut parts = Vec::new();
        while let Some(spot) = free.first() {
            let part = self.flood(Bits::of(spot), free);
            free = free.minus(part);
            parts.push(part);
        }
        parts
    }

    /// How many connected parts a set has.
    pub(crate) fn count_parts(&self, mut free: Bits<W>) -> usize {
        let mut count = 0;
        while let Some(spot) = free.first() {
            free = free.minus(self.flood(Bits::of(spot), free));
            count += 1;
        }
        count
    }
}
