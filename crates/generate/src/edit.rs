//! Rooms at random, and small changes to them.

use kuraban::Dir;
use kuraban_env::Stream;

use crate::grid::{Grid, bits};
use crate::random::pick;
use crate::room::Room;

impl Room {
    /// A room that differs by one or two small changes: a wall opened or built, a goal moved
    /// anywhere or by a square. `None` where the change leaves no room.
    pub(crate) fn edited(&self, random: &mut Stream) -> Option<Self> {
        let mut room = *self;
        for _ in 0..=random.below(2) {
            room = room.edited_once(random)?;
        }
        (room != *self && room.is_sound()).then_some(room)
    }

    /// Half of the changes are about walls. Guessed.
    pub(crate) fn edited_once(&self, random: &mut Stream) -> Option<Self> {
        let mut room = *self;
        let free = room.floor & !room.goals;
        match random.below(4) {
            0 | 1 => {
                room.floor ^= pick(room.grid.all() & !room.goals, random);
            }
            2 if free != 0 => {
                room.goals ^= pick(room.goals, random) | pick(free, random);
            }
            2 => return None,
            _ => {
                let goal = pick(room.goals, random);
                let dir = Dir::from_index(random.below(4) as usize);
                let to = room.grid.step(goal, dir) & free;
                if to == 0 {
                    return None;
                }
                room.goals ^= goal | to;
            }
        }
        Some(room)
    }

    /// A room with random walls: one square in `wall` is one. What the largest part of the floor
    /// does not reach is filled. `None` where it is too small for so many goals.
    pub(crate) fn scattered(
        grid: Grid,
        goals: usize,
        wall: u32,
        random: &mut Stream,
    ) -> Option<Self> {
        let mut open = 0;
        for square in bits(grid.all()) {
            open |= square * u64::from(random.below(wall) > 0);
        }
        let mut floor = 0_u64;
        while open != 0 {
            let part = grid.flood(open & open.wrapping_neg(), open);
            open &= !part;
            if part.count_ones() > floor.count_ones() {
                floor = part;
            }
        }
        Self { grid, floor, goals: 0 }.with_goals(goals, floor, random)
    }

    /// The same room with so many goals on some of the `allowed` squares. `None` where there are
    /// too few, or the player would have no room.
    pub(crate) fn with_goals(
        mut self,
        goals: usize,
        allowed: u64,
        random: &mut Stream,
    ) -> Option<Self> {
        let enough = self.floor.count_ones() as usize >= goals + 2
            && allowed.count_ones() as usize >= goals;
        enough.then(|| {
            self.goals = 0;
            for _ in 0..goals {
                self.goals |= pick(allowed & !self.goals, random);
            }
            self
        })
    }

    /// How many of the pictures that mirroring and turning make of it are the room itself.
    pub(crate) fn symmetries(&self) -> usize {
        let (width, height) = (self.grid.width(), self.grid.height());
        let kind = |(row, column): (usize, usize)| {
            let square = 1_u64 << (row * width + column);
            (self.floor & square != 0, self.goals & square != 0)
        };
        let places =
            || (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let mut count = 0;
        for picture in 0..if width == height { 8 } else { 4 } {
            let seen = |(row, column): (usize, usize)| {
                let row = if picture & 1 == 0 { row } else { height - 1 - row };
                let column = if picture & 2 == 0 { column } else { width - 1 - column };
                if picture & 4 == 0 { (row, column) } else { (column, row) }
            };
            count += usize::from(places().all(|place| kind(place) == kind(seen(place))));
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_keep_rooms_sound_and_change_little() {
        let grid = Grid::new(6, 6).expect("small enough");
        let mut random = Stream::new(3, 0);
        let mut edits = 0;
        for _ in 0..300 {
            let Some(room) = Room::scattered(grid, 3, 4, &mut random) else { continue };
            assert!(room.is_sound() && room.goals.count_ones() == 3);
            let Some(next) = room.edited(&mut random) else { continue };
            edits += 1;
            assert!(next.is_sound() && next.goals.count_ones() == 3);
            assert!((next.floor ^ room.floor).count_ones() <= 2);
            assert!((next.goals ^ room.goals).count_ones() <= 4);
        }
        assert!(edits > 100, "{edits}");
    }

    #[test]
    fn symmetries_are_counted() {
        let grid = Grid::new(3, 3).expect("small enough");
        let room = |floor, goals| Room { grid, floor, goals };
        assert_eq!(room(0b111_111_111, 0b000_010_000).symmetries(), 8);
        assert_eq!(room(0b111_111_111, 0b111_000_000).symmetries(), 2);
        assert_eq!(room(0b111_011_111, 0b100_000_000).symmetries(), 1);
    }
}
