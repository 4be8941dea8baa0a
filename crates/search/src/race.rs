//! Several searches on one level: the first to answer wins.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kuraban_level::Level;
use kuraban_verify::{Figures, Solution};

use crate::drive::guarded;
use crate::{
    Account, Ceiling, Claim, Farthest, Fault, Found, News, Objective, Pause, Run, Search,
    Stage, Turn,
};

/// Work of the first turns: most levels people draw are done within it.
const FIRST_TURN: u64 = 2_000;
/// Turns as long as this, some 60 ms, grow no more. If they did, a member that needs only a little more
/// work would wait until all others had done twice as much as before. Guessed.
const LONG_TURN: u64 = 64_000;
/// Work after which a member's thread checks what the others have found.
const AT_ONCE: u64 = 2_000;
/// Work before threads are started: a thread costs more than a tiny level.
const ALONE: u64 = 20_000;

/// Several searches for one objective. Members take turns, and the turns grow from round to
/// round, up to a fraction of a second; each keeps its memory. The race ends with a solution that
/// satisfies the objective, with a proof that there is none, or when no member is left.
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
    /// The longest of the first turns of all members.
    longest_first: u64,
    waiting: VecDeque<Runner>,
    /// Work done so far.
    work: u64,
    /// The best solution so far and its figures.
    best: Option<(Found, Figures)>,
    /// Its first figure, for members to know.
    ceiling: Ceiling,
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
    /// Work of the race after which its first turn comes.
    after: u64,
    first_turn: u64,
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

    /// Begins the next turn, which is twice as long if turns grow; a debt is paid first.
    fn begin_turn(&mut self, grows: bool) {
        self.turn = self.turn.saturating_mul(if grows { 2 } else { 1 });
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
            longest_first: 1,
            waiting: VecDeque::new(),
            work: 0,
            best: None,
            ceiling: Ceiling::default(),
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

    /// What the best solution so far comes to, for members to know.
    pub fn ceiling(&self) -> Ceiling {
        self.ceiling.clone()
    }

    /// Begins with a solution. It counts only if the referee accepts it; whether it does.
    pub fn begin_with(&mut self, found: Found) -> bool {
        let by = found.by;
        self.offer(by, found, &mut Vec::new()).is_ok()
    }

    /// Lets a search take part, after the members that are there.
    pub fn enter(&mut self, search: Box<dyn Search>) {
        self.enter_with(search, 1);
    }

    /// Lets a search take part. The memory is divided by the shares of the members that are left.
    pub fn enter_with(&mut self, search: Box<dyn Search>, share: u32) {
        self.enter_after(0, search, share);
    }

    /// Lets a search take part that has no turn before the race has done so much work, unless a
    /// thread has nobody else to work for. Its turns are then as long as if it had been there from
    /// the beginning.
    pub fn enter_after(&mut self, work: u64, search: Box<dyn Search>, share: u32) {
        let turn = self.first_turn.max(1);
        self.longest_first = self.longest_first.max(turn);
        self.waiting.push_back(Runner {
            search,
            share: share.max(1),
            after: work,
            first_turn: turn,
            turn,
            left: turn,
            debt: 0,
        });
    }

    /// Whose turn it is: the member that has waited longest.
    fn next_runner(&mut self) -> Option<Runner> {
        loop {
            let is_due = |runner: &Runner| runner.after <= self.work;
            let next = self.waiting.iter().position(is_due).unwrap_or(0);
            let mut runner = self.waiting.remove(next)?;
            if std::mem::take(&mut runner.after) > 0 {
                let due = self.waiting.iter().filter(|other| other.after == 0);
                let grown = due.map(|other| other.turn / other.first_turn).min();
                runner.turn = runner.first_turn.saturating_mul(grown.unwrap_or(1));
                runner.left = runner.turn;
            }
            // A turn that debt has used up before it began is skipped.
            if runner.left > 0 {
                return Some(runner);
            }
            self.end_turn(runner);
        }
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
        // All stop growing in one round, so that each keeps its part of the work.
        let grown = runner.turn / runner.first_turn;
        runner.begin_turn(grown < LONG_TURN.div_ceil(self.longest_first));
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
        let objective = self.objective;
        let rank = |figures: &Figures| objective.rank(figures);
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
            self.ceiling.lower(rank(&figures).0 as u64);
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
    /// Shares of the memory of members that threads work for now.
    shares_at_work: u32,
    is_stopped: bool,
    news: Vec<News>,
}

impl Table<'_> {
    /// A member, the work of its next turn, and the bytes it may take.
    fn take(&mut self) -> Option<(Runner, u64, usize)> {
        if self.is_stopped || self.pot == 0 || self.race.verdict.is_some() {
            return None;
        }
        let waiting: u32 = self.race.waiting.iter().map(|runner| runner.share).sum();
        let shares = waiting + self.shares_at_work;
        let runner = self.race.next_runner()?;
        self.shares_at_work += runner.share;
        // Threads should be done with the turn at about the same time.
        let most = match self.threads {
            1 => AT_ONCE,
            threads => (self.pot / (2 * threads as u64)).clamp(AT_ONCE / 10, AT_ONCE),
        };
        let work = most.min(runner.left.max(1)).min(self.pot);
        self.pot -= work;
        self.race.work += work;
        let memory = self.memory as u128 * u128::from(runner.share) / u128::from(shares);
        Some((runner, work, memory as usize))
    }

    /// Gives a member back after its turn.
    fn give_back(&mut self, runner: Runner, work: u64, stage: Stage, told: Vec<News>) {
        self.shares_at_work -= runner.share;
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
    loop {
        let Some((mut runner, work, memory)) = lock(table).take() else { return };
        let mut turn = Turn::new(run, work, memory);
        let stage = guarded(&mut *runner.search, &mut turn);
        let is_stopped = matches!(turn.look().break_value(), Some(Pause::Stop(_)));
        let told = turn.take_news();
        let mut table = lock(table);
        table.is_stopped |= is_stopped;
        table.pot = table.pot.saturating_sub(turn.debt());
        table.used += work + turn.debt();
        table.give_back(runner, work + turn.debt(), stage, told);
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
            shares_at_work: 0,
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
