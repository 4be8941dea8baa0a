//! The compiled board: what every search reads and none changes.

use std::ops::ControlFlow;

use kuraban_level::{Dir, Level};
use kuraban_search::{Pause, Prepare, Turn};

use crate::lone::flood;
use crate::ring::hangs_together;
use crate::{Bits, FAR, Layout, LoneBox};

/// A push: the box on `from` goes one step in `dir`, the player ends on `from`.
///
/// Pulls are named by the push they undo.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Push {
    /// Where the box stands before the push.
    pub from: u16,
    /// Which way it goes.
    pub dir: Dir,
}

impl Push {
    /// The push as one number.
    #[inline]
    pub fn pack(self) -> u16 {
        self.from << 2 | self.dir.index() as u16
    }

    /// The push of a number made by [`Push::pack`].
    #[inline]
    pub fn unpack(packed: u16) -> Self {
        Self { from: packed >> 2, dir: Dir::from_index(packed as usize) }
    }
}

/// A position: where the boxes are, and one spot of the player's zone.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Position<const W: usize> {
    /// The boxes.
    pub boxes: Bits<W>,
    /// Where the player stands, or any spot it can walk to; the lowest one makes equal
    /// positions equal.
    pub player: usize,
}

impl<const W: usize> Position<W> {
    /// The position in its one form: the player on the lowest spot of its zone.
    pub fn new(board: &Board<W>, boxes: Bits<W>, player: usize) -> Self {
        board.settle(Self { boxes, player }).0
    }

    /// Identifies a position in its one form.
    #[inline]
    pub fn key(&self, board: &Board<W>) -> u64 {
        board.boxes_key(self.boxes) ^ board.player_key(self.player)
    }
}

/// For each spot, a row of pushes to (or from) each of several targets.
#[derive(Clone, Debug)]
pub struct Distances {
    targets: usize,
    rows: Vec<u16>,
}

impl Distances {
    fn new(len: usize, columns: &[Vec<u16>]) -> Self {
        let mut rows = Vec::with_capacity(len * columns.len());
        for spot in 0..len {
            rows.extend(columns.iter().map(|column| column[spot]));
        }
        Self { targets: columns.len(), rows }
    }

    /// Pushes between a spot and all targets; [`FAR`] where there is no way.
    #[inline]
    pub fn row(&self, spot: usize) -> &[u16] {
        &self.rows[spot * self.targets..][..self.targets]
    }

    /// How many targets there are.
    pub fn targets(&self) -> usize {
        self.targets
    }
}

/// A level compiled for search on `W`-word bitboards.
///
/// Invariants: `live`, `goals` and `start` are floor; a box stands off `live` in no solution;
/// the separating column and everything past `layout.len` is never in any of the sets.
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    /// Numbers of spots and how they lie in the level.
    pub layout: Layout,
    /// Spots without a wall.
    pub floor: Bits<W>,
    /// Spots where boxes have to go.
    pub goals: Bits<W>,
    /// The start position.
    pub start: Position<W>,
    /// Spots from which a lone box can reach a goal.
    pub can_finish: Bits<W>,
    /// Spots that a lone box can reach from a start.
    pub can_begin: Bits<W>,
    /// Spots a box may stand on in a solution: both of the above.
    pub live: Bits<W>,
    /// Pushes from each spot to each goal.
    pub to_goal: Distances,
    /// Pushes from each start of a box to each spot.
    pub from_start: Distances,
    /// What lone boxes can do.
    pub lone: LoneBox,
    live_spots: Vec<u16>,
    live_index: Vec<u16>,
    box_key: Vec<u64>,
    player_key: Vec<u64>,
    offset: [isize; 4],
    /// A spot that is a wall; it stands for all of them.
    pub wall: usize,
    /// The eight neighbours of each floor spot, clockwise from up; [`Board::wall`] where there is
    /// no floor.
    near: Vec<[u16; 8]>,
}

impl<const W: usize> Board<W> {
    /// Compiles `level`; it must fit, see [`Layout::words`].
    pub fn new(level: &Level) -> Self {
        Self::from_layout(Layout::new(level))
    }

    /// Compiles a layout that fits into `W` words, in one go.
    pub fn from_layout(layout: Layout) -> Self {
        let mut compiler = Compiler::new(layout);
        while compiler.add_column() {}
        compiler.finish()
    }

