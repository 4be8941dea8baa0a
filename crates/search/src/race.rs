//! Several searches on one level: the first to answer wins.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kuraban_level::Level;
use kuraban_verify::{Figures, Solution};

use crate::drive::guarded;
use crate::{
    Account, Claim, Farthest, Fault, Found, News, Objective, Pause, Run, Search, Stage,
    Turn,
};

/// Work of the first turns: most levels people draw are done within it.
const FIRST_TURN: u64 = 2_000;
/// Work after which a member's thread checks what the others have found.
const AT_ONCE: u64 = 2_000;
/// Work before threads are started: a thread costs more than a tiny level.
const ALONE: u64 = 20_000;

/// Several searches for one objective. Members take turns, and the turns grow from round to
/// round; each keeps its memory. The race ends with a solution that satisfies the objective, with
/// a proof that there is none, or when no member is left.
///
/// It is a search itself: races can be nested. On one thread it is deterministic. What a member
/// finds counts only when the referee has played it; a member that panics or hands over steps
/// that are no solution has failed, and the others go on.
pub struct Race {
    name: &'static str,
    level: Arc<Level>,
    objective: Objective,
    threads: usize,
    first_turn: u64,
    waiting: VecDeque<Runner>,
    /// Work done so far.
    work: u64,
    /// The best solution so far and its figures.
    best: Option<(Found, Figures)>,
    /// Whether it is better than what the race told last.
    is_news: bool,
    /// What is proved, and by whom.
    bounds: Vec<(Claim, u64, &'static str)>,
    proved_by: Option<&'static str>,
    verdict: Option<Stage>,
    /// Whether a member ran out of memory. A race that loses its last member is then full
    /// too.
    is_full: bool,
    fault: Option<Fault>,
    /// What members that have left the race did.
    gone: Account,
    peak_bytes: usize,
}

/// A member, its part of the memory, the length of its turns, and what is left of this one.
struct Runner {
    search: Box<dyn Search>,
    share: u32,
    /// Bytes without which it could not begin. They come before the shares.
    needed: usize,
    /// Whether it needs more to begin than it had.
    wants: bool,
    turn: u64,
    left: u64,
    /// Work done beyond its turns.
    debt: u64,
}

impl Runner {
    /// Counts work; whether something is left of the turn.
    fn has_left(&mut self, work: u64) -> bool {
        self.debt += work.saturating_sub(self.left);
        self.left = self.left.saturating_sub(work);
        self.left > 0
    }

    /// Begins the next turn, which is twice as long; a debt is paid first.
    fn begin_turn(&mut self) {
        self.turn = self.turn.saturating_mul(2);
        let paid = self.debt.min(self.turn);
        self.debt -= paid;
        self.left = self.turn - paid;
    }
}

impl Race {
    /// A race without members.
    pub fn new(name: &'static str, level: &Arc<Level>, objective: Objective) -> Self {
        Self {
            name,
            level: Arc::clone(level),
            objective,
            threads: 1,
            first_turn: FIRST_TURN,
            waiting: VecDeque::new(),
            work: 0,
            best: None,
            is_news: false,
            bounds: Vec::new(),
            proved_by: None,
            verdict: None,
            is_full: false,
            fault: None,
            gone: Account::default(),
            peak_bytes: 0,
        }
    }

    /// Runs on that many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Sets the work of the first turns of members that enter from now on.
    #[must_use]
    pub fn first_turn(mut self, work: u64) -> Self {
        self.first_turn = work;
        self
    }

    /// Lets a search take part, after the members that are there.
    pub fn enter(&mut self, search: Box<dyn Search>) {
        self.enter_with(search, 1);
    }

    /// Lets a search take part. What the members need to begin comes first: whoever asks
    /// first gets it, later ones half of what is left, and whoever finds too little waits. The rest of the memory is divided by
    /// the shares of the members that are left and do not wait.
    pub fn enter_with(&mut self, search: Box<dyn Search>, share: u32) {
        let turn = self.first_turn;
        let share = share.max(1);
        self.waiting.push_back(Runner {
            search,
            share,
            needed: 0,
            wants: false,
            turn,
            left: turn,
            debt: 0,
        });
    }

