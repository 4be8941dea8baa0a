//! Making one level.

use kuraban::{Level, Run, identity};
use kuraban_env::Stream;

use crate::anneal::{Anneal, MOST_POSITIONS, tidy};
use crate::facts::Exact;
use crate::grid::Grid;
use crate::label::{Judge, Labels};
use crate::ladder::Ladder;
use crate::novel::novel;
use crate::random::{happens, stream};
use crate::recipe::{Label, Maker, Recipe, Wants};
use crate::room::{Room, Start};
use crate::table::{Measure, Table};
use crate::twin::Twin;
use crate::walk::{pullable, walked};

/// A level that was made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Made {
    /// Which one of its recipe.
    pub index: u64,
    /// The level.
    pub level: Level,
    /// Its canonical identity.
    pub id: String,
    /// The identity of its walls and goals.
    pub room: String,
    /// Its solution and what is known of it; those of the solvable twin, where there is one.
    pub labels: Labels,
    /// What the table of its positions tells, where one was made.
    pub exact: Option<Exact>,
    /// Why it cannot be solved, where it cannot.
    pub twin: Option<Twin>,
    /// Whether nothing is told of it but that it can be solved.
    pub is_bare: bool,
}

/// Rooms that are tried for one level.
const TRIES: usize = 60;
/// Starts of one room that are labelled for a wanted difficulty.
const STARTS: usize = 8;
/// From this difficulty on, starts pulled at random are hardly ever hard enough: then all
/// positions of a room are looked at. Measured.
const DEEP: f64 = 24.0;
/// One square in so many of a random room is a wall.
const WALL: u32 = 4;

/// What one thread needs to make levels.
pub(crate) struct Workbench {
    table: Table,
    judge: Judge,
}

impl Workbench {
    pub(crate) fn new() -> Self {
        Self { table: Table::default(), judge: Judge::new() }
    }

    /// Level `index` of a recipe. `None` where none was found, or the run was stopped.
    pub(crate) fn level(
        &mut self,
        recipe: &Recipe,
        index: u64,
        run: &Run<'_>,
    ) -> Option<Made> {
        let mut random = stream(recipe, index);
        let wants = recipe.wants_of(index);
        if let (Maker::Vary, Some(source)) = (recipe.maker, &recipe.source) {
            let varied = source.vary(recipe, &wants, &self.judge, &mut random, run)?;
            return Some(Made::new(recipe, index, varied.0, varied.1));
        }
        let grid = recipe.grid().ok()?;
        let (fewest, most) = (*recipe.boxes.start(), *recipe.boxes.end());
        let boxes = fewest + random.below((most - fewest) as u32 + 1) as usize;
        let wants_twin = happens(recipe.unsolvable, &mut random);
        for attempt in 0..TRIES {
            if run.stop().is_some() {
                return None;
            }
            let task = Task { recipe, wants: &wants, grid, boxes, attempt };
            let Some(ladder) = self.ladder(&task, &mut random, run) else { continue };
            let Some((start, labels)) = self.climb(&task, &ladder, &mut random, run)
            else {
                continue;
            };
            let level = ladder.room.level(start);
            let mut made = Made::new(recipe, index, level, labels);
            if wants_twin {
                let twin = Twin::find(&made, &wants, &self.judge, &mut random, run);
                let Some((level, twin)) = twin else { continue };
                made = Made {
                    twin: Some(twin),
                    ..Made::new(recipe, index, level, made.labels)
                };
            } else if recipe.label == Label::All
                || recipe.label() > Label::Greedy && recipe.maker != Maker::Rooms
            {
                made.exact = Exact::of(&made.level, &mut self.table, run);
            }
            return Some(made).filter(|_| run.stop().is_none());
        }
        None
    }

    /// The farthest start of a room as a level, if it is as wanted.
    pub(crate) fn farthest(
        &mut self,
        recipe: &Recipe,
        room: &Room,
        index: u64,
        run: &Run<'_>,
    ) -> Option<Made> {
        let measure = Measure::BoxLines;
        let room = tidy(room, measure, &mut self.table, run)?;
        self.table.fill(&room, measure, MOST_POSITIONS, run).ok()?;
        let wants = recipe.wants_of(index);
        let mut random = stream(recipe, index);
        let ladder = Ladder::of_table(&room, &self.table, measure, &wants, &mut random);
        let &(_, start) = ladder.rungs.last()?;
        let level = room.level(start);
        let labels = self.judge.label(&level, recipe.label(), run)?;
        let holds = wants.hold(&labels) && labels.push_every_box(&level);
        holds.then(|| Made::new(recipe, index, level, labels))
    }

