//! Several members, one level: who is first wins.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use kuraban_level::Level;
use kuraban_search::{BestCell, Claim, Found, Objective, Run, Stop, Verdict};
use kuraban_verify::{Figures, Solution};

use crate::member::{Member, Stage};

/// Work of the first turns, in microseconds: most levels people draw are done within it.
const FIRST_TURN: u64 = 2_000;
/// Work between two looks at the clock.
const SLICE: u64 = 2_000;
/// Work a member does alone before threads are started: a thread costs more than a tiny level.
const ALONE: u64 = 10_000;

/// A member and how long its next turn is.
struct Runner {
    member: Box<dyn Member>,
    turn: u64,
}

/// What the race knows.
struct State {
    level: Level,
    objective: Objective,
    /// The best solution so far and its figures.
    best: Option<(Found, Figures)>,
    bounds: Vec<(Claim, u64)>,
    verdict: Option<Verdict>,
    /// A member ran out of memory: giving up is then a matter of memory.
    full: bool,
    /// News that the run has not been told yet.
    news: Vec<News>,
    expanded: u64,
    generated: u64,
    bytes: usize,
    best_cell: Option<BestCell>,
}

enum News {
    Found(Found),
    Bound(Claim, u64),
}

impl State {
    fn new(level: &Level, objective: Objective) -> Self {
        Self {
            level: level.clone(),
            objective,
            best: None,
            bounds: Vec::new(),
            verdict: None,
            full: false,
            news: Vec::new(),
            expanded: 0,
            generated: 0,
            bytes: 0,
            best_cell: None,
        }
    }

    /// Hears of a member's best cell.
    fn compare(&mut self, best_cell: Option<BestCell>) {
        if let Some(cell) = best_cell
            && self.best_cell.is_none_or(|known| cell.is_beyond(&known))
        {
            self.best_cell = Some(cell);
        }
    }

    /// Hears of a member's turn; tells whether the member goes on.
    fn hear(&mut self, stage: Stage, bound: Option<(Claim, u64)>) -> bool {
        if let Some((claim, at_least)) = bound {
            self.raise(claim, at_least);
        }
        match stage {
            Stage::Working => return true,
            Stage::Found(found) => {
                self.offer(found);
                self.settle();
                return true;
            }
            Stage::Solved(found) => self.offer(found),
            Stage::Unsolvable => self.verdict = Some(Verdict::Unsolvable),
            Stage::Full => self.full = true,
            Stage::GaveUp => {}
        }
        self.settle();
        false
    }

    fn raise(&mut self, claim: Claim, at_least: u64) {
        match self.bounds.iter_mut().find(|(known, _)| *known == claim) {
            Some((_, known)) if *known >= at_least => return,
            Some((_, known)) => *known = at_least,
            None => self.bounds.push((claim, at_least)),
        }
        self.news.push(News::Bound(claim, at_least));
        self.settle();
    }

    /// A solution counts only when the referee has played it.
    fn offer(&mut self, found: Found) {
        let Ok(solution) = Solution::check(&self.level, &found.steps) else { return };
        let figures = solution.figures();
        let rank = |figures: &Figures| match self.objective {
            Objective::Moves => (figures.moves, figures.pushes),
            Objective::Robot => (figures.robot_half_moves, figures.pushes),
            _ => (figures.pushes, figures.moves),
        };
        let better = self.best.as_ref().is_none_or(|(known, old)| {
            (rank(&figures), known.optimal.len()) < (rank(old), found.optimal.len())
        });
        let claims = found.optimal.clone();
        if better {
            self.news.push(News::Found(found.clone()));
            self.best = Some((found, figures));
        }
        // Bounds come last: they may end the race, with the solution that carries the claims.
        for claim in claims {
            if let Some(value) = value(claim, &figures) {
                self.raise(claim, value);
            }
        }
    }