    /// Whose turn it is: the member that has waited longest. One that wants more memory has to
    /// be alone.
    fn next_runner(&mut self, is_alone: bool) -> Option<Runner> {
        // A turn that debt has used up before it began is skipped.
        while self.waiting.front().is_some_and(|first| first.left == 0) {
            let first = self.waiting.pop_front()?;
            self.end_turn(first);
        }
        let fits = |runner: &Runner| runner.left > 0 && (is_alone || !runner.wants);
        let next = self.waiting.iter().position(fits)?;
        self.waiting.remove(next)
    }

    /// Hears where a member stands after some work.
    fn hear(&mut self, mut runner: Runner, work: u64, stage: Stage) -> Vec<News> {
        let name = runner.search.name();
        let mut news = Vec::new();
        let goes_on = stage.goes_on();
        let is_full = stage == Stage::Full;
        let outcome = match stage {
            Stage::Working | Stage::GaveUp => Ok(()),
            Stage::Found(found) | Stage::Solved(found) => {
                self.offer(name, found, &mut news)
            }
            Stage::Unsolvable => {
                self.proved_by = Some(name);
                self.verdict.get_or_insert(Stage::Unsolvable);
                Ok(())
            }
            Stage::Full => {
                self.is_full = true;
                Ok(())
            }
            Stage::Failed(fault) => Err(fault),
        };
        let failed = outcome.is_err();
        if let Err(fault) = outcome {
            news.push(News::Fault(fault.clone()));
            self.fault.get_or_insert(fault);
        }
        self.settle();
        if failed || !goes_on {
            // After a panic not even its account can be trusted.
            if !failed {
                let last = runner.search.account();
                // Memory that was refused was never taken.
                let bytes = if is_full { 0 } else { last.bytes };
                self.peak_bytes = self.peak_bytes.max(self.account().bytes + bytes);
                self.gone.add(&last.closed());
            }
            return news;
        }
        if runner.has_left(work) {
            self.waiting.push_front(runner);
        } else {
            self.end_turn(runner);
        }
        news
    }

    fn end_turn(&mut self, mut runner: Runner) {
        runner.begin_turn();
        self.waiting.push_back(runner);
    }

    /// Hears of a proved bound; tells whether it is higher than what is known.
    fn raise(&mut self, by: &'static str, claim: Claim, at_least: u64) -> bool {
        match self.bounds.iter_mut().find(|(known, _, _)| *known == claim) {
            Some((_, known, _)) if *known >= at_least => return false,
            Some(known) => *known = (claim, at_least, by),
            None => self.bounds.push((claim, at_least, by)),
        }
        true
    }

    /// Hears of a solution. It counts only when the referee has played it.
    fn offer(
        &mut self,
        by: &'static str,
        mut found: Found,
        news: &mut Vec<News>,
    ) -> Result<(), Fault> {
        let solution = Solution::check(&self.level, &found.steps).map_err(|refusal| {
            let what = format!("it handed over steps that fail their replay: {refusal}");
            Fault { by, what }
        })?;
        if found.by.is_empty() {
            found.by = by;
        }
        let figures = solution.figures();
        let rank = |figures: &Figures| self.objective.rank(figures);
        let better = self.best.as_ref().is_none_or(|(known, old)| {
            (rank(&figures), known.optimal.len()) < (rank(old), found.optimal.len())
        });
        for &claim in &found.optimal {
            if let Some(value) = claim.figure(&figures)
                && self.raise(by, claim, value)
            {
                news.push(News::Bound(claim, value));
            }
        }
        if better {
            self.best = Some((found, figures));
            self.is_news = true;
        }
        Ok(())
    }

    /// Ends the race if what is known answers the question.
    fn settle(&mut self) {
        if self.verdict.is_some() {
            return;
        }
        let Some((found, figures)) = &mut self.best else { return };
        if let Some(claim) = self.objective.claim() {
            // What the referee does not count can only be claimed, not compared with a bound.
            let reached = claim.figure(figures);
            let proof = self.bounds.iter().find(|&&(proved, at, _)| {
                proved == claim && reached.is_some_and(|reached| at >= reached)
            });
            let by = match proof {
                Some(&(_, _, by)) => by,
                None if reached.is_none() && found.optimal.contains(&claim) => found.by,
                None => return,
            };
            let ties = self.objective.ties();
            if ties.is_some_and(|ties| !found.optimal.contains(&ties)) {
                return;
            }
            if !found.optimal.contains(&claim) {
                found.optimal.push(claim);
            }
            self.proved_by = Some(by);
        }
        self.verdict = Some(Stage::Solved(found.clone()));
    }

