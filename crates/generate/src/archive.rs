//! The best rooms of many kinds at once (MAP-Elites, Mouret and Clune 2015).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use kuraban::Run;
use kuraban_env::Stream;

use crate::anneal::MOST_POSITIONS;
use crate::collect::{Filled, Gate, Order, Short};
use crate::make::{Made, Workbench};
use crate::random::stream;
use crate::recipe::{BadRecipe, Recipe};
use crate::room::Room;
use crate::table::{Measure, Table};

/// What kind of room it is: only rooms of one kind compete.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Kind {
    /// Box lines of its farthest start, in fours.
    lines: usize,
    boxes: usize,
    /// Its floor, in fours of squares.
    floor: usize,
    /// How many of its eight pictures are itself.
    symmetries: usize,
}

/// The best room of a kind.
#[derive(Clone, Copy, Debug)]
struct Best {
    room: Room,
    score: usize,
    /// The round in which it was found.
    found: u64,
    /// Whether it was handed over: then no other takes its place.
    is_settled: bool,
}

/// Rooms that are changed and looked at before any of them takes its place: they are divided among
/// threads.
const ROUND: u64 = 256;
/// A kind is settled if no better room was found in this share of all rounds. Guessed.
const PATIENCE: u64 = 8;
/// One room in so many is new; the others are changed ones.
const FRESH: u32 = 8;
/// One square in so many of a new room is a wall.
const WALL: u32 = 4;

impl Recipe {
    /// Looks at so many rooms and hands over the farthest start of the best one of each kind, as a
    /// level, if it is as wanted. Kinds come as they are settled: when no better room was found for
    /// a while, or at the end. So a level depends only on the recipe, the number of rooms and
    /// its index, the place of its kind in that order; a run that ends early cuts the list short.
    pub fn fill_archive(
        &self,
        rooms: u64,
        order: &Order<'_>,
        run: &Run<'_>,
        take: impl FnMut(Made) -> ControlFlow<()>,
    ) -> Result<Filled, BadRecipe> {
        self.grid()?;
        let rounds = rooms.div_ceil(ROUND).max(1);
        let mut gate = Gate::new(order, take);
        let mut tables: Vec<Table> =
            (0..order.threads.max(1)).map(|_| Table::default()).collect();
        let mut bench = Workbench::new();
        let mut best: BTreeMap<Kind, Best> = BTreeMap::new();
        let mut index = 0;
        for round in 0..rounds {
            if gate.is_done() {
                break;
            }
            let Some(found) = self.round(round, &best, &mut tables, run) else {
                return Ok(gate.close(Short::Stopped));
            };
            for (kind, score, room) in found {
                let new = Best { room, score, found: round, is_settled: false };
                let known = best.entry(kind).or_insert(new);
                if score > known.score && !known.is_settled {
                    *known = new;
                }
            }
            let patience = if round + 1 == rounds { 0 } else { rounds / PATIENCE };
            for best in best.values_mut().filter(|best| !best.is_settled) {
                if round - best.found < patience || gate.is_done() {
                    continue;
                }
                best.is_settled = true;
                let made = if index < order.from {
                    None
                } else {
                    bench.farthest(self, &best.room, index, run)
                };
                if run.stop().is_some() {
                    return Ok(gate.close(Short::Stopped));
                }
                index += 1;
                if index > order.from {
                    gate.offer(made);
                }
            }
        }
        Ok(gate.close(Short::NoneFound))
    }

    /// The rooms of one round, in order; `None` where the run ended before all were looked at.
    fn round(
        &self,
        round: u64,
        best: &BTreeMap<Kind, Best>,
        tables: &mut [Table],
        run: &Run<'_>,
    ) -> Option<Vec<Found>> {
        let parents: Vec<Room> = best.values().map(|best| best.room).collect();
        let parents = &parents;
        let threads = tables.len() as u64;
        let work = |thread: u64, table: &mut Table| -> Vec<(u64, Found)> {
            let tasks = (0..ROUND).filter(|task| task % threads == thread);
            tasks
                .take_while(|_| run.stop().is_none())
                .filter_map(|task| {
                    let mut random = stream(self, round * ROUND + task);
                    let found = look(self, parents, table, &mut random, run)?;
                    Some((task, found))
                })
                .collect()
        };
        let mut found: Vec<(u64, Found)> = if let [table] = tables {
            work(0, table)
        } else {
            std::thread::scope(|scope| {
                let work = &work;
                let workers: Vec<_> = (0..threads)
                    .zip(tables)
                    .map(|(thread, table)| scope.spawn(move || work(thread, table)))
                    .collect();
                workers
                    .into_iter()
                    .flat_map(|worker| worker.join().expect("a look does not panic"))
                    .collect()
            })
        };
        found.sort_unstable_by_key(|&(task, _)| task);
        let found = found.into_iter().map(|(_, found)| found).collect();
        run.stop().is_none().then_some(found)
    }
}

/// A kind, how good the room is, and the room.
type Found = (Kind, usize, Room);

/// A new or changed room.
fn look(
    recipe: &Recipe,
    parents: &[Room],
    table: &mut Table,
    random: &mut Stream,
    run: &Run<'_>,
) -> Option<Found> {
    let room = if parents.is_empty() || random.below(FRESH) == 0 {
        let (fewest, most) = (*recipe.boxes.start(), *recipe.boxes.end());
        let boxes = fewest + random.below((most - fewest) as u32 + 1) as usize;
        Room::scattered(recipe.grid().ok()?, boxes, WALL, random)?
    } else {
        parents[random.below(parents.len() as u32) as usize].edited(random)?
    };
    table.fill(&room, Measure::BoxLines, MOST_POSITIONS, run).ok()?;
    let lines = table.depth();
    let kind = Kind {
        lines: lines / 4,
        boxes: room.goals.count_ones() as usize,
        floor: room.floor.count_ones() as usize / 4,
        symmetries: room.symmetries(),
    };
    // Within a kind more lines are better, and then less floor.
    let score = lines * 64 + (64 - room.floor.count_ones() as usize);
    (lines > 0).then_some((kind, score, room))
}
