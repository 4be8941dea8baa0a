//! Every solvable position of a small room, with its exact distance.

use kuraban::{Dir, Run};

use crate::grid::{bits, number};
use crate::room::{Room, Start};

/// What a distance counts.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Measure {
    /// Pushes.
    #[default]
    Pushes,
    /// Straight runs of pushes of one box.
    BoxLines,
}

/// A position: boxes, and the squares that the player can walk to.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Position {
    /// The squares with boxes.
    pub boxes: u64,
    /// The player's zone.
    pub zone: u64,
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NoTable {
    /// There are more positions than were allowed, or than can be numbered.
    #[error("the room has too many positions")]
    TooMany,
    /// The run has ended.
    #[error("the run has ended")]
    Stopped,
}

/// The most boxes of a room that has a table.
pub const MOST_BOXES: usize = 8;
/// The most sets of squares that boxes can stand on: eight bytes each.
const MOST_SETS: u64 = 4_000_000;

/// Positions between two looks at the clock: some milliseconds.
pub(crate) const STRETCH: usize = 10_000;

/// `CHOOSE[n][k]`: ways to choose `k` of `n` squares.
const CHOOSE: [[u64; MOST_BOXES + 1]; 65] = {
    let mut table = [[0; MOST_BOXES + 1]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST_BOXES {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The positions from which a room can be solved, those with the shortest way first.
///
/// A breadth-first search by pulls from the solved positions. Nothing is pruned but repeated
/// positions, so the distances are exact, and a position that is not there is proved lost.
///
/// Box sets are numbered by the combinatorial number system over the *live* squares, those that
/// a lone box can be pulled to from a goal. For each set one word holds the squares of all
/// zones that were met: one test tells whether the position after a pull is new, and only a
/// new one is flooded.
///
/// A table is filled again and again without giving its memory back.
#[derive(Debug, Default)]
pub struct Table {
    room: Option<Room>,
    measure: Measure,
    /// For each square its place among the live ones.
    place: Vec<u8>,
    live: u64,
    /// For each box set the squares of the zones that were met.
    met: Vec<u64>,
    positions: Vec<Position>,
    /// Where each distance begins in `positions`; and their end.
    layers: Vec<usize>,
    /// For each box set one past its last position, and for each position one past the next
    /// one of its set: made when a position is looked for.
    last: Vec<u32>,
    before: Vec<u32>,
}

impl Table {
    /// Finds all positions of a room, at most so many, unless the run ends before.
    pub fn fill(
        &mut self,
        room: &Room,
        measure: Measure,
        most: usize,
        run: &Run<'_>,
    ) -> Result<(), NoTable> {
        (self.room, self.measure) = (Some(*room), measure);
        self.positions.clear();
        self.layers.clear();
        self.last.clear();
        self.number_live_squares(room);
        let boxes = room.goals.count_ones() as usize;
        let sets = CHOOSE[self.live.count_ones() as usize]
            .get(boxes)
            .filter(|&&sets| sets <= MOST_SETS)
            .ok_or(NoTable::TooMany)?;
        self.met.clear();
        self.met.resize(*sets as usize, 0);
        let mut free = room.floor & !room.goals;
        while free != 0 {
            let player = free & free.wrapping_neg();
            self.meet(room, room.goals, player);
            free &= !self.positions[self.positions.len() - 1].zone;
        }
        let mut from = 0;
        while from < self.positions.len() {
            let to = self.positions.len();
            self.layers.push(from);
            for stretch in (from..to).step_by(STRETCH) {
                if self.positions.len() > most {
                    return Err(NoTable::TooMany);
                }
                // Most rooms are done before the clock matters.
                if self.positions.len() > STRETCH && run.stop().is_some() {
                    return Err(NoTable::Stopped);
                }
                for at in stretch..(stretch + STRETCH).min(to) {
                    match measure {
                        Measure::Pushes => self.pull(room, self.positions[at]),
                        Measure::BoxLines => self.pull_lines(room, self.positions[at]),
                    }
                }
            }
            if self.positions.len() > most {
                return Err(NoTable::TooMany);
            }
            from = to;
        }
        self.layers.push(from);
        Ok(())
    }

    fn number_live_squares(&mut self, room: &Room) {
        self.live = room.live();
        self.place.clear();
        self.place.resize(64, 0);
        for (place, square) in bits(self.live).enumerate() {
            self.place[number(square)] = place as u8;
        }
    }

    /// The number of a box set; all its boxes are on live squares.
    #[inline]
    fn rank(&self, boxes: u64) -> usize {
        let mut rank = 0;
        for (count, square) in bits(boxes).enumerate() {
            let place = usize::from(self.place[number(square)]);
            rank += CHOOSE[place][count + 1];
        }
        rank as usize
    }

    /// Adds a position, unless it is known.
    #[inline]
    fn meet(&mut self, room: &Room, boxes: u64, player: u64) {
        let rank = self.rank(boxes);
        let met = &mut self.met[rank];
        if *met & player == 0 {
            let zone = room.grid.flood(player, room.floor & !boxes);
            *met |= zone;
            self.positions.push(Position { boxes, zone });
        }
    }

    /// The positions one push before.
    #[inline]
    fn pull(&mut self, room: &Room, at: Position) {
        let grid = room.grid;
        for dir in Dir::ALL {
            // The player stands beside the box, and has room to step back.
            let beside = at.zone & grid.step(at.zone, !dir);
            for square in bits(at.boxes & grid.step(beside, !dir)) {
                let to = grid.step(square, dir);
                self.meet(room, at.boxes ^ square ^ to, grid.step(to, dir));
            }
        }
    }

    /// The positions one straight run of pushes before. As long as the player steps back in his
    /// zone, nothing is in the way.
    #[inline]
    fn pull_lines(&mut self, room: &Room, at: Position) {
        let grid = room.grid;
        for dir in Dir::ALL {
            let beside = at.zone & grid.step(at.zone, !dir);
            for square in bits(at.boxes & grid.step(beside, !dir)) {
                let mut to = grid.step(square, dir);
                let mut player = grid.step(to, dir);
                while player & at.zone != 0 {
                    self.meet(room, at.boxes ^ square ^ to, player);
                    to = player;
                    player = grid.step(player, dir);
                }
            }
        }
    }

    /// All positions, by distance.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The greatest distance.
    pub fn depth(&self) -> usize {
        self.layers.len().saturating_sub(2)
    }

    /// The positions at a distance.
    pub fn layer(&self, distance: usize) -> &[Position] {
        match self.layers.get(distance..distance + 2) {
            Some(&[from, to]) => &self.positions[from..to],
            _ => &[],
        }
    }

    /// The distance of a position in [`Table::positions`].
    pub fn distance(&self, position: usize) -> usize {
        self.layers.partition_point(|&from| from <= position) - 1
    }

    /// The number of the position with these boxes and the player on this square; `None` where it
    /// is lost. The first call makes an index.
    pub fn find(&mut self, start: Start) -> Option<usize> {
        if self.last.is_empty() {
            self.last.resize(self.met.len(), 0);
            self.before.clear();
            for at in 0..self.positions.len() {
                let rank = self.rank(self.positions[at].boxes);
                self.before.push(self.last[rank]);
                self.last[rank] = at as u32 + 1;
            }
        }
        let boxes = self.room?.goals.count_ones();
        if start.boxes & !self.live != 0 || start.boxes.count_ones() != boxes {
            return None;
        }
        let mut at = self.last[self.rank(start.boxes)] as usize;
        while at > 0 && self.positions[at - 1].zone & start.player == 0 {
            at = self.before[at - 1] as usize;
        }
        at.checked_sub(1)
    }
}

/// A push: which box goes where, and the position after it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Push {
    /// The square the box leaves.
    pub from: u64,
    /// Its direction.
    pub dir: Dir,
    /// Boxes and player after it.
    pub after: Start,
}

/// All pushes of a position, by square and direction.
pub fn pushes(room: &Room, at: Position) -> impl Iterator<Item = Push> {
    let grid = room.grid;
    let free = room.floor & !at.boxes;
    bits(at.boxes).flat_map(move |from| {
        Dir::ALL.into_iter().filter_map(move |dir| {
            let (behind, to) = (grid.step(from, !dir), grid.step(from, dir));
            let after = Start { boxes: at.boxes ^ from ^ to, player: from };
            (behind & at.zone != 0 && to & free != 0).then_some(Push { from, dir, after })
        })
    })
}
