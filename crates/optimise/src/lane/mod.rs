//! One line of work: a solution is shortened until it is stable, then in other ways.

mod anew;
mod descent;
mod windows;

use std::ops::ControlFlow::{self, Continue};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kuraban_board::Board;
use kuraban_level::Level;
use kuraban_search::{Account, Pause, Turn};

pub(crate) use self::anew::Starts;
use self::anew::{Anew, REPLANS, Start};
use self::windows::Window;
use crate::arm::{ARMS, Arm, FINE, Rate, Scope};
use crate::goal::{Goal, Prices};
use crate::pool::Pool;
use crate::stretch::Grain;
use crate::way::Way;

/// Patience doubles that often at most.
const MOST_LEVELS: u32 = 8;
/// One round in so many is of an arm taken at random.
const RANDOM_ROUND: u64 = 10;

/// What the lanes share.
pub(crate) type SharedPool<const W: usize> = Arc<Mutex<Pool<W>>>;

pub(crate) fn lock<const W: usize>(pool: &Mutex<Pool<W>>) -> MutexGuard<'_, Pool<W>> {
    pool.lock().unwrap_or_else(PoisonError::into_inner)
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
                pool.descend(way);
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
