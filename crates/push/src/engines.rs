//! The engines of this crate, as hosts see them.

use std::sync::Arc;

use kuraban_board::{Board, Layout};
use kuraban_level::{Level, Rules};
use kuraban_search::{Claim, Engine, Found, Objective, Promise, Run, Stop, Verdict};
use kuraban_verify::Solution;

use crate::best_first::{Detectors, Order, Settings};
use crate::meeting::Meeting;
use crate::member::{Member, Single};
use crate::plain::Plain;
use crate::race::race;
use crate::walker::{Least, Walker};

/// The searches of this crate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    /// Greedy pulls.
    Pull,
    /// Greedy pushes.
    Push,
    /// Pulls made and a multiple of the bound.
    WeightedPull,
    /// Greedy pulls for a while: a first solution beside searches for the best.
    Scout,
    /// Fewest pushes, forward.
    LeastPush,
    /// Fewest pushes, backward.
    LeastPull,
    /// Fewest moves, half movements, or moves among the solutions with fewest pushes.
    Walk(Least),
}

/// Expansions of a scout: about a second.
const SCOUTED: u64 = 300_000;
/// What a push of the bound weighs against one made.
const WEIGHT: u16 = 3;

impl Kind {
    /// Begins the search on a board.
    fn begin<const W: usize>(
        self,
        board: &Arc<Board<W>>,
        detectors: Detectors,
        meeting: Option<&Arc<Meeting>>,
        memory: usize,
    ) -> Box<dyn Member> {
        let board = Arc::clone(board);
        let greedy = Settings::new(Order::Greedy, detectors);
        let optimal = Settings::new(Order::Optimal, detectors);
        match self {
            Self::Pull => Box::new(
                Single::<W, true>::new("pull", board, greedy, memory).meeting(meeting),
            ),
            Self::Push => Box::new(
                Single::<W, false>::new("push", board, greedy, memory).meeting(meeting),
            ),
            Self::Scout => Box::new(
                Single::<W, true>::new("scout", board, greedy, memory).at_most(SCOUTED),
            ),
            Self::WeightedPull => {
                let weighted = Settings::new(Order::Weighted(WEIGHT), detectors);
                Box::new(Single::<W, true>::new("weighted", board, weighted, memory))
            }
            Self::LeastPush => Box::new(
                Single::<W, false>::new("least-push", board, optimal, memory)
                    .meeting(meeting),
            ),
            Self::LeastPull => Box::new(
                Single::<W, true>::new("least-pull", board, optimal, memory)
                    .meeting(meeting),
            ),
            Self::Walk(least) => Box::new(Walker::<W>::new(board, least, memory)),
        }
    }
}

fn begin_all<const W: usize>(
    layout: Layout,
    kinds: &[Kind],
    detectors: Detectors,
    memory: usize,
) -> Vec<Box<dyn Member>> {
    let board = Arc::new(Board::<W>::from_layout(layout));
    // Only one search of each direction can meet: nodes are numbered by each on its own.
    let has = |kind: Kind| kinds.contains(&kind);
    let least = has(Kind::LeastPull) && has(Kind::LeastPush);
    let both_ways = least || has(Kind::Pull) && has(Kind::Push);
    let meeting =
        (both_ways && memory / 8 > Meeting::BYTES).then(|| Arc::new(Meeting::default()));
    let table = if meeting.is_some() { Meeting::BYTES } else { 0 };
    let share = (memory - table) / kinds.len();
    let begin = |kind: &Kind| {
        let meets = least == matches!(kind, Kind::LeastPull | Kind::LeastPush);
        // A scout needs little, and the others can use what it leaves.
        let scout = has(Kind::Scout) && kinds.len() > 1;
        let share = match kind {
            Kind::Scout if scout => share / 4,
            _ if scout => share + share / 4 * 3 / (kinds.len() - 1),
            _ => share,
        };
        kind.begin(&board, detectors, meeting.as_ref().filter(|_| meets), share)
    };
    kinds.iter().map(begin).collect()
}

/// Begins searches on a level, on a board of as few words as fit. Boards that fit none get one
/// that knows no bitboards.
pub(crate) fn begin(
    level: &Level,
    layout: Layout,
    kinds: &[Kind],
    detectors: Detectors,
    memory: usize,
) -> Vec<Box<dyn Member>> {
    match layout.words() {
        0..=1 => begin_all::<1>(layout, kinds, detectors, memory),
        2 => begin_all::<2>(layout, kinds, detectors, memory),
        3 => begin_all::<3>(layout, kinds, detectors, memory),
        4 => begin_all::<4>(layout, kinds, detectors, memory),
        5..=6 => begin_all::<6>(layout, kinds, detectors, memory),
        7..=8 => begin_all::<8>(layout, kinds, detectors, memory),
        9..=16 => begin_all::<16>(layout, kinds, detectors, memory),
        17..=64 => begin_all::<64>(layout, kinds, detectors, memory),
        _ => vec![Box::new(Plain::new(level, memory))],
    }
}