    /// The starts of a new room.
    fn ladder(
        &mut self,
        task: &Task<'_>,
        random: &mut Stream,
        run: &Run<'_>,
    ) -> Option<Ladder> {
        let Task { recipe, wants, grid, boxes, .. } = *task;
        let hard = wants.difficulty.as_ref().is_some_and(|band| *band.start() >= DEEP);
        let (room, measure) = match recipe.maker {
            Maker::Rooms => {
                let empty = Room { grid, floor: walked(grid, random), goals: 0 };
                let room = empty.with_goals(boxes, pullable(&empty), random)?;
                if !hard {
                    let found = novel(&room, random);
                    return Some(Ladder::of_pulls(&room, &found, wants, random));
                }
                (room, Measure::Pushes)
            }
            Maker::Exact => (Room::scattered(grid, boxes, WALL, random)?, task.measure()),
            Maker::Evolve | Maker::Vary => {
                let (measure, enough) = (task.measure(), task.enough());
                let effort = recipe.effort;
                let anneal = Anneal { grid, boxes, measure, effort, enough };
                let room = anneal.search(&mut self.table, random, run)?;
                (tidy(&room, measure, &mut self.table, run)?, measure)
            }
        };
        self.table.fill(&room, measure, MOST_POSITIONS, run).ok()?;
        let mut ladder = Ladder::of_table(&room, &self.table, measure, wants, random);
        ladder.cut(wants);
        Some(ladder)
    }

    /// The start that is as wanted, with its labels.
    fn climb(
        &self,
        task: &Task<'_>,
        ladder: &Ladder,
        random: &mut Stream,
        run: &Run<'_>,
    ) -> Option<(Start, Labels)> {
        let label = task.recipe.label();
        let judge = |start: Start| {
            let level = ladder.room.level(start);
            let labels = self.judge.label(&level, label, run)?;
            let holds = task.wants.hold(&labels) && labels.push_every_box(&level);
            Some((labels, holds))
        };
        let mut rungs = &ladder.rungs[..];
        let Some(band) = &task.wants.difficulty else {
            let (_, start) = *task.rung(rungs, random)?;
            let (labels, holds) = judge(start)?;
            return holds.then_some((start, labels));
        };
        // Farther starts are harder, as a rule: the range is halved.
        for _ in 0..STARTS {
            let middle = rungs.len() / 2;
            let (_, start) = *rungs.get(middle)?;
            let (labels, holds) = judge(start)?;
            if holds {
                return Some((start, labels));
            }
            let value = labels.difficulty.as_ref()?.value;
            rungs = if value < *band.start() {
                &rungs[middle + 1..]
            } else {
                &rungs[..middle]
            };
        }
        None
    }
}

/// One attempt at a level.
#[derive(Clone, Copy)]
struct Task<'a> {
    recipe: &'a Recipe,
    wants: &'a Wants,
    grid: Grid,
    boxes: usize,
    attempt: usize,
}

impl Task<'_> {
    /// What distances count: what a band is given for, or what the recipe says.
    fn measure(&self) -> Measure {
        match (&self.wants.pushes, &self.wants.box_lines) {
            (Some(_), None) => Measure::Pushes,
            (None, Some(_)) => Measure::BoxLines,
            _ => self.recipe.aim,
        }
    }

    /// The depth at which a room is good enough. Box lines for a difficulty are guessed, and
    /// more with every attempt.
    fn enough(&self) -> usize {
        let band = match self.measure() {
            Measure::Pushes => &self.wants.pushes,
            Measure::BoxLines => &self.wants.box_lines,
        };
        if let Some(band) = band {
            return (*band.start()).max(1);
        }
        self.wants.difficulty.as_ref().map_or(usize::MAX, |band| {
            4 + (*band.start() as usize) / 3 + 2 * self.attempt
        })
    }

    /// The start that is taken where no difficulty is wanted.
    fn rung<'a>(
        &self,
        rungs: &'a [(usize, Start)],
        random: &mut Stream,
    ) -> Option<&'a (usize, Start)> {
        match self.recipe.maker {
            // Any of the wanted distances.
            Maker::Exact if self.wants.pushes.is_some() => {
                rungs.get(random.below(rungs.len().max(1) as u32) as usize)
            }
            Maker::Exact | Maker::Evolve | Maker::Vary => rungs.last(),
            // The farthest third: then pushes and moves are as many as Boxoban's. Measured.
            Maker::Rooms => {
                let nearer = rungs.len() * 2 / 3;
                let farther = (rungs.len() - nearer).max(1) as u32;
                rungs.get(nearer + random.below(farther) as usize)
            }
        }
    }
}

impl Made {
    fn new(recipe: &Recipe, index: u64, level: Level, labels: Labels) -> Self {
        let (id, room) = (identity::canonical(&level), identity::room(&level));
        let is_bare = recipe.label == Label::None;
        Self { index, level, id, room, labels, exact: None, twin: None, is_bare }
    }

    /// What is told of the level itself: the labels of a twin are those of the other one.
    pub fn told(&self) -> Option<&Labels> {
        (self.twin.is_none() && !self.is_bare).then_some(&self.labels)
    }
}