    /// Pushes from each spot to each of `goals`, other boxes being walls.
    pub fn distances_to_goals(&self, goals: Bits<W>, walls: Bits<W>) -> Distances {
        let lone = LoneBox::new(&self.layout, self.floor.minus(walls));
        let columns: Vec<Vec<u16>> = goals.iter().map(|at| lone.pushes_to(at)).collect();
        Distances::new(self.layout.len, &columns)
    }

    /// Pushes from each spot to each of `targets`, no other box being there.
    pub fn distances_to(&self, targets: Bits<W>) -> Distances {
        let columns: Vec<Vec<u16>> =
            targets.iter().map(|at| self.lone.pushes_to(at)).collect();
        Distances::new(self.layout.len, &columns)
    }

    /// Pushes from each of `sources` to each spot, no other box being there.
    pub fn distances_from(&self, sources: Bits<W>) -> Distances {
        let columns: Vec<Vec<u16>> =
            sources.iter().map(|at| self.lone.pushes_from(at)).collect();
        Distances::new(self.layout.len, &columns)
    }

    /// The spot one step on. The caller knows that there is one: both lie on the board.
    #[inline]
    pub fn step(&self, spot: usize, dir: Dir) -> usize {
        spot.wrapping_add_signed(self.offset[dir.index()])
    }

    /// The floor spot one step on.
    #[inline]
    pub fn floor_step(&self, spot: usize, dir: Dir) -> Option<usize> {
        let to = self.step(spot, dir);
        (to < self.layout.len && self.floor.has(to)).then_some(to)
    }

    /// The floor spot one step on from a floor spot, or [`Board::wall`].
    #[inline]
    pub fn near(&self, spot: usize, dir: Dir) -> usize {
        usize::from(self.near[spot][2 * dir.index()])
    }

    /// One of the eight neighbours of a floor spot, or [`Board::wall`]. They are numbered
    /// clockwise from up, modulo eight: the one in direction `dir` is `2 * dir.index()`.
    #[inline]
    pub fn near8(&self, spot: usize, index: usize) -> usize {
        usize::from(self.near[spot][index & 7])
    }

    /// Every spot of a set one step on.
    #[inline]
    pub fn shift(&self, set: Bits<W>, dir: Dir) -> Bits<W> {
        match dir {
            Dir::Up => set.down(self.layout.stride),
            Dir::Right => set.up(1),
            Dir::Down => set.up(self.layout.stride),
            Dir::Left => set.down(1),
        }
    }

    /// The spots next to those of a set.
    #[inline]
    pub fn around(&self, set: Bits<W>) -> Bits<W> {
        set.up(1)
            | set.down(1)
            | set.up(self.layout.stride)
            | set.down(self.layout.stride)
    }

    /// A set and the spots around it, diagonal neighbours included.
    #[inline]
    pub fn around8(&self, set: Bits<W>) -> Bits<W> {
        let row = set | set.up(1) | set.down(1);
        row | row.up(self.layout.stride) | row.down(self.layout.stride)
    }

    /// The spots the player can walk to.
    #[inline]
    pub fn zone(&self, boxes: Bits<W>, player: usize) -> Bits<W> {
        flood(Bits::of(player), self.floor.minus(boxes), self.layout.stride)
    }

    /// The part of `free` that is connected with `seed`.
    #[inline]
    pub fn flood(&self, seed: Bits<W>, free: Bits<W>) -> Bits<W> {
        flood(seed, free, self.layout.stride)
    }

    /// The position with the player on the lowest spot of its zone, and that zone.
    #[inline]
    pub fn settle(&self, position: Position<W>) -> (Position<W>, Bits<W>) {
        let zone = self.zone(position.boxes, position.player);
        let player = zone.first().expect("the player stands in its zone");
        (Position { boxes: position.boxes, player }, zone)
    }

    /// The zone of a player after one box moved from `left` to `taken`, given the zone before.
    ///
    /// If the spots of the zone around `taken` stay connected without it, the zone can only grow,
    /// which takes few steps; otherwise it is found afresh.
    #[inline]
    pub fn zone_after(
        &self,
        position: Position<W>,
        before: Bits<W>,
        taken: usize,
    ) -> Bits<W> {
        let free = self.floor.minus(position.boxes);
        let seed =
            if before.has(taken) && !hangs_together(before, taken, self.layout.stride) {
                Bits::of(position.player)
            } else {
                before.without(taken).with(position.player)
            };
        flood(seed, free, self.layout.stride)
    }

