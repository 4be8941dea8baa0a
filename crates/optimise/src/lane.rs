//! One line of work: a solution is shortened until it is stable, then in other ways.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kuraban_board::Board;
use kuraban_level::{Dir, Level, Step};
use kuraban_search::{Account, Pause, Search, Stage, Turn};

use crate::Starter;
use crate::arm::{ARMS, Arm, COARSE, FINE, Ladder, Rate, Scope};
use crate::goal::{Goal, Prices};
use crate::pool::Pool;
use crate::stretch::{End, Ended, Errand, Grain, Stretch};
use crate::tube::Tube;
use crate::way::Way;

/// Work of a search for another first solution.
const START_WORK: u64 = 3_000_000;
/// Work of a search for another rest of the best one.
const REPLAN_WORK: u64 = 300_000;
/// Other rests that are looked for with the same patience.
const REPLANS: u64 = 12;
/// Searches that a starter can begin, at least: they are taken by lot for other rests.
const STARTERS: u64 = 64;
/// What is shortened anew is given up when its first figure is so much above the best one, in per
/// cent, after each rung. Guessed: whole tubes can still gain a quarter.
const HOPELESS: [usize; 5] = [60, 40, 30, 20, 0];
/// Patience doubles that often at most.
const MOST_LEVELS: u32 = 8;
/// Equally good solutions that are taken one after the other without a gain.
const MOST_DRIFTS: usize = 8;
/// Pushes of windows that polish what has as few pushes as the best way.
const POLISH: usize = 50;
/// One round in so many is of an arm taken at random.
const RANDOM_ROUND: u64 = 10;

/// What the lanes share.
pub(crate) type SharedPool<const W: usize> = Arc<Mutex<Pool<W>>>;

pub(crate) fn lock<const W: usize>(pool: &Mutex<Pool<W>>) -> MutexGuard<'_, Pool<W>> {
    pool.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where other solutions come from.
pub(crate) struct Starts {
    /// How many of the whole level are looked for, at most.
    pub(crate) most: usize,
    pub(crate) starter: Option<Starter>,
}

/// A search for another solution, or for another rest of one.
struct Start {
    search: Box<dyn Search>,
    /// Work that it may still do.
    left: u64,
    /// The steps that lead to where it starts.
    before: Vec<Dir>,
    arm: Arm,
}

/// What a lane had done, and what the best way cost, when it began something anew.
#[derive(Clone, Copy, Debug)]
struct Anew {
    began: u64,
    best: u128,
    arm: Arm,
}

/// What all lanes obey.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// Pushes at the beginning and at the end that stay as they are.
    pub(crate) head: usize,
    pub(crate) tail: usize,
    /// Where the player has to end.
    pub(crate) end: Option<u16>,
    /// Boxes that may stand elsewhere in searches for the whole solution, at most.
    pub(crate) differ: Option<usize>,
    /// Whether the first solution is as a search found it.
    pub(crate) is_raw: bool,
    pub(crate) seed: u64,
}

impl Terms {
    /// Whether other solutions may take the place of the given one.
    fn is_free(&self) -> bool {
        self.head == 0 && self.tail == 0 && self.end.is_none()
    }
}

/// The rungs of a search.
const fn ladder(grain: Grain) -> &'static Ladder {
    match grain {
        Grain::Fine => &FINE,
        Grain::Coarse => &COARSE,
    }
}

/// What a way of so many pushes is shortened by, from a rung on: windows that are much shorter
/// than it, or the whole.
fn rung(grain: Grain, from: usize, pushes: usize) -> Scope {
    let fits = |scope: &&Scope| scope.window.is_none_or(|window| 2 * window <= pushes);
    let rungs = ladder(grain);
    *rungs[from..].iter().find(fits).expect("the last one fits")
}

/// Goes over a way once with an arm.
#[derive(Clone, Copy, Debug)]
struct Round {
    arm: Arm,
    scope: Scope,
    /// Whether the way is not yet stable.
    is_descent: bool,
    /// Where the next window starts.
    at: usize,
    count: usize,
    gained: f64,
    /// Whether some search ran out of patience or memory.
    is_tired: bool,
    /// What the lane had done when it began.
    began: u64,
}

