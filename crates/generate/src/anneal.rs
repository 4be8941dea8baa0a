//! Annealing: small changes to a room, the better ones kept, and at first some of the worse.

use kuraban::Run;
use kuraban_env::Stream;

use crate::grid::{Grid, bits};
use crate::random::{exp_of_minus, happens};
use crate::room::Room;
use crate::table::{Measure, Table};

/// What annealing looks for: a room with a position that is far from solved.
#[derive(Clone, Copy, Debug)]
pub struct Anneal {
    /// The squares inside the outer walls.
    pub grid: Grid,
    /// How many boxes.
    pub boxes: usize,
    /// What is to be far.
    pub measure: Measure,
    /// Positions to be found in all, over all rooms.
    pub effort: usize,
    /// It is over as soon as a room is so deep.
    pub enough: usize,
}

/// Temperatures at the beginning and at the end, in units of the measure, falling by the same
/// amount with every position. Measured on 6x6, three boxes, 60 million positions: of 35
/// runs from 4 there are 25 that find the deepest room known, of 36 from 1 there are 16.
const HOT: f64 = 4.0;
const COLD: f64 = 0.05;
/// Rooms with more positions are left out.
pub(crate) const MOST_POSITIONS: usize = 400_000;
/// What a room that is not looked at costs, in positions: the effort ends at any rate.
const LOOK: usize = 16;
/// Attempts to find a first room.
const FIRST: usize = 100;
/// One square in so many is a wall at first.
const WALL: u32 = 4;

impl Anneal {
    /// The best room that was met; `None` where there was none, or where the run has ended.
    pub fn search(
        &self,
        table: &mut Table,
        random: &mut Stream,
        run: &Run<'_>,
    ) -> Option<Room> {
        let first = |_| Room::scattered(self.grid, self.boxes, WALL, random);
        let mut room = (0..FIRST).find_map(first)?;
        let mut depth = self.depth(&room, table, run).unwrap_or(0);
        let (mut best, mut greatest) = (room, depth);
        let mut used = table.positions().len();
        while used < self.effort && greatest < self.enough && run.stop().is_none() {
            used += LOOK;
            let Some(next) = room.edited(random) else { continue };
            let found = self.depth(&next, table, run);
            used += table.positions().len();
            let Some(next_depth) = found else { continue };
            let left = 1.0 - used as f64 / self.effort as f64;
            let temperature = COLD + (HOT - COLD) * left.max(0.0);
            let loss = depth.saturating_sub(next_depth) as f64;
            if loss == 0.0 || happens(exp_of_minus(loss / temperature), random) {
                (room, depth) = (next, next_depth);
            }
            if depth > greatest {
                (best, greatest) = (room, depth);
            }
        }
        // What a run that has ended has found depends on the moment.
        run.stop().is_none().then_some(best)
    }

    fn depth(&self, room: &Room, table: &mut Table, run: &Run<'_>) -> Option<usize> {
        table.fill(room, self.measure, MOST_POSITIONS, run).ok()?;
        Some(table.depth())
    }
}

/// Fills every square that can be filled without making the room less deep, in reading order: what
/// is left all has a use. `None` where the run has ended, or the room has too many positions.
pub(crate) fn tidy(
    room: &Room,
    measure: Measure,
    table: &mut Table,
    run: &Run<'_>,
) -> Option<Room> {
    let mut tidied = *room;
    table.fill(room, measure, MOST_POSITIONS, run).ok()?;
    let depth = table.depth();
    for square in bits(room.floor & !room.goals) {
        let fuller = Room { floor: tidied.floor & !square, ..tidied };
        if fuller.is_sound()
            && table.fill(&fuller, measure, MOST_POSITIONS, run).is_ok()
            && table.depth() == depth
        {
            tidied = fuller;
        }
    }
    run.stop().is_none().then_some(tidied)
}