    /// How it ends when no member is left.
    fn end(&mut self) -> Stage {
        match (&self.best, self.fault.take()) {
            // It ends when its solution has been told.
            (Some((found, _)), _) if std::mem::take(&mut self.is_news) => {
                Stage::Found(found.clone())
            }
            _ if self.is_full => Stage::Full,
            (Some((found, _)), _) => Stage::Solved(found.clone()),
            (None, Some(fault)) => Stage::Failed(fault),
            (None, None) => Stage::GaveUp,
        }
    }
}

/// What the threads share while the race has a turn.
struct Table<'r> {
    race: &'r mut Race,
    threads: usize,
    /// Work of this turn that no thread has taken yet.
    pot: u64,
    /// Work that was done.
    used: u64,
    memory: usize,
    /// What the members that threads work for may use.
    at_work: Vec<Allowance>,
    is_stopped: bool,
    news: Vec<News>,
}

/// What a member may use while a thread works for it.
#[derive(Clone, Copy, Eq, PartialEq)]
struct Allowance {
    share: u32,
    needed: usize,
    work: u64,
    /// Bytes it may take, and what it may take to begin. Where that is more, nobody else is at
    /// work.
    memory: usize,
    free: usize,
}

impl Table<'_> {
    /// A member and what it may use.
    fn take(&mut self) -> Option<(Runner, Allowance)> {
        if self.is_stopped || self.pot == 0 || self.race.verdict.is_some() {
            return None;
        }
        let is_alone = self.at_work.is_empty();
        if self.at_work.iter().any(|other| other.free > other.memory) {
            return None;
        }
        let runner = self.race.next_runner(is_alone)?;
        let memory = self.memory_for(&runner);
        let free = if runner.wants { self.free_for(&runner).max(memory) } else { memory };
        // Threads should be done with the turn at about the same time.
        let most = match self.threads {
            1 => AT_ONCE,
            threads => (self.pot / (2 * threads as u64)).clamp(AT_ONCE / 10, AT_ONCE),
        };
        let work = most.min(runner.left.max(1)).min(self.pot);
        self.pot -= work;
        self.race.work += work;
        let Runner { share, needed, .. } = runner;
        let allowance = Allowance { share, needed, work, memory, free };
        self.at_work.push(allowance);
        Some((runner, allowance))
    }

    /// The bytes a member may take.
    fn memory_for(&self, runner: &Runner) -> usize {
        let waiting = &self.race.waiting;
        let holds = |other: &Runner| other.search.account().bytes;
        // Who holds nothing yet takes nothing from one that needed much to begin.
        let counts = |other: &&Runner| runner.needed == 0 || holds(other) > 0;
        let shares = waiting.iter().filter(counts).map(|other| other.share);
        let shares = shares.chain(self.at_work.iter().map(|other| other.share));
        let shares = u128::from(runner.share + shares.sum::<u32>());
        let needed = waiting.iter().map(|other| other.needed);
        let needed = needed.chain(self.at_work.iter().map(|other| other.needed));
        let needed = runner.needed + needed.sum::<usize>();
        let rest = self.memory.saturating_sub(needed);
        let part = rest as u128 * u128::from(runner.share) / shares;
        let memory = runner.needed + part as usize;
        if needed == 0 {
            return memory;
        }
        let held = waiting.iter().map(holds);
        let held = held.chain(self.at_work.iter().map(|other| other.memory));
        memory.min(self.memory.saturating_sub(held.fold(0, usize::saturating_add)))
    }

    /// The bytes a member may take to begin, while nobody else is at work.
    fn free_for(&self, runner: &Runner) -> usize {
        let holds = |other: &Runner| other.search.account().bytes;
        let (own, others) = (holds(runner), self.race.waiting.iter().map(holds));
        let others = others.fold(0, usize::saturating_add);
        let free = self.memory.saturating_sub(others.saturating_add(own));
        // Those that have begun need room to go on.
        own + if others > 0 { free / 2 } else { free }
    }

    /// Gives a member back after its turn.
    fn give_back(&mut self, runner: Runner, work: u64, stage: Stage, told: Vec<News>) {
        let name = runner.search.name();
        for news in told {
            match news {
                News::Bound(claim, at_least) => {
                    if self.race.raise(name, claim, at_least) {
                        self.news.push(news);
                    }
                }
                News::Trace(_) | News::Fault(_) => self.news.push(news),
                News::Done(_) | News::Elapsed(_) => {}
            }
        }
        let news = self.race.hear(runner, work, stage);
        self.news.extend(news);
    }
}