impl Round {
    /// Whether it goes over windows, each of which ends as another search of it would.
    fn is_windowed(&self) -> bool {
        self.scope.window.is_some() && matches!(self.arm, Arm::Tube(_))
    }
}

/// A number for a part of a way and how it is searched.
fn window_key<const W: usize>(way: &Way<W>, range: &Range<usize>, scope: Scope) -> u64 {
    let mut hasher = DefaultHasher::new();
    let from = &way.stances[range.start];
    (from.boxes.words(), from.player, from.last).hash(&mut hasher);
    // The push after the window is part of what it costs.
    let last = (range.end + 1).min(way.len());
    for push in &way.pushes[range.start..last] {
        push.pack().hash(&mut hasher);
    }
    (range.len(), scope).hash(&mut hasher);
    hasher.finish()
}

/// A part of a way that is being searched.
struct Window<const W: usize> {
    stretch: Stretch<W>,
    range: Range<usize>,
    /// What it is remembered by when it was searched in vain.
    key: Option<u64>,
}

pub(crate) struct Lane<const W: usize> {
    number: usize,
    board: Arc<Board<W>>,
    level: Arc<Level>,
    prices: Arc<Prices>,
    /// Prices for coarse searches.
    by_pushes: Arc<Prices>,
    terms: Terms,
    pool: SharedPool<W>,
    /// What is being shortened.
    way: Option<Way<W>>,
    round: Option<Round>,
    /// What has gained since the way was offered last.
    news: Option<&'static str>,
    stretch: Option<Window<W>>,
    start: Option<Start>,
    /// Set while something is found and shortened that is not the best way.
    anew: Option<Anew>,
    starts: Starts,
    rates: [Rate; ARMS.len()],
    /// How often patience has doubled.
    patience: u32,
    random: u64,
    /// Work done.
    work: u64,
    /// What searches that are over did.
    gone: Account,
    pub(crate) is_done: bool,
}

