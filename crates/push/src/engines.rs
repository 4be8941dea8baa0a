//! The engines of this crate, as hosts see them.

use std::sync::Arc;

use kuraban_board::{Board, Layout};
use kuraban_level::{Level, Rules};
use kuraban_search::{Claim, Engine, Found, Objective, Promise, Run, Stop, Verdict};
use kuraban_verify::Solution;

use crate::best_first::{Detectors, Order, Settings};
use crate::guest::Guest;
use crate::improve::{Improvement, Improver, Known};
use crate::meeting::Meeting;
use crate::member::{Member, Single};
use crate::plain::Plain;
use crate::race::race;
use crate::scout::Scout;
use crate::walker::{Least, Walker};

/// The searches of this crate.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Greedy pulls.
    Pull,
    /// Greedy pushes.
    Push,
    /// Pulls made and a multiple of the bound.
    WeightedPull,
    /// Fewest pushes, forward.
    LeastPush,
    /// Fewest pushes, backward.
    LeastPull,
    /// Fewest moves, half movements, or moves among the solutions with fewest pushes.
    Walk(Least),
    /// Shorter stretches of a solution that others find.
    Improve(Improvement),
}

/// Microseconds for which the walks of a solution are shortened while ties are settled.
const SHORTENED: u64 = 2_000_000;
/// What a push of the bound weighs against one made.
const WEIGHT: u16 = 3;

impl Kind {
    /// Begins the search on a board.
    fn begin<const W: usize>(
        &self,
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
            Self::Walk(least) => Box::new(Walker::<W>::new(board, *least, memory)),
            Self::Improve(improvement) => {
                Box::new(Improver::<W>::new(board, improvement.clone(), memory))
            }
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
    let has = |wanted: fn(&Kind) -> bool| kinds.iter().any(wanted);
    let least = has(|kind| matches!(kind, Kind::LeastPull))
        && has(|kind| matches!(kind, Kind::LeastPush));
    let greedy =
        has(|kind| matches!(kind, Kind::Pull)) && has(|kind| matches!(kind, Kind::Push));
    let both_ways = least || greedy;
    let meeting =
        (both_ways && memory / 8 > Meeting::BYTES).then(|| Arc::new(Meeting::default()));
    let table = if meeting.is_some() { Meeting::BYTES } else { 0 };
    let share = (memory - table) / kinds.len();
    let begin = |kind: &Kind| {
        let meets = least == matches!(kind, Kind::LeastPull | Kind::LeastPush);
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

/// How to look for what is least.
#[derive(Clone, Copy)]
pub(crate) struct Thorough<'a> {
    pub(crate) detectors: Detectors,
    pub(crate) threads: usize,
    /// Engines that look for a first solution beside the searches of this crate.
    pub(crate) guests: &'a [Arc<dyn Engine>],
}

impl Thorough<'_> {
    /// Solves for an objective. Scouts run beside the exact searches, so that a limit finds a
    /// solution even where the proof is far.
    pub(crate) fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        let layout = Layout::new(level);
        if let Some(verdict) = at_once(level, &layout) {
            return Ok(verdict);
        }
        let kinds: &[Kind] = match objective {
            Objective::Moves => &[Kind::Walk(Least::Moves)],
            Objective::Robot => &[Kind::Walk(Least::Robot)],
            _ => &[Kind::LeastPull, Kind::LeastPush],
        };
        let memory = run.memory_limit();
        let share = memory / 8 / (3 + self.guests.len());
        let rest = memory - memory / 8;
        let begin = |kinds: &[Kind], memory| {
            begin(level, layout.clone(), kinds, self.detectors, memory)
        };
        let mut members = begin(kinds, rest);
        let known = Known::default();
        let mut scouts = begin(&[Kind::Pull, Kind::Push], 2 * share);
        for guest in self.guests {
            scouts.push(Box::new(Guest::new(Arc::clone(guest), level, share)));
        }
        for scout in scouts {
            members.push(Box::new(Scout::new(scout, known.clone())));
        }
        let least = match objective {
            Objective::Pushes => Least::Pushes,
            _ => Least::Moves,
        };
        let improvement = Improvement { known, least, work: u64::MAX };
        members.extend(begin(&[Kind::Improve(improvement)], share));
        let verdict = race(level, objective, members, self.threads, run)?;
        match verdict {
            Verdict::Solved(found) if found.optimal.contains(&Claim::Pushes) => {
                self.settle_ties(level, found, run).map(Verdict::Solved)
            }
            verdict => Ok(verdict),
        }
    }

    /// Looks for the fewest moves with as few pushes, and for fewer ones on the way. The pushes
    /// are proved already, and a limit takes nothing away from that.
    fn settle_ties(
        &self,
        level: &Level,
        found: Found,
        run: &mut Run<'_>,
    ) -> Result<Found, Stop> {
        let figures = |found: &Found| {
            Solution::check(level, &found.steps)
                .expect("the race lets only solutions through")
                .figures()
        };
        let fewest = figures(&found);
        let known = Known::default();
        known.leave(&found.steps);
        let improvement = Improvement { known, least: Least::Pushes, work: SHORTENED };
        let ties = Kind::Walk(Least::Ties(fewest.pushes as u16));
        let mut best = found;
        run.found(best.clone());
        let memory = run.memory_limit();
        let begin = |kind: Kind, memory| {
            begin(level, Layout::new(level), &[kind], self.detectors, memory)
        };
        let mut members = begin(ties, memory - memory / 16);
        members.extend(begin(Kind::Improve(improvement), memory / 16));
        let verdict = race(level, Objective::Pushes, members, self.threads, run);
        if let Ok(Verdict::Solved(found)) = &verdict
            && found.optimal.contains(&Claim::PushesThenMoves)
        {
            return Ok(found.clone());
        }
        // Whatever came before a limit counts as well.
        if let Some(found) = run.best()
            && figures(found).moves < figures(&best).moves
        {
            best.steps.clone_from(&found.steps);
        }
        run.found(best.clone());
        verdict.map(|_| best)
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
        let thorough = Thorough { detectors: self.detectors, threads: 1, guests: &[] };
        // Asked for any solution it gives the one it is good at.
        let objective = match objective {
            Objective::Any => Objective::Pushes,
            objective => objective,
        };
        thorough.solve(level, objective, run)
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