    /// The boxes the player can push in `dir` to a spot of `onto`, from within `zone`.
    #[inline]
    pub fn pushable(
        &self,
        boxes: Bits<W>,
        zone: Bits<W>,
        onto: Bits<W>,
        dir: Dir,
    ) -> Bits<W> {
        boxes & self.shift(zone, dir) & self.shift(onto.minus(boxes), !dir)
    }

    /// The boxes whose last push can have been in `dir` from a spot of `onto`, the player
    /// being in `zone` now.
    #[inline]
    pub fn pullable(
        &self,
        boxes: Bits<W>,
        zone: Bits<W>,
        onto: Bits<W>,
        dir: Dir,
    ) -> Bits<W> {
        let player_room = self.shift(zone, dir);
        boxes & self.shift(zone & onto & player_room, dir)
    }

    /// The position after a push.
    #[inline]
    #[must_use]
    pub fn pushed(&self, boxes: Bits<W>, push: Push) -> Position<W> {
        let from = push.from as usize;
        let boxes = boxes.without(from).with(self.step(from, push.dir));
        Position { boxes, player: from }
    }

    /// The position before a push.
    #[inline]
    #[must_use]
    pub fn pulled(&self, boxes: Bits<W>, push: Push) -> Position<W> {
        let from = push.from as usize;
        let boxes = boxes.without(self.step(from, push.dir)).with(from);
        Position { boxes, player: self.step(from, !push.dir) }
    }

    /// The key of a box set: the exclusive or of the keys of its spots.
    pub fn boxes_key(&self, boxes: Bits<W>) -> u64 {
        boxes.iter().fold(0, |key, spot| key ^ self.box_key[spot])
    }

    /// The key of a box on a spot.
    #[inline]
    pub fn box_key(&self, spot: usize) -> u64 {
        self.box_key[spot]
    }

    /// The key of the player on a spot.
    #[inline]
    pub fn player_key(&self, spot: usize) -> u64 {
        self.player_key[spot]
    }

    /// The live spots, ascending.
    pub fn live_spots(&self) -> &[u16] {
        &self.live_spots
    }

    /// The number of a live spot among the live ones.
    #[inline]
    pub fn live_index(&self, spot: usize) -> usize {
        self.live_index[spot] as usize
    }

    /// A set of boxes on live spots as it is kept: a bit for each live spot.
    #[inline]
    pub fn pack(&self, boxes: Bits<W>) -> [u64; W] {
        let mut packed = [0; W];
        for spot in boxes {
            let index = self.live_index(spot);
            packed[index / 64] |= 1 << (index % 64);
        }
        packed
    }

    /// The packed set after the box on one live spot has gone to another.
    #[inline]
    #[must_use]
    pub fn repack(&self, mut packed: [u64; W], from: usize, to: usize) -> [u64; W] {
        for index in [self.live_index(from), self.live_index(to)] {
            packed[index / 64] ^= 1 << (index % 64);
        }
        packed
    }

    /// The set of boxes that was packed.
    #[inline]
    pub fn unpack(&self, packed: &[u64]) -> Bits<W> {
        let mut boxes = Bits::EMPTY;
        for (index, &word) in packed.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let live = 64 * index + word.trailing_zeros() as usize;
                boxes.insert(self.live_spots[live] as usize);
                word &= word - 1;
            }
        }
        boxes
    }

    /// The zones of a position's free spots.
    pub fn zones(&self, boxes: Bits<W>) -> Vec<Bits<W>> {
        self.parts(self.floor.minus(boxes))
    }

    /// The connected parts of a set, by their lowest spots.
    pub fn parts(&self, mut set: Bits<W>) -> Vec<Bits<W>> {
        let mut parts = Vec::new();
        while let Some(spot) = set.first() {
            let part = self.flood(Bits::of(spot), set);
            set = set.minus(part);
            parts.push(part);
        }
        parts
    }

    /// How many connected parts a set has.
    pub fn count_parts(&self, mut set: Bits<W>) -> usize {
        let mut count = 0;
        while let Some(spot) = set.first() {
            set = set.minus(self.flood(Bits::of(spot), set));
            count += 1;
        }
        count
    }
}

