//! The best rooms of many kinds at once (MAP-Elites, Mouret and Clune 2015).

use std::collections::BTreeMap;

use kuraban::Run;
use kuraban_env::Stream;

use crate::anneal::MOST_POSITIONS;
use crate::make::{Made, Workbench};
use crate::random::stream;
use crate::recipe::{BadRecipe, Recipe};
use crate::room::Room;
use crate::table::{Measure, Table};

/// What kind of room it is: only rooms of one kind compete.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct RoomKind {
    /// Box lines of its farthest start, in fours.
    pub lines: usize,
    /// Its boxes.
    pub boxes: usize,
    /// Its floor, in fours of squares.
    pub floor: usize,
    /// How many of its eight pictures are itself.
    pub symmetries: usize,
}

/// Rooms of many kinds, the best of each.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    rooms: BTreeMap<RoomKind, (usize, Room)>,
}

/// Rooms that are changed and looked at before any of them takes its place: they are divided among
/// threads.
const ROUND: u64 = 256;
/// One room in so many is new; the others are changed ones.
const FRESH: u32 = 8;
/// One square in so many of a new room is a wall.
const WALL: u32 = 4;

impl Archive {
    /// Fills an archive in so many rounds, on some threads; the result does not depend on how many.
    /// The run may end it early.
    pub fn fill(
        recipe: &Recipe,
        rounds: u64,
        threads: usize,
        run: &Run<'_>,
    ) -> Result<Self, BadRecipe> {
        recipe.grid()?;
        let threads = threads.max(1) as u64;
        let mut archive = Self::default();
        let mut tables: Vec<Table> = (0..threads).map(|_| Table::default()).collect();
        for round in 0..rounds {
            if run.stop().is_some() {
                break;
            }
            let parents: Vec<Room> =
                archive.rooms.values().map(|&(_, room)| room).collect();
            let parents = &parents;
            let work = |thread: u64, table: &mut Table| -> Vec<(u64, Found)> {
                let tasks = (0..ROUND).filter(|task| task % threads == thread);
                tasks
                    .filter_map(|task| {
                        let mut random = stream(recipe, round * ROUND + task);
                        let found = look(recipe, parents, table, &mut random)?;
                        Some((task, found))
                    })
                    .collect()
            };
            let mut found: Vec<(u64, Found)> = if threads == 1 {
                work(0, &mut tables[0])
            } else {
                std::thread::scope(|scope| {
                    let work = &work;
                    let workers: Vec<_> = (0..threads)
                        .zip(&mut tables)
                        .map(|(thread, table)| scope.spawn(move || work(thread, table)))
                        .collect();
                    workers
                        .into_iter()
                        .flat_map(|worker| worker.join().expect("a look does not panic"))
                        .collect()
                })
            };
            found.sort_unstable_by_key(|&(task, _)| task);
            for (_, (kind, score, room)) in found {
                let best = archive.rooms.entry(kind).or_insert((score, room));
                if score > best.0 {
                    *best = (score, room);
                }
            }
        }
        Ok(archive)
    }

    /// The rooms by kind.
    pub fn rooms(&self) -> impl Iterator<Item = (RoomKind, Room)> {
        self.rooms.iter().map(|(&kind, &(_, room))| (kind, room))
    }

    /// The farthest start of each room as a level, labelled; those as wanted, the fewest box lines
    /// first. The room's place is its index.
    pub fn levels(&self, recipe: &Recipe, run: &Run<'_>) -> Vec<Made> {
        let mut bench = Workbench::new();
        let mut known = std::collections::HashSet::new();
        let rooms = self.rooms.values().zip(0..);
        rooms
            .filter_map(|(&(_, room), index)| bench.farthest(recipe, &room, index, run))
            .filter(|made| known.insert(made.id.clone()))
            .collect()
    }
}

/// A kind, how good the room is, and the room.
type Found = (RoomKind, usize, Room);

/// A new or changed room.
fn look(
    recipe: &Recipe,
    parents: &[Room],
    table: &mut Table,
    random: &mut Stream,
) -> Option<Found> {
    let room = if parents.is_empty() || random.below(FRESH) == 0 {
        let (fewest, most) = (*recipe.boxes.start(), *recipe.boxes.end());
        let boxes = fewest + random.below((most - fewest) as u32 + 1) as usize;
        Room::scattered(recipe.grid().ok()?, boxes, WALL, random)?
    } else {
        parents[random.below(parents.len() as u32) as usize].edited(random)?
    };
    table.fill(&room, Measure::BoxLines, MOST_POSITIONS).ok()?;
    let lines = table.depth();
    let kind = RoomKind {
        lines: lines / 4,
        boxes: room.goals.count_ones() as usize,
        floor: room.floor.count_ones() as usize / 4,
        symmetries: room.symmetries(),
    };
    // Within a kind more lines are better, and then less floor.
    let score = lines * 64 + (64 - room.floor.count_ones() as usize);
    (lines > 0).then_some((kind, score, room))
}
