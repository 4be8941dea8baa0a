//! Several lanes of work on one level.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kuraban_board::Ground;
use kuraban_level::{Dir, Level};
use kuraban_search::{Account, Found, Pause, Search, Stage, Turn};
use kuraban_verify::Solution;

use crate::goal::{Goal, Prices};
use crate::lane::{Lane, SharedPool, Starts, Terms, lock};
use crate::pool::Pool;
use crate::way::Way;
use crate::{Saver, Stable, Task};

/// Lanes where the number of expansions is limited: what comes out must not depend on the number
/// of threads then.
const FIXED_LANES: usize = 2;
/// Time after which another run can go on from where this one stands.
const SAVE_EVERY: Duration = Duration::from_secs(20);
/// Work of a lane between two looks at what the others have found.
const AT_ONCE: u64 = 50_000;

/// Shortens solutions on a board of `W` words.
pub struct Team<const W: usize> {
    ground: Arc<Ground<W>>,
    level: Arc<Level>,
    goal: Goal,
    prices: Arc<Prices>,
    /// What was asked for, until the first turn.
    task: Option<Task>,
    lanes: Vec<Lane<W>>,
    pool: SharedPool<W>,
    threads: usize,
    peak_bytes: usize,
    saver: Option<Saver>,
    /// When it was told last.
    saved: Duration,
}

impl<const W: usize> Team<W> {
    /// Shortens the solutions of a task. Nothing is done yet.
    pub fn new(ground: Arc<Ground<W>>, task: Task) -> Self {
        let prices = Arc::new(Prices::new(&task.goal));
        let (level, goal) = (Arc::clone(&task.level), task.goal.clone());
        let pool = Pool::new(Arc::clone(&level), goal.clone(), Arc::clone(&prices));
        Self {
            ground,
            level,
            goal,
            prices,
            threads: task.threads.max(1),
            task: Some(task),
            lanes: Vec::new(),
            pool: Arc::new(Mutex::new(pool)),
            peak_bytes: 0,
            saver: None,
            saved: Duration::ZERO,
        }
    }

    /// Looks at the given solutions.
    fn prepare(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        if self.task.is_none() {
            return Continue(());
        }
        let board = self.ground.board(turn)?;
        let Some(mut task) = self.task.take() else { return Continue(()) };
        let mut pool = lock(&self.pool);
        let saved = task.saved.take().unwrap_or_default();
        pool.go_on_from(&saved);
        for given in task.given.iter().chain(&saved.pool) {
            let steps: Vec<Dir> = given.steps().iter().map(|step| step.dir).collect();
            let way = Way::of_steps(&board, &self.prices, &self.level, &steps);
            let way = way.filter(|_| self.prices.holds(&self.goal, &given.figures()));
            if let Some(way) = way
                && pool.is_new(&way)
                && !pool.offer(&board, &way, "")
            {
                pool.keep(&board, &way, "");
            }
        }
        let terms = terms(&task, pool.best().map(|best| &best.way));
        let many = match turn.run().limits().nodes {
            Some(_) => FIXED_LANES,
            None => self.threads,
        };
        self.saver = task.saver.take();
        drop(pool);
        for number in 0..many {
            let starts = Starts { most: task.starts, starter: task.starter.clone() };
            self.lanes.push(Lane::new(
                number,
                Arc::clone(&board),
                Arc::clone(&self.level),
                Arc::clone(&self.prices),
                terms.clone(),
                Arc::clone(&self.pool),
                starts,
            ));
        }
        Continue(())
    }

    /// Lets every lane work.
    fn work(&mut self, turn: &mut Turn<'_>) {
        let run = turn.run();
        let lanes = self.lanes.len();
        let memory = turn.memory() / lanes.max(1);
        let in_turn = self.threads == 1 || lanes == 1 || run.limits().nodes.is_some();
        if in_turn {
            let each = (turn.left() / lanes as u64).clamp(1, AT_ONCE);
            for lane in &mut self.lanes {
                let mut part = turn.part(each, memory);
                lane.advance(&mut part);
                turn.take_back(each, part);
            }
            return;
        }
        let each = turn.left().min(AT_ONCE);
        let used = std::thread::scope(|scope| {
            let mut lanes = self.lanes.iter_mut();
            let mine = lanes.next();
            let others: Vec<_> = lanes
                .map(|lane| {
                    scope.spawn(move || {
                        let mut turn = Turn::new(run, each, memory);
                        lane.advance(&mut turn);
                        turn.debt()
                    })
                })
                .collect();
            let mut turn = Turn::new(run, each, memory);
            if let Some(lane) = mine {
                lane.advance(&mut turn);
            }
            let mut used = each + turn.debt();
            for other in others {
                match other.join() {
                    Ok(debt) => used += debt,
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            used
        });
        turn.use_up(used);
    }

    /// Tells what another run needs, after a gain and now and then.
    fn save(&mut self, now: Duration, is_news: bool) {
        if let Some(saver) = &mut self.saver
            && (is_news || now >= self.saved + SAVE_EVERY)
        {
            self.saved = now;
            saver(&lock(&self.pool).saved());
        }
    }

    /// Whether the best solution is proved to be the best.
    fn is_proved(&self) -> bool {
        let boxes = self.ground.layout().boxes.len();
        lock(&self.pool).stable.is_some_and(|differ| differ >= boxes)
    }

    /// How far from the best solution no better one was found.
    pub fn stable(&self) -> Option<Stable> {
        let pool = lock(&self.pool);
        pool.stable.map(|boxes| Stable { boxes })
    }

    /// The solutions that were kept, the best one first.
    pub fn kept(&self) -> Vec<Solution> {
        lock(&self.pool).kept.iter().map(|kept| kept.solution.clone()).collect()
    }

    fn found(&self) -> Option<Found> {
        let pool = lock(&self.pool);
        let best = pool.best()?;
        Some(Found { by: best.by, ..Found::of(&best.solution) })
    }
}

/// What the lanes have to obey.
fn terms<const W: usize>(task: &Task, way: Option<&Way<W>>) -> Terms {
    let len = way.map_or(0, Way::len);
    let range = task.range.clone().unwrap_or(0..len);
    let end = way.filter(|_| task.keep_end).and_then(|way| way.stances.last());
    Terms {
        head: range.start.min(len),
        tail: len - range.end.clamp(range.start.min(len), len),
        end: end.map(|end| end.player),
        differ: task.differ,
        is_raw: task.is_raw,
        seed: task.seed,
    }
}

impl<const W: usize> Search for Team<W> {
    fn name(&self) -> &'static str {
        "optimise"
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if let Break(pause) = self.prepare(turn) {
            return pause.stage();
        }
        self.work(turn);
        self.peak_bytes = self.peak_bytes.max(self.account().bytes);
        let is_news = std::mem::take(&mut lock(&self.pool).is_news);
        self.save(turn.run().elapsed(), is_news);
        if self.is_proved()
            && let Some(mut found) = self.found()
        {
            found.optimal = self.goal.claims();
            return Stage::Solved(found);
        }
        match self.found() {
            Some(found) if is_news => Stage::Found(found),
            found if self.lanes.iter().all(|lane| lane.is_done) => {
                found.map_or(Stage::GaveUp, Stage::Solved)
            }
            _ => Stage::Working,
        }
    }

    fn account(&self) -> Account {
        let mut account = Account::default();
        for lane in &self.lanes {
            account.add(&lane.account());
        }
        account.peak_bytes = account.bytes.max(self.peak_bytes);
        account
    }
}