/// What needs no search.
pub(crate) fn at_once(level: &Level, layout: &Layout) -> Option<Verdict> {
    if layout.refuted.is_some() {
        return Some(Verdict::Unsolvable);
    }
    if level.is_solved_at_start() || layout.boxes.is_empty() {
        use kuraban_search::Claim::{
            Moves, MovesThenPushes, Pushes, PushesThenMoves, Robot,
        };
        let optimal = vec![Moves, Pushes, Robot, PushesThenMoves, MovesThenPushes];
        return Some(Verdict::Solved(Found { steps: Vec::new(), optimal }));
    }
    None
}

/// Lets searches race on a level.
fn solve(
    level: &Level,
    objective: Objective,
    kinds: &[Kind],
    detectors: Detectors,
    threads: usize,
    run: &mut Run<'_>,
) -> Result<Verdict, Stop> {
    let layout = Layout::new(level);
    if let Some(verdict) = at_once(level, &layout) {
        return Ok(verdict);
    }
    let members = begin(level, layout, kinds, detectors, run.memory_limit());
    race(level, objective, members, threads, run)
}

/// Greedy search by pulls, from the solved positions to the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pull {
    /// The detectors it asks.
    pub detectors: Detectors,
}

/// Greedy search by pushes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Push {
    /// The detectors it asks.
    pub detectors: Detectors,
}

/// Search by pulls that weighs those made against those to come: shorter solutions than greedy
/// search, in more time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weighted {
    /// The detectors it asks.
    pub detectors: Detectors,
}

/// Fewest pushes or fewest moves, proved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Optimal {
    /// The detectors it asks.
    pub detectors: Detectors,
}

impl Engine for Pull {
    fn name(&self) -> &'static str {
        "pull"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[],
            about: "greedy search by pulls, from the solved level back to the start",
        }
    }

    fn solve(
        &self,
        level: &Level,
        _: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        solve(level, Objective::Any, &[Kind::Pull], self.detectors, 1, run)
    }
}

impl Engine for Push {
    fn name(&self) -> &'static str {
        "push"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[],
            about: "greedy search by pushes, with deadlock detectors",
        }
    }

    fn solve(
        &self,
        level: &Level,
        _: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        solve(level, Objective::Any, &[Kind::Push], self.detectors, 1, run)
    }
}

impl Engine for Weighted {
    fn name(&self) -> &'static str {
        "weighted"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[],
            about: "search by pulls that weighs the pushes made: shorter solutions, more time",
        }
    }

    fn solve(
        &self,
        level: &Level,
        _: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        solve(level, Objective::Any, &[Kind::WeightedPull], self.detectors, 1, run)
    }
}

/// Solves for an objective on a number of threads.
pub(crate) fn least(
    level: &Level,
    objective: Objective,
    detectors: Detectors,
    threads: usize,
    run: &mut Run<'_>,
) -> Result<Verdict, Stop> {
    let kinds: &[Kind] = match objective {
        Objective::Moves => &[Kind::Walk(Least::Moves), Kind::Scout],
        Objective::Robot => &[Kind::Walk(Least::Robot), Kind::Scout],
        _ => &[Kind::LeastPull, Kind::LeastPush, Kind::Scout],
    };
    let verdict = solve(level, objective, kinds, detectors, threads, run)?;
    let Verdict::Solved(found) = verdict else { return Ok(verdict) };
    if objective != Objective::Pushes || found.optimal.contains(&Claim::PushesThenMoves) {
        return Ok(Verdict::Solved(found));
    }
    // The pushes are proved: a limit on the way to the fewest moves takes nothing away from that.
    let pushes = Solution::check(level, &found.steps)
        .expect("the race lets only solutions through")
        .figures()
        .pushes;
    run.found(found.clone());
    let ties = Kind::Walk(Least::Ties(pushes as u16));
    match solve(level, Objective::Any, &[ties], detectors, 1, run) {
        Ok(Verdict::Solved(least)) => Ok(Verdict::Solved(least)),
        Ok(_) | Err(_) => Ok(Verdict::Solved(found)),
    }
}

impl Engine for Optimal {
    fn name(&self) -> &'static str {
        "optimal"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[Objective::Pushes, Objective::Moves, Objective::Robot],
            about: "A*, forward and backward: fewest pushes, moves or half movements, proved",
        }
    }

    fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        least(level, objective, self.detectors, 1, run)
    }
}

/// All engines of this crate.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(Pull::default()),
        Box::new(Push::default()),
        Box::new(Weighted::default()),
        Box::new(Optimal::default()),
    ]
}