    /// Ends the race where what is known suffices.
    fn settle(&mut self) {
        if self.verdict.is_some() {
            return;
        }
        let Some((found, figures)) = &mut self.best else { return };
        let needed = match self.objective {
            Objective::Pushes => Some(Claim::Pushes),
            Objective::Moves => Some(Claim::Moves),
            Objective::Robot => Some(Claim::Robot),
            Objective::Any | Objective::Actions => None,
        };
        if let Some(claim) = needed {
            let reached = value(claim, figures);
            if !self
                .bounds
                .iter()
                .any(|&(proved, at)| proved == claim && Some(at) >= reached)
            {
                return;
            }
            // The order of pushes among the least moves is the walker's to settle.
            let settled = found.optimal.contains(&Claim::MovesThenPushes);
            if claim == Claim::Moves && !settled {
                return;
            }
            if !found.optimal.contains(&claim) {
                found.optimal.push(claim);
            }
        }
        self.verdict = Some(Verdict::Solved(found.clone()));
    }

    /// Tells the run what is new.
    fn tell(&mut self, run: &mut Run<'_>) {
        run.best_cell = self.best_cell;
        for news in self.news.drain(..) {
            match news {
                News::Found(found) => run.found(found),
                News::Bound(claim, at_least) => run.prove(claim, at_least),
            }
        }
    }
}

/// The figure that a claim is about, where it is a single one.
fn value(claim: Claim, figures: &Figures) -> Option<u64> {
    match claim {
        Claim::Pushes => Some(figures.pushes as u64),
        Claim::Moves => Some(figures.moves as u64),
        Claim::Robot => Some(figures.robot_half_moves as u64),
        Claim::Actions | Claim::PushesThenMoves | Claim::MovesThenPushes => None,
    }
}

/// Runs members on a level until one has what the objective asks for, on `threads` threads. With
/// more members than threads they take turns that grow from round to round; each keeps its memory.
pub(crate) fn race(
    level: &Level,
    objective: Objective,
    members: Vec<Box<dyn Member>>,
    threads: usize,
    run: &mut Run<'_>,
) -> Result<Verdict, Stop> {
    run.look()?;
    let mut state = State::new(level, objective);
    let mut runners: VecDeque<Runner> =
        members.into_iter().map(|member| Runner { member, turn: FIRST_TURN }).collect();
    let alone = if threads > 1 { ALONE } else { u64::MAX };
    let ended = take_turns(&mut state, &mut runners, alone, run)?;
    if let Some(verdict) = ended {
        return Ok(verdict);
    }
    share_out(state, runners, threads, run)
}

/// Turns on this thread until the race ends or all turns grew beyond `alone`.
fn take_turns(
    state: &mut State,
    runners: &mut VecDeque<Runner>,
    alone: u64,
    run: &mut Run<'_>,
) -> Result<Option<Verdict>, Stop> {
    let mut done = (0, 0);
    loop {
        let Some(mut runner) = next_runner(runners) else {
            return end_of_race(state).map(Some);
        };
        if runner.turn > alone {
            runners.push_front(runner);
            (state.expanded, state.generated) = done;
            return Ok(None);
        }
        let mut goes_on = true;
        let mut left = runner.turn;
        while goes_on && left > 0 {
            let nodes = run.limits().nodes;
            if nodes.is_some_and(|limit| run.statistics.expanded >= limit) {
                return Err(Stop::Nodes);
            }
            // Near the node limit turns shrink to single expansions, so that it is met exactly.
            let near = nodes.is_some_and(|limit| limit - run.statistics.expanded < SLICE);
            let slice = if near { 1 } else { SLICE.min(left) };
            let before = (runner.member.expanded(), runner.member.generated());
            let came_to = runner.member.step(slice);
            run.statistics.expanded += runner.member.expanded() - before.0;
            run.statistics.generated += runner.member.generated() - before.1;
            done = (run.statistics.expanded, run.statistics.generated);
            let others: usize = runners.iter().map(|other| other.member.bytes()).sum();
            let _ = run.hold(others + runner.member.bytes());
            goes_on = state.hear(came_to, runner.member.bound());
            state.compare(runner.member.best_cell());
            state.tell(run);
            if let Some(verdict) = state.verdict.take() {
                return Ok(Some(verdict));
            }
            run.look()?;
            left -= slice;
            if runners.iter().any(|other| other.member.is_called()) {
                break;
            }
        }
        if goes_on {
            if left == 0 {
                runner.turn = runner.turn.saturating_mul(2);
            }
            runners.push_back(runner);
        }
    }
}