fn lock<'a, 'r>(table: &'a Mutex<Table<'r>>) -> MutexGuard<'a, Table<'r>> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works for the members, one turn after the other, until the turn of the race is over.
fn work(table: &Mutex<Table<'_>>, run: &Run<'_>) {
    let whole = lock(table).memory;
    loop {
        let Some((mut runner, allowance)) = lock(table).take() else { return };
        let Allowance { work, memory, needed, free, .. } = allowance;
        let mut turn = Turn::new(run, work, memory).may_need(
            memory.saturating_sub(needed),
            free,
            whole,
        );
        let mut stage = guarded(&mut *runner.search, &mut turn);
        runner.needed = runner.needed.max(turn.needed());
        let has_asked = std::mem::replace(&mut runner.wants, turn.waits());
        if has_asked && runner.wants {
            // Only who holds nothing waits: two who hold something could wait for each other.
            if runner.search.account().bytes > 0 && stage == Stage::Working {
                stage = Stage::Full;
            }
            runner.left = runner.left.min(work);
        }
        let is_stopped = matches!(turn.look().break_value(), Some(Pause::Stop(_)));
        let told = turn.take_news();
        let mut table = lock(table);
        table.is_stopped |= is_stopped;
        if let Some(at) = table.at_work.iter().position(|other| *other == allowance) {
            table.at_work.swap_remove(at);
        }
        table.pot = table.pot.saturating_sub(turn.debt());
        table.used += work + turn.debt();
        // One that has just found out what it wants is asked again at once.
        let is_next = runner.wants && !has_asked;
        let done = if is_next { 0 } else { work + turn.debt() };
        table.give_back(runner, done, stage, told);
    }
}

impl Search for Race {
    fn name(&self) -> &'static str {
        self.name
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        let run = turn.run();
        let alone = self.work < ALONE || self.threads == 1;
        let threads = if alone { 1 } else { self.threads.min(self.waiting.len()) };
        let given = turn.left();
        // The first turn on one thread is short, so that the others can join.
        let rest =
            if self.threads > 1 && alone { given.saturating_sub(ALONE) } else { 0 };
        let table = Mutex::new(Table {
            race: self,
            threads,
            pot: given - rest,
            used: 0,
            memory: turn.memory(),
            at_work: Vec::new(),
            is_stopped: false,
            news: Vec::new(),
        });
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| work(&table, run));
            }
            work(&table, run);
        });
        let Table { news, used, is_stopped, .. } =
            table.into_inner().unwrap_or_else(PoisonError::into_inner);
        turn.use_up(used);
        for news in news {
            turn.tell(news);
        }
        self.peak_bytes = self.peak_bytes.max(self.account().bytes);
        if let Some(verdict) = self.verdict.take() {
            return verdict;
        }
        if self.waiting.is_empty() && !is_stopped {
            return self.end();
        }
        match &self.best {
            Some((found, _)) if std::mem::take(&mut self.is_news) => {
                Stage::Found(found.clone())
            }
            _ => Stage::Working,
        }
    }

    fn account(&self) -> Account {
        let mut account = self.gone;
        for runner in &self.waiting {
            account.add(&runner.search.account());
        }
        account.peak_bytes = account.bytes.max(self.peak_bytes);
        account.proved_by = self.proved_by.or(account.proved_by);
        account
    }

    fn farthest(&self) -> Option<Farthest> {
        let members = self.waiting.iter().filter_map(|runner| runner.search.farthest());
        members.reduce(Farthest::or)
    }
}