/// A board being compiled, in steps that a turn can be left between.
#[derive(Debug)]
pub struct Compiler<const W: usize> {
    layout: Layout,
    lone: LoneBox,
    to: Vec<Vec<u16>>,
    from: Vec<Vec<u16>>,
}

impl<const W: usize> Compiler<W> {
    /// Begins with a layout that fits into `W` words.
    pub fn new(layout: Layout) -> Self {
        assert!(layout.len <= Bits::<W>::CAPACITY, "the board needs more words");
        let floor: Bits<W> = layout.floor.iter().copied().collect();
        let lone = LoneBox::new(&layout, floor);
        Self { lone, to: Vec::new(), from: Vec::new(), layout }
    }

    /// Works out the distances to one more goal or from one more start; whether there was one.
    fn add_column(&mut self) -> bool {
        if let Some(&goal) = self.layout.goals.get(self.to.len()) {
            self.to.push(self.lone.pushes_to(goal));
        } else if let Some(&start) = self.layout.boxes.get(self.from.len()) {
            self.from.push(self.lone.pushes_from(start));
        } else {
            return false;
        }
        true
    }

    fn finish(&mut self) -> Board<W> {
        let layout = self.layout.clone();
        let (to, from) = (std::mem::take(&mut self.to), std::mem::take(&mut self.from));
        let set = |spots: &[usize]| spots.iter().copied().collect::<Bits<W>>();
        let known = |columns: &[Vec<u16>]| -> Bits<W> {
            let near = |&spot: &usize| columns.iter().any(|column| column[spot] != FAR);
            layout.floor.iter().copied().filter(near).collect()
        };
        let (can_finish, can_begin) = (known(&to), known(&from));
        let live = can_finish & can_begin;
        let live_spots: Vec<u16> = live.iter().map(|spot| spot as u16).collect();
        let mut live_index = vec![u16::MAX; layout.len];
        for (index, &spot) in live_spots.iter().enumerate() {
            live_index[spot as usize] = index as u16;
        }
        let mut seed = 0x4b75_7261_6261_6e00;
        let mut keys =
            || -> Vec<u64> { (0..layout.len).map(|_| next_key(&mut seed)).collect() };
        Board {
            floor: set(&layout.floor),
            goals: set(&layout.goals),
            start: Position { boxes: set(&layout.boxes), player: layout.player },
            can_finish,
            can_begin,
            live,
            to_goal: Distances::new(layout.len, &to),
            from_start: Distances::new(layout.len, &from),
            lone: self.lone.clone(),
            live_spots,
            live_index,
            box_key: keys(),
            player_key: keys(),
            offset: Dir::ALL.map(|dir| layout.offset(dir)),
            // The separating column of the first row.
            wall: layout.stride - 1,
            near: neighbours(&layout),
            layout,
        }
    }
}

impl<const W: usize> Prepare for Compiler<W> {
    type Made = Board<W>;

    fn advance(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause, Board<W>> {
        // The tables of distances of both directions, and the columns they are made of.
        let columns = self.layout.boxes.len() + self.layout.goals.len();
        turn.hold(columns * self.layout.len * 2 * size_of::<u16>())?;
        // Nothing on small boards; a millisecond on the largest. Measured, roughly.
        let price = (self.layout.len * self.layout.len / 16_384) as u64;
        loop {
            turn.spend(price)?;
            if !self.add_column() {
                return ControlFlow::Continue(self.finish());
            }
        }
    }
}

/// The eight neighbours of each floor spot, or the wall.
fn neighbours(layout: &Layout) -> Vec<[u16; 8]> {
    let (wall, stride) = (layout.stride as u16 - 1, layout.stride as isize);
    let offsets =
        [-stride, 1 - stride, 1, 1 + stride, stride, stride - 1, -1, -1 - stride];
    let mut is_floor = vec![false; layout.len];
    for &spot in &layout.floor {
        is_floor[spot] = true;
    }
    let mut near = vec![[wall; 8]; layout.len];
    for &spot in &layout.floor {
        for (to, offset) in near[spot].iter_mut().zip(offsets) {
            if let Some(place) = spot.checked_add_signed(offset)
                && is_floor.get(place) == Some(&true)
            {
                *to = place as u16;
            }
        }
    }
    near
}

/// The next number of the `SplitMix64` sequence.
fn next_key(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut key = *seed;
    key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}