impl<const W: usize> Lane<W> {
    pub(crate) fn new(
        number: usize,
        board: Arc<Board<W>>,
        level: Arc<Level>,
        prices: Arc<Prices>,
        terms: Terms,
        pool: SharedPool<W>,
        starts: Starts,
    ) -> Self {
        let random = terms.seed ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            number,
            board,
            level,
            prices,
            by_pushes: Arc::new(Prices::new(&Goal::pushes())),
            terms,
            pool,
            way: None,
            round: None,
            news: None,
            stretch: None,
            start: None,
            anew: None,
            starts,
            rates: [Rate::default(); ARMS.len()],
            patience: 0,
            random,
            work: 0,
            gone: Account::default(),
            is_done: false,
        }
    }

    /// A random number.
    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ self.random >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 31
    }

    /// Works until the turn is over or there is nothing left to try.
    pub(crate) fn advance(&mut self, turn: &mut Turn<'_>) {
        let (given, owed) = (turn.left(), turn.debt());
        let _ = self.go_on(turn);
        self.tell();
        self.work += given - turn.left() + turn.debt() - owed;
    }

    /// Offers the way to the pool if it has gained since it was offered last. Windows gain often;
    /// the referee sees what many of them have brought together.
    fn tell(&mut self) {
        if let (Some(by), Some(way)) = (self.news.take(), &self.way) {
            let mut pool = lock(&self.pool);
            if pool.best().is_none_or(|best| way.cost() < best.way.cost()) {
                pool.offer(&self.board, way, by);
            }
        }
    }

    fn go_on(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        while !self.is_done {
            if let Some(window) = &mut self.stretch {
                let ended = window.stretch.advance(turn)?;
                self.end_stretch(ended);
            } else if self.start.is_some() {
                self.go_on_starting(turn)?;
            } else if self.round.is_some() {
                self.next_stretch(turn)?;
            } else {
                self.next_round();
            }
        }
        Continue(())
    }

    /// Goes on with the search for another solution.
    fn go_on_starting(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        let Some(start) = &mut self.start else { return Continue(()) };
        let given = turn.left().min(start.left);
        let mut part = turn.part(given, turn.memory());
        let stage = start.search.advance(&mut part);
        let _ = part.take_news();
        turn.take_back(given, part);
        start.left = start.left.saturating_sub(given);
        let is_over = start.left == 0;
        let found = match stage {
            Stage::Found(found) | Stage::Solved(found) => Some(found),
            Stage::Working if !is_over => {
                if turn.left() == 0 {
                    return Break(Pause::Turn);
                }
                return turn.look();
            }
            _ => None,
        };
        let Some(start) = self.start.take() else { return Continue(()) };
        self.gone.add(&start.search.account().closed());
        let way = found.and_then(|found| {
            let steps = [start.before, found.steps].concat();
            Way::of_steps(&self.board, &self.prices, &self.level, &steps)
        });
        if let Some(way) = way
            && lock(&self.pool).is_new(&way)
        {
            lock(&self.pool).offer(&self.board, &way, start.arm.name());
            if start.arm == Arm::Restart {
                self.descend_by(Grain::Coarse, 0, way);
            } else {
                self.descend(way);
            }
        } else {
            self.end_anew();
        }
        Continue(())
    }

    /// Begins to shorten a way until it is stable.
    fn descend(&mut self, way: Way<W>) {
        lock(&self.pool).descend(&way);
        let grain = if self.is_for_pushes() { Grain::Coarse } else { Grain::Fine };
        self.descend_by(grain, 0, way);
    }

    /// The same from a rung on.
    fn descend_by(&mut self, grain: Grain, from: usize, way: Way<W>) {
        let scope = rung(grain, from, way.len());
        self.way = Some(way);
        self.begin(Arm::Tube(scope), true);
    }

    /// Whether fewer pushes are what the goal asks for first.
    fn is_for_pushes(&self) -> bool {
        self.prices.by_pushes && self.terms.end.is_none()
    }

    /// Begins to bring down the pushes of the best way, and to shorten what that gives.
    fn lean(&mut self, way: Way<W>) {
        self.anew = Some(Anew { began: self.work, best: way.cost(), arm: Arm::Lean });
        self.descend_by(Grain::Coarse, 0, way);
    }

    fn begin(&mut self, arm: Arm, is_descent: bool) {
        let mut scope = arm.scope();
        if !is_descent {
            scope.patience <<= self.patience;
        }
        if scope.window.is_none() && self.terms.differ.is_some() {
            scope.differ = match (scope.differ, self.terms.differ) {
                (Some(differ), Some(most)) => Some(differ.min(most)),
                (differ, most) => differ.or(most),
            };
        }
        self.round = Some(Round {
            arm,
            scope,
            is_descent,
            at: self.terms.head,
            count: 0,
            gained: 0.0,
            is_tired: false,
            began: self.work,
        });
    }

    /// The next thing to try.
    fn next_round(&mut self) {
        let pool = Arc::clone(&self.pool);
        let mut pool = lock(&pool);
        let Some(best) = pool.best().cloned() else {
            self.is_done = !self.restart(&mut pool, None);
            return;
        };
        // The first lane begins with the given solution, the others with another one.
        if self.way.is_none() {
            self.way = Some(best.way.clone());
            let is_first = self.number == 0 || !self.terms.is_free();
            if is_first || !self.restart(&mut pool, Some(best.way.cost())) {
                drop(pool);
                self.descend(best.way.clone());
            }
            return;
        }
        self.way = Some(best.way.clone());
        if pool.descend(&best.way) {
            drop(pool);
            return self.descend(best.way.clone());
        }
        let mut order: Vec<usize> = (0..ARMS.len()).collect();
        if self.random().is_multiple_of(RANDOM_ROUND) {
            let first = self.random() as usize % order.len();
            order.rotate_left(first);
        } else {
            let value = |&arm: &usize| self.rates[arm].value();
            order.sort_by(|a, b| value(b).total_cmp(&value(a)));
        }
        for level in self.patience..=MOST_LEVELS {
            for &index in &order {
                let arm = ARMS[index];
                let salts = match arm {
                    // Every start is another one.
                    Arm::Restart => {
                        let taken = pool.starts();
                        let is_one = self.terms.is_free() && taken < self.starts.most;
                        taken as u64..taken as u64 + u64::from(is_one)
                    }
                    Arm::Replan if self.terms.is_free() && self.starts.most > 0 => {
                        0..REPLANS
                    }
                    Arm::Pool if self.terms.is_free() && pool.kept.len() > 1 => {
                        let kept = pool.kept.len() as u64;
                        kept..kept + 1
                    }
                    Arm::Lean if self.terms.is_free() && !self.is_for_pushes() => 0..1,
                    Arm::Replan | Arm::Pool | Arm::Lean => 0..0,
                    Arm::Tube(scope) => 0..u64::from(self.is_of_use(scope)),
                    Arm::Drift => 0..1,
                };
                let mut salts = salts.into_iter();
                let is_new = salts
                    .any(|salt| pool.claim(self.number, &best.way, (index, level), salt));
                if !is_new {
                    continue;
                }
                self.patience = level;
                match arm {
                    Arm::Restart => {
                        self.restart(&mut pool, Some(best.way.cost()));
                    }
                    Arm::Replan => self.replan(&best.way),
                    Arm::Lean => self.lean(best.way.clone()),
                    _ => self.begin(arm, false),
                }
                return;
            }
        }
        self.is_done = true;
    }

    /// Whether a scope looks for what the goal asks for, and no descent has done it.
    fn is_of_use(&self, scope: Scope) -> bool {
        match scope.grain {
            Grain::Coarse => self.is_for_pushes(),
            Grain::Fine => self.is_for_pushes() || !FINE.contains(&scope),
        }
    }

    /// Begins to look for another first solution; whether there is one to look for.
    fn restart(&mut self, pool: &mut Pool<W>, best: Option<u128>) -> bool {
        let Some(starter) = &self.starts.starter else { return false };
        let most = self.starts.most;
        let search = std::iter::from_fn(|| pool.next_start(most))
            .find_map(|number| starter(&self.level, number));
        self.begin_anew(Arm::Restart, best, search, Vec::new(), START_WORK);
        self.start.is_some()
    }

    /// Begins to look for another rest after some pushes of a way.
    fn replan(&mut self, way: &Way<W>) {
        let after = 1 + self.random() as usize % way.len().max(1);
        let number = (self.random() % STARTERS) as usize;
        let Some(starter) = &self.starts.starter else { return };
        let Some(before) = way.first_steps(after, &self.board, &self.prices) else {
            return;
        };
        let plain: Vec<Step> =
            before.iter().map(|&dir| Step { dir, push: false }).collect();
        let Ok(level) = kuraban_verify::after(&self.level, &plain) else { return };
        let search = starter(&Arc::new(level), number);
        self.begin_anew(Arm::Replan, Some(way.cost()), search, before, REPLAN_WORK);
    }

    fn begin_anew(
        &mut self,
        arm: Arm,
        best: Option<u128>,
        search: Option<Box<dyn Search>>,
        before: Vec<Dir>,
        left: u64,
    ) {
        let Some(search) = search else { return };
        self.start = Some(Start { search, left, before, arm });
        self.anew = best.map(|best| Anew { began: self.work, best, arm });
    }

    /// Notes what something begun anew has brought, the way from there included.
    fn end_anew(&mut self) {
        let Some(Anew { began, best: old, arm }) = self.anew.take() else { return };
        let best = lock(&self.pool).best().map(|best| best.way.cost());
        let first = |cost| self.prices.first(cost);
        let gain = best.map_or(0, |best| first(old).saturating_sub(first(best)));
        if let Some(index) = ARMS.iter().position(|&other| other == arm) {
            self.rates[index].note(gain as f64, self.work - began, self.work);
        }
    }

    /// Opens the next window of the round, or ends the round.
    fn next_stretch(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        let (Some(round), Some(way)) = (&mut self.round, &self.way) else {
            return Continue(());
        };
        let frame = self.terms.head..way.len().saturating_sub(self.terms.tail);
        let length = round.scope.window.unwrap_or(frame.len().max(1));
        let is_over = match round.arm {
            Arm::Drift => round.count >= MOST_DRIFTS || round.is_tired,
            _ if round.scope.window.is_none() => round.count > 0,
            _ => round.count > 0 && round.at + length / 2 >= frame.end,
        };
        if is_over || frame.is_empty() {
            self.end_round();
            return Continue(());
        }
        let range = if round.scope.window.is_some() {
            round.at..(round.at + length).min(frame.end)
        } else {
            frame
        };
        let key = window_key(way, &range, round.scope);
        let key = round.is_windowed().then_some(key);
        let vain = key.and_then(|key| lock(&self.pool).was_vain(key));
        turn.spend(if vain.is_some() { 1 } else { way.len() as u64 })?;
        round.at = range.start + (length / 2).max(1);
        round.count += 1;
        if let Some(is_tired) = vain {
            round.is_tired |= is_tired;
            return Continue(());
        }
        let round = *round;
        let seed = if round.arm == Arm::Drift { self.random() | 1 } else { 0 };
        let Some(way) = &self.way else { return Continue(()) };
        let known = match round.arm {
            Arm::Pool => lock(&self.pool).sets(),
            _ => way.sets(range.start..=range.end),
        };
        let tube = Tube::new(&known, self.board.layout.len, round.scope.differ);
        let next = way.pushes.get(range.end).copied();
        let last = (range.end + 1).min(way.len());
        // What it costs now, the push after the window included.
        let now = way.paid[last] - way.paid[range.start];
        let errand = Errand {
            from: way.stances[range.start],
            to: End {
                boxes: way.stances[range.end].boxes,
                next,
                player: if next.is_none() { self.terms.end } else { None },
            },
            tube: Arc::new(tube),
            below: match round.scope.grain {
                Grain::Fine => now + u128::from(seed != 0),
                Grain::Coarse => self.by_pushes.of_first(range.len()),
            },
            patience: round.scope.patience,
            seed,
            grain: round.scope.grain,
        };
        let prices = match round.scope.grain {
            Grain::Fine => &self.prices,
            Grain::Coarse => &self.by_pushes,
        };
        let stretch = Stretch::new(Arc::clone(&self.board), Arc::clone(prices), errand);
        let paid = turn.overdraw(stretch.setup());
        self.stretch = Some(Window { stretch, range, key });
        paid
    }

    fn end_stretch(&mut self, ended: Ended) {
        let Some(Window { stretch, range, key }) = self.stretch.take() else { return };
        self.gone.add(&stretch.account().closed());
        let (Some(round), Some(way)) = (&mut self.round, &self.way) else { return };
        let is_tired = matches!(ended, Ended::Tired(_));
        round.is_tired |= is_tired;
        let (Ended::Found(pushes) | Ended::Tired(Some(pushes))) = ended else {
            if let Some(key) = key {
                lock(&self.pool).note_vain(key, is_tired);
            }
            if round.arm == Arm::Drift {
                // There is not even an equally good one.
                round.count = MOST_DRIFTS;
            }
            return;
        };
        let Some(new) = way.spliced(&self.board, &self.prices, range, &pushes) else {
            return;
        };
        let (is_better, gain) = match round.scope.grain {
            Grain::Coarse => {
                (new.len() < way.len(), way.len() - new.len().min(way.len()))
            }
            Grain::Fine => {
                let first = |way: &Way<W>| self.prices.first(way.cost());
                (new.cost() < way.cost(), first(way).saturating_sub(first(&new)))
            }
        };
        if is_better {
            round.gained += (gain as f64).max(0.1);
            if round.arm == Arm::Drift {
                round.count = 0;
            }
            self.way = Some(new);
            self.news = Some(round.arm.name());
        } else if round.arm == Arm::Drift && new.cost() == way.cost() {
            self.way = Some(new);
        }
    }

    fn end_round(&mut self) {
        self.tell();
        let (Some(round), Some(way)) = (self.round.take(), self.way.take()) else {
            return;
        };
        let has_gained = round.gained > 0.0;
        if let Some(index) = ARMS.iter().position(|&arm| arm == round.arm) {
            self.rates[index].note(round.gained, self.work - round.began, self.work);
        }
        if !has_gained && !round.is_tired && !round.is_descent && round.arm != Arm::Drift
        {
            lock(&self.pool).exhaust(self.number, MOST_LEVELS);
        }
        let Scope { window, grain, .. } = round.scope;
        let is_whole = window.is_none();
        if !has_gained
            && !round.is_tired
            && is_whole
            && grain == Grain::Fine
            && self.terms.is_free()
        {
            self.note_stable(&way, round.scope);
        }
        if has_gained && (!round.is_descent || is_whole && round.is_tired) {
            // Whatever helped, the usual tubes come next.
            self.descend(way);
            return;
        }
        if round.is_descent && (has_gained || !is_whole) {
            // As often as it helps, then in longer windows.
            let at = ladder(grain).iter().position(|&scope| scope == round.scope);
            let at = at.unwrap_or(ladder(grain).len() - 1);
            if has_gained {
                return self.descend_by(grain, at, way);
            }
            if at == 0 && grain == Grain::Fine && self.terms.is_raw && self.number == 0 {
                // The quick gains are made. Once only.
                self.terms.is_raw = false;
                if self.terms.is_free() && !self.is_for_pushes() {
                    return self.lean(way);
                }
            }
            let is_over = match grain {
                // What has as few pushes as the best way is polished in short windows at first.
                Grain::Fine if self.is_for_pushes() => {
                    window.is_none_or(|window| window >= POLISH)
                }
                Grain::Coarse if !self.is_for_pushes() => false,
                _ => self.is_hopeless(&way, at),
            };
            if !is_over {
                return self.descend_by(grain, at + 1, way);
            }
        } else if round.is_descent && grain == Grain::Coarse && self.is_worth_more(&way) {
            return self.descend_by(Grain::Fine, 0, way);
        }
        if round.is_descent && self.terms.is_free() {
            let mut pool = lock(&self.pool);
            pool.descend(&way);
            pool.keep(&self.board, &way, round.arm.name());
            drop(pool);
            self.end_anew();
        }
        self.way = Some(way);
    }

    /// Whether something begun anew is so much worse than the best way, after a rung of the
    /// ladder, that it is not worth more.
    fn is_hopeless(&self, way: &Way<W>, rung: usize) -> bool {
        let first = |way: &Way<W>| self.prices.first(way.cost());
        let pool = lock(&self.pool);
        self.anew.is_some()
            && pool.best().is_some_and(|best| {
                100 * first(way) > (100 + HOPELESS[rung]) * first(&best.way)
            })
    }

    /// Whether a way with few pushes is to be shortened in all figures: unless another has even
    /// fewer and pushes are what counts.
    fn is_worth_more(&self, way: &Way<W>) -> bool {
        let first = |cost| self.prices.first(cost);
        let pool = lock(&self.pool);
        !self.is_for_pushes()
            || pool.best().is_none_or(|best| first(way.cost()) <= first(best.way.cost()))
    }

    /// The whole tube was searched in vain.
    fn note_stable(&self, way: &Way<W>, scope: Scope) {
        let mut pool = lock(&self.pool);
        if pool.best().is_some_and(|best| best.way == *way) {
            let boxes = self.board.layout.boxes.len();
            let differ = scope.differ.unwrap_or(boxes).min(boxes);
            pool.stable = pool.stable.max(Some(differ));
        }
    }

    pub(crate) fn account(&self) -> Account {
        let mut account = self.gone;
        if let Some(window) = &self.stretch {
            account.add(&window.stretch.account());
        }
        if let Some(start) = &self.start {
            account.add(&start.search.account());
        }
        account
    }
}