/// Whose turn it is: whoever was called, or else who has waited longest.
fn next_runner(runners: &mut VecDeque<Runner>) -> Option<Runner> {
    match runners.iter().position(|runner| runner.member.is_called()) {
        Some(called) => runners.remove(called),
        None => runners.pop_front(),
    }
}

fn end_of_race(state: &mut State) -> Result<Verdict, Stop> {
    match state.best.take() {
        _ if state.full => Err(Stop::Memory),
        Some((found, _)) => Ok(Verdict::Solved(found)),
        None => Ok(Verdict::GaveUp),
    }
}

/// What the threads of a race share.
struct Shared {
    state: Mutex<(State, VecDeque<Runner>, usize)>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, (State, VecDeque<Runner>, usize)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Goes on with several threads; this one only watches the clock.
fn share_out(
    state: State,
    runners: VecDeque<Runner>,
    threads: usize,
    run: &mut Run<'_>,
) -> Result<Verdict, Stop> {
    let over = kuraban_search::Cancel::default();
    let workers = threads.min(runners.len());
    let shared =
        Shared { state: Mutex::new((state, runners, 0)), changed: Condvar::new() };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| work(&shared, &over));
        }
        let ended = watch(&shared, run);
        over.cancel();
        shared.changed.notify_all();
        ended
    })
}

fn watch(shared: &Shared, run: &mut Run<'_>) -> Result<Verdict, Stop> {
    let mut guard = shared.lock();
    loop {
        let (state, waiting, busy) = &mut *guard;
        run.statistics.expanded = state.expanded;
        run.statistics.generated = state.generated;
        let _ = run.hold(state.bytes);
        state.tell(run);
        if let Some(verdict) = state.verdict.take() {
            return Ok(verdict);
        }
        if *busy == 0 && waiting.is_empty() {
            return end_of_race(state);
        }
        if run.limits().nodes.is_some_and(|limit| state.expanded >= limit) {
            return Err(Stop::Nodes);
        }
        run.look()?;
        let pause = Duration::from_millis(1);
        guard = shared
            .changed
            .wait_timeout(guard, pause)
            .unwrap_or_else(PoisonError::into_inner)
            .0;
    }
}

fn work(shared: &Shared, over: &kuraban_search::Cancel) {
    loop {
        let mut guard = shared.lock();
        let mut runner = loop {
            if over.is_cancelled() {
                return;
            }
            if let Some(runner) = next_runner(&mut guard.1) {
                guard.2 += 1;
                break runner;
            }
            if guard.2 == 0 {
                shared.changed.notify_all();
                return;
            }
            guard = shared
                .changed
                .wait_timeout(guard, Duration::from_millis(5))
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        };
        drop(guard);
        let mut left = runner.turn;
        let mut goes_on = true;
        while goes_on && left > 0 && !over.is_cancelled() {
            let slice = SLICE.min(left);
            let before = (
                runner.member.expanded(),
                runner.member.generated(),
                runner.member.bytes(),
            );
            let came_to = runner.member.step(slice);
            let bound = runner.member.bound();
            let mut guard = shared.lock();
            let state = &mut guard.0;
            state.expanded += runner.member.expanded() - before.0;
            state.generated += runner.member.generated() - before.1;
            state.bytes = (state.bytes + runner.member.bytes()).saturating_sub(before.2);
            goes_on = state.hear(came_to, bound);
            state.compare(runner.member.best_cell());
            if state.verdict.is_some() {
                shared.changed.notify_all();
            }
            left -= slice;
        }
        let mut guard = shared.lock();
        guard.2 -= 1;
        if goes_on {
            runner.turn = runner.turn.saturating_mul(2);
            guard.1.push_back(runner);
        } else {
            let bytes = runner.member.bytes();
            guard.0.bytes = guard.0.bytes.saturating_sub(bytes);
        }
        shared.changed.notify_all();
    }
}
