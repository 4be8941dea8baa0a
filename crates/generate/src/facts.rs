//! What the table of all positions tells about a level.

use std::collections::{BTreeMap, HashMap};

use kuraban::{Level, Run};

use crate::grid::bits;
use crate::room::{Room, Start};
use crate::table::{Measure, Position, STRETCH, Table, pushes};

/// Exact facts of a small level.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Exact {
    /// Ways to solve it with the fewest pushes, up to `u64::MAX`: two differ in a push.
    pub ways: u64,
    /// Positions that play can reach and that are lost, of all that it can reach.
    pub dead_share: f64,
}

/// A position that play can reach, labelled. Squares are the level's.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct State {
    /// The squares of the boxes, ascending.
    pub boxes: Vec<usize>,
    /// The first square of the player's zone.
    pub player: usize,
    /// The fewest pushes that solve it; nothing where it is lost.
    pub pushes_to_go: Option<usize>,
    /// The pushes after which one fewer is left: four times the box's square, and the direction
    /// (up, right, down, left).
    pub best: Vec<usize>,
}

/// Levels with more positions have no facts.
const MOST_POSITIONS: usize = 2_000_000;

/// A level with its table.
struct Known<'a> {
    room: Room,
    start: Position,
    table: &'a mut Table,
    run: &'a Run<'a>,
}

impl<'a> Known<'a> {
    fn new(level: &Level, table: &'a mut Table, run: &'a Run<'a>) -> Option<Self> {
        let (room, start) = Room::of(level)?;
        table.fill(&room, Measure::Pushes, MOST_POSITIONS, run).ok()?;
        Some(Self { room, start: position(&room, start), table, run })
    }

    fn pushes_left(&mut self, at: Start) -> Option<usize> {
        let found = self.table.find(at)?;
        Some(self.table.distance(found))
    }

    /// All positions that pushes lead to, by the number of pushes.
    fn reachable(&self) -> Option<Vec<Position>> {
        let mut met: HashMap<u64, u64> =
            HashMap::from([(self.start.boxes, self.start.zone)]);
        let mut all = vec![self.start];
        let mut next = 0;
        while let Some(&at) = all.get(next) {
            next += 1;
            for push in pushes(&self.room, at) {
                let zones = met.entry(push.after.boxes).or_default();
                if *zones & push.after.player == 0 {
                    let after = position(&self.room, push.after);
                    *zones |= after.zone;
                    all.push(after);
                }
            }
            let is_over = next % STRETCH == 0 && self.run.stop().is_some();
            if all.len() > MOST_POSITIONS || is_over {
                return None;
            }
        }
        Some(all)
    }

    /// Counts the ways by layers: those to a position are those to all positions before it.
    fn ways(&mut self) -> Option<u64> {
        let start = self.table.find(any_start(self.start))?;
        let mut layer = BTreeMap::from([(start, 1_u64)]);
        for left in (0..self.table.distance(start)).rev() {
            let mut next = BTreeMap::new();
            for (at, ways) in layer {
                for push in pushes(&self.room, self.table.positions()[at]) {
                    let Some(after) = self.table.find(push.after) else { continue };
                    if self.table.distance(after) == left {
                        let sum: &mut u64 = next.entry(after).or_default();
                        *sum = sum.saturating_add(ways);
                    }
                }
            }
            layer = next;
        }
        Some(layer.into_values().fold(0, u64::saturating_add))
    }
}

/// The position of a start.
fn position(room: &Room, start: Start) -> Position {
    let zone = room.grid.flood(start.player, room.floor & !start.boxes);
    Position { boxes: start.boxes, zone }
}

/// A start of a position: the player on the first square of his zone.
fn any_start(at: Position) -> Start {
    Start { boxes: at.boxes, player: at.zone & at.zone.wrapping_neg() }
}

impl Exact {
    /// The facts of a level that can be solved; `None` where it is too large for them, or the run has
    /// ended.
    ///
    /// ```
    /// use kuraban::{Cancel, Limits, Run};
    /// use kuraban_generate::{Exact, Table};
    ///
    /// let clock = || std::time::Duration::ZERO;
    /// let run = Run::new(Limits::default(), Cancel::default(), &clock);
    /// let level = "#######\n#  .  #\n# $@$ #\n#  .  #\n#######".parse()?;
    /// let exact = Exact::of(&level, &mut Table::default(), &run).expect("a small level");
    /// assert!(exact.ways > 1 && exact.dead_share > 0.0);
    /// # Ok::<(), kuraban::Problems>(())
    /// ```
    pub fn of(level: &Level, table: &mut Table, run: &Run<'_>) -> Option<Self> {
        let mut known = Known::new(level, table, run)?;
        let all = known.reachable()?;
        let live = all.iter().filter(|&&at| known.table.find(any_start(at)).is_some());
        let dead_share = 1.0 - live.count() as f64 / all.len() as f64;
        Some(Self { ways: known.ways()?, dead_share })
    }
}

impl State {
    /// All positions that play can reach from a level's start, which comes first; `None` where
    /// the level is too large, or the run has ended.
    pub fn all(level: &Level, table: &mut Table, run: &Run<'_>) -> Option<Vec<Self>> {
        let mut known = Known::new(level, table, run)?;
        let all = known.reachable()?;
        let room = known.room;
        let label = |at: Position| {
            let pushes_to_go = known.pushes_left(any_start(at));
            let mut best = Vec::new();
            for push in pushes(&room, at) {
                if pushes_to_go.is_some_and(|left| left > 0)
                    && known.pushes_left(push.after).map(|left| left + 1) == pushes_to_go
                {
                    best.push(4 * room.square(push.from) + push.dir.index());
                }
            }
            Self {
                boxes: bits(at.boxes).map(|square| room.square(square)).collect(),
                player: room.square(any_start(at).player),
                pushes_to_go,
                best,
            }
        };
        Some(all.into_iter().map(label).collect())
    }
}
