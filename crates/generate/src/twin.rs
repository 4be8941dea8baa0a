//! Levels that cannot be solved, though they look as if they could.

use std::collections::HashSet;

use kuraban::{Level, Replay, Rules, Run, Square};
use kuraban_env::Stream;

use crate::label::{Judge, Verdict};
use crate::make::Made;
use crate::random::shuffle;
use crate::recipe::Wants;
use crate::room::{Room, Start};
use crate::table::{Position, pushes};

/// How a level that cannot be solved differs from one that can.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Twin {
    /// The canonical identity of the level that can be solved.
    pub of: String,
    /// What was done to it.
    pub change: Change,
}

/// What made a level unsolvable.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Change {
    /// A part of the solution was played, and then a wrong push.
    Push {
        /// Steps of the solution before it.
        after: usize,
        /// The walk to the box and the push, as letters.
        fatal: String,
        /// Pushes that can still be played before a dead square or boxes that block each other
        /// show the loss; zero where it shows at once, nothing where there are too many positions.
        depth: Option<usize>,
    },
    /// A wall was built.
    Wall {
        /// The square.
        square: usize,
    },
}

/// Changes that are tried.
const TRIES: usize = 24;
/// Positions that are looked at for the depth of a mistake.
const MOST_POSITIONS: usize = 5_000;

impl Twin {
    /// A level that differs by a wrong push or, one time in four, by a wall, and is proved
    /// unsolvable.
    pub(crate) fn find(
        made: &Made,
        wants: &Wants,
        judge: &Judge,
        random: &mut Stream,
        run: &Run<'_>,
    ) -> Option<(Level, Self)> {
        let mut changed = if random.below(4) == 0 {
            walls(&made.level)
        } else {
            wrong_pushes(&made.level, &made.labels.solution)
        };
        if wants.off_goals {
            changed.retain(|(level, _)| is_off_goals(level));
        }
        shuffle(&mut changed, random);
        let of = made.id.clone();
        changed.into_iter().take(TRIES).find_map(|(level, mut change)| {
            if judge.verdict(&level, run) != Verdict::Unsolvable {
                return None;
            }
            if let Change::Push { depth, .. } = &mut change {
                *depth = mistake_depth(&level);
            }
            Some((level, Self { of: of.clone(), change }))
        })
    }
}

/// Whether neither a box nor the player stands on a goal.
fn is_off_goals(level: &Level) -> bool {
    level
        .goals()
        .iter()
        .all(|&goal| !level.square(goal).has_box && goal != level.player())
}

/// The level with one more wall.
fn walls(level: &Level) -> Vec<(Level, Change)> {
    let reach = level.flood(vec![level.player()], |_| true);
    let free = |at: &usize| {
        reach[*at] && level.square(*at) == Square::FLOOR && *at != level.player()
    };
    let built = |square: usize| {
        let mut squares = level.squares().to_vec();
        squares[square] = Square::WALL;
        let level =
            Level::new(Rules::Boxes, level.width(), squares, &[level.player()]).ok()?;
        // A goal or box that is cut off is no riddle.
        let reach = level.flood(vec![level.player()], |_| true);
        let whole = level.boxes().iter().chain(level.goals()).all(|&at| reach[at]);
        whole.then_some((level, Change::Wall { square }))
    };
    (0..reach.len()).filter(free).filter_map(built).collect()
}

/// Every push off the solution, from every position on it.
fn wrong_pushes(level: &Level, solution: &kuraban::Solution) -> Vec<(Level, Change)> {
    let mut found = Vec::new();
    let mut replay = Replay::new(level);
    let mut steps_made = 0;
    for step in solution.steps() {
        if step.push || steps_made == 0 {
            let now = replay.to_level();
            if let Some((room, start)) = Room::of(&now) {
                let zone = room.grid.flood(start.player, room.floor & !start.boxes);
                for push in pushes(&room, Position { boxes: start.boxes, zone }) {
                    let behind = room.square(room.grid.step(push.from, !push.dir));
                    let Some(walk) = walk(&now, behind) else { continue };
                    let after = room.level(push.after);
                    let fatal = walk + &push.dir.push_letter().to_string();
                    let change = Change::Push { after: steps_made, fatal, depth: None };
                    found.push((after, change));
                }
            }
        }
        steps_made += 1;
        if replay.step(step.dir).is_err() {
            break;
        }
    }
    found
}

/// A shortest walk to a square, as letters.
fn walk(level: &Level, to: usize) -> Option<String> {
    let step =
        |at: usize, dir| level.step(at, dir).filter(|&next| !level.square(next).has_box);
    let count = level.squares().len();
    let steps = kuraban_board::moves::walk(count, level.player(), to, step)?;
    Some(steps.into_iter().map(kuraban::Dir::letter).collect())
}

/// How many pushes can be played from a lost position until all that can be reached in fewer shows
/// that it is lost: the depth of a breadth-first search over positions that do not.
pub(crate) fn mistake_depth(level: &Level) -> Option<usize> {
    let (room, start) = Room::of(level)?;
    let live = room.live();
    let shows = |boxes: u64| room.shows_loss(live, boxes);
    let zone = |start: Start| room.grid.flood(start.player, room.floor & !start.boxes);
    if shows(start.boxes) {
        return Some(0);
    }
    let mut layer = vec![Position { boxes: start.boxes, zone: zone(start) }];
    let mut seen: HashSet<Position> = layer.iter().copied().collect();
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for &at in &layer {
            for push in pushes(&room, at) {
                if shows(push.after.boxes) {
                    continue;
                }
                let after = Position { boxes: push.after.boxes, zone: zone(push.after) };
                if seen.insert(after) {
                    next.push(after);
                }
            }
        }
        if seen.len() > MOST_POSITIONS {
            return None;
        }
        layer = next;
    }
    Some(depth)
}
