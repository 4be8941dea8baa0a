//! The cheapest solution by playing every step there is, and poor solutions to begin with.
//!
//! States are plain vectors in a hash map, the figures are counted once more, and nothing is
//! clever. The unit tests of the crate use it, too.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use kuraban_level::{Dir, Level, Step};
use kuraban_testkit::{Random, solution};
use kuraban_verify::{Figures, Replay};

/// Figures in the order of a goal.
type Cost = Vec<usize>;

/// A moment of a game, as the cost of what follows depends on it.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct Moment {
    pub(crate) player: usize,
    /// Ascending.
    pub(crate) boxes: Vec<usize>,
    /// The direction of the step before, and whether it pushed.
    pub(crate) before: Option<(Dir, bool)>,
    /// Where the box stands that was pushed last.
    pub(crate) last_box: Option<usize>,
}

impl Moment {
    pub(crate) fn start(level: &Level) -> Self {
        let boxes = level.boxes().to_vec();
        Self { player: level.player(), boxes, before: None, last_box: None }
    }

    /// The moment after a step, what it adds to the figures, and the square a box left.
    fn step(&self, level: &Level, dir: Dir) -> Option<(Self, Figures, Option<usize>)> {
        let to = level.step(self.player, dir)?;
        let mut next = Self { player: to, before: Some((dir, false)), ..self.clone() };
        let turns = self.before.is_none_or(|(before, _)| before != dir);
        let mut adds = Figures { moves: 1, robot_half_moves: 2, ..Figures::default() };
        adds.player_lines = usize::from(turns);
        let Some(pushed) = self.boxes.iter().position(|&at| at == to) else {
            return Some((next, adds, None));
        };
        let beyond = level.step(to, dir).filter(|at| !self.boxes.contains(at))?;
        next.boxes[pushed] = beyond;
        next.boxes.sort_unstable();
        next.before = Some((dir, true));
        next.last_box = Some(beyond);
        adds.pushes = 1;
        adds.box_lines = usize::from(self.before != Some((dir, true)));
        adds.robot_half_moves += 2 * adds.box_lines;
        let goes_on = self.before.is_some_and(|(_, is_push)| is_push);
        adds.pushing_sessions = usize::from(!goes_on);
        adds.box_changes = usize::from(self.last_box != Some(to));
        Some((next, adds, Some(to)))
    }

    /// Forgets what does not matter for these figures.
    fn forget(mut self, counts: Counts) -> Self {
        if !counts.turns && matches!(self.before, Some((_, false))) {
            self.before = None;
        }
        if !counts.changes {
            self.last_box = None;
        }
        self
    }
}

/// What a goal counts beside pushes and moves.
#[derive(Clone, Copy)]
struct Counts {
    turns: bool,
    changes: bool,
}

/// A step of a game: the boxes before and after, and the square that a box left, which is where
/// the player stands then, and its direction.
pub(crate) struct Played<'a> {
    pub(crate) before: &'a [usize],
    pub(crate) after: &'a [usize],
    pub(crate) push: Option<(usize, Dir)>,
}

/// The least cost from a moment to the first step that `ends` it, over box sets that `is_in`
/// lets pass. `rank` gives figures in the order of the goal. `None` where there is no way, or where
/// there are more than `most` moments.
pub(crate) fn cheapest(
    level: &Level,
    from: &Moment,
    most: usize,
    rank: impl Fn(&Figures) -> Cost,
    is_in: impl Fn(&[usize]) -> bool,
    ends: impl Fn(&Played<'_>) -> bool,
) -> Option<Cost> {
    let has = |figures: Figures| rank(&figures).iter().any(|&figure| figure > 0);
    let counts = Counts {
        turns: has(Figures { player_lines: 1, ..Figures::default() }),
        changes: has(Figures { box_changes: 1, ..Figures::default() }),
    };
    let from = from.clone().forget(counts);
    let zero = rank(&Figures::default());
    let mut known: HashMap<Moment, Cost> = HashMap::from([(from.clone(), zero.clone())]);
    // The end is a moment like the others: it counts when it is the cheapest.
    let mut open = BinaryHeap::from([Reverse((zero, Some(from)))]);
    while let Some(Reverse((paid, moment))) = open.pop() {
        let Some(moment) = moment else { return Some(paid) };
        if known[&moment] < paid {
            continue;
        }
        if known.len() > most {
            return None;
        }
        for dir in Dir::ALL {
            let Some((next, adds, from)) = moment.step(level, dir) else { continue };
            let cost: Cost =
                paid.iter().zip(rank(&adds)).map(|(paid, more)| paid + more).collect();
            let push = from.map(|from| (from, dir));
            let (before, after) = (&moment.boxes, &next.boxes);
            if ends(&Played { before, after, push }) {
                open.push(Reverse((cost, None)));
                continue;
            }
            if push.is_some() && !is_in(&next.boxes) {
                continue;
            }
            let next = next.forget(counts);
            if known.get(&next).is_none_or(|known| cost < *known) {
                known.insert(next.clone(), cost.clone());
                open.push(Reverse((cost, Some(next))));
            }
        }
    }
    None
}

/// Random steps that can be made.
pub(crate) fn stroll(level: &Level, random: &mut Random, count: usize) -> Vec<Dir> {
    let mut replay = Replay::new(level);
    let mut steps = Vec::new();
    while steps.len() < count {
        let dir = Dir::ALL[random.below(4)];
        // A step that pushes is taken rather than one that does not.
        let ahead = level.step(replay.player(), dir);
        let is_push = ahead.is_some_and(|ahead| replay.has_box(ahead));
        let can = random.below(3) == 0 || is_push;
        if can && replay.step(dir).is_ok() {
            steps.push(dir);
        } else if Dir::ALL.iter().all(|&dir| replay.clone().step(dir).is_err()) {
            break;
        }
    }
    steps
}

/// A solution with detours: some random steps, then the way with the fewest moves from there.
/// `None` where none was found.
pub(crate) fn poor(level: &Level, random: &mut Random) -> Option<Vec<Dir>> {
    if level.is_solved_at_start() {
        return None;
    }
    let best = solution(level)?;
    for count in [60, 60, 30, 30, 15] {
        let mut steps = stroll(level, random, count);
        let mut replay = Replay::new(level);
        let solves = steps.iter().position(|&dir| {
            replay.step(dir).expect("it was made before");
            replay.is_solved()
        });
        if let Some(last) = solves {
            steps.truncate(last + 1);
            return Some(steps);
        }
        if let Some(rest) = solution(&replay.to_level()) {
            return Some([steps, rest].concat());
        }
    }
    Some(best)
}

/// The steps of a solution without their case.
pub(crate) fn dirs(steps: &[Step]) -> Vec<Dir> {
    steps.iter().map(|step| step.dir).collect()
}
