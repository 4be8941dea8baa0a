//! What the table of all positions tells about a level.

use std::collections::{BTreeMap, HashMap};

use kuraban::{Dir, Level, Run};

use crate::grid::bits;
use crate::room::{Room, Start};
use crate::table::{Measure, Position, Push, STRETCH, Table, pushes};

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
    /// The fewest moves of solutions with the fewest pushes, from that square of the player.
    pub moves_to_go: Option<usize>,
    /// The steps with which such solutions begin: a bit for each direction, up the lowest.
    pub first_steps: u8,
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

/// The fewest moves of solutions with the fewest pushes, for boxes and player.
struct Walks<'a> {
    known: Known<'a>,
    met: HashMap<Start, usize>,
}

impl Walks<'_> {
    /// The pushes of a position after which one fewer is left.
    fn best(&mut self, at: Position, left: usize) -> Vec<Push> {
        let all: Vec<Push> = pushes(&self.known.room, at).collect();
        let leads = |push: &Push| {
            self.known.pushes_left(push.after).is_some_and(|to| to + 1 == left)
        };
        all.into_iter().filter(leads).collect()
    }

    /// The moves; `None` where the position is lost.
    fn moves(&mut self, at: Start) -> Option<usize> {
        if let Some(&moves) = self.met.get(&at) {
            return Some(moves);
        }
        let room = self.known.room;
        let moves = match self.known.pushes_left(at)? {
            0 => 0,
            left => {
                let ways = self.best(position(&room, at), left).into_iter();
                let all = ways.filter_map(|push| {
                    let behind = room.grid.step(push.from, !push.dir);
                    let walk = walk(&room, at, behind)?;
                    Some(walk + 1 + self.moves(push.after)?)
                });
                all.min()?
            }
        };
        self.met.insert(at, moves);
        Some(moves)
    }

    /// The first steps of such solutions, as bits.
    fn first_steps(&mut self, at: Start) -> u8 {
        let room = self.known.room;
        let (Some(moves), Some(left)) = (self.moves(at), self.known.pushes_left(at))
        else {
            return 0;
        };
        let best = self.best(position(&room, at), left);
        let mut steps = 0;
        for dir in Dir::ALL {
            let to = room.grid.step(at.player, dir) & room.floor;
            let pushed = best.iter().find(|push| push.from == to && push.dir == dir);
            let next = match pushed {
                Some(push) => Some(push.after),
                None if to == 0 || to & at.boxes != 0 => None,
                None => Some(Start { player: to, ..at }),
            };
            let is_first = next
                .and_then(|next| self.moves(next))
                .is_some_and(|rest| rest + 1 == moves);
            steps |= u8::from(is_first) << dir.index();
        }
        steps
    }
}

/// The steps of a shortest walk to a square; `None` where there is no way.
fn walk(room: &Room, at: Start, to: u64) -> Option<usize> {
    let grid = room.grid;
    let free = room.floor & !at.boxes;
    let (mut reached, mut steps) = (at.player, 0);
    while reached & to == 0 {
        let around =
            Dir::ALL.into_iter().fold(reached, |all, dir| all | grid.step(reached, dir));
        if around & free == reached {
            return None;
        }
        reached = around & free;
        steps += 1;
    }
    Some(steps)
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
        let known = Known::new(level, table, run)?;
        let all = known.reachable()?;
        let room = known.room;
        let mut walks = Walks { known, met: HashMap::new() };
        let mut states = Vec::with_capacity(all.len());
        for (number, at) in all.into_iter().enumerate() {
            if number % STRETCH == 0 && run.stop().is_some() {
                return None;
            }
            let start = any_start(at);
            let pushes_to_go = walks.known.pushes_left(start);
            let best = pushes_to_go.map_or(Vec::new(), |left| walks.best(at, left));
            let number = |push: Push| 4 * room.square(push.from) + push.dir.index();
            states.push(Self {
                boxes: bits(at.boxes).map(|square| room.square(square)).collect(),
                player: room.square(start.player),
                pushes_to_go,
                best: best.into_iter().map(number).collect(),
                moves_to_go: walks.moves(start),
                first_steps: walks.first_steps(start),
            });
        }
        Some(states)
    }
}
