//! One line of work: a solution is shortened until it is stable, then in other ways.

use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kuraban_board::Board;
use kuraban_level::Level;
use kuraban_search::{Account, Pause, Search, Stage, Turn};

use crate::arm::{ARMS, Arm, LADDER, Rate, Scope, WHOLE};
use crate::goal::Prices;
use crate::pool::Pool;
use crate::stretch::{End, Ended, Errand, Stretch};
use crate::tube::Tube;
use crate::way::Way;

/// Work of a search for another first solution.
const START_WORK: u64 = 3_000_000;
/// Patience doubles that often at most.
const MOST_LEVELS: u32 = 8;
/// Equally good solutions that are taken one after the other without a gain.
const MOST_DRIFTS: usize = 8;
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
    pub(crate) seed: u64,
}

impl Terms {
    /// Whether other solutions may take the place of the given one.
    fn is_free(&self) -> bool {
        self.head == 0 && self.tail == 0 && self.end.is_none()
    }
}

/// What a way of so many pushes is shortened by: windows that are much shorter than it, or the
/// whole.
fn rung(from: usize, pushes: usize) -> Scope {
    let is_short =
        |scope: &&Scope| scope.window.is_some_and(|window| 2 * window <= pushes);
    LADDER[from.min(LADDER.len())..].iter().find(is_short).copied().unwrap_or(WHOLE)
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

pub(crate) struct Lane<const W: usize> {
    number: usize,
    board: Arc<Board<W>>,
    level: Arc<Level>,
    prices: Arc<Prices>,
    terms: Terms,
    pool: SharedPool<W>,
    /// What is being shortened.
    way: Option<Way<W>>,
    round: Option<Round>,
    stretch: Option<(Stretch<W>, Range<usize>)>,
    start: Option<(Box<dyn Search>, u64)>,
    /// What the lane had done, and what the best way cost, when it began to start anew.
    restarted: Option<(u64, u128)>,
    starts: VecDeque<Box<dyn Search>>,
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
        starts: VecDeque<Box<dyn Search>>,
    ) -> Self {
        let random = terms.seed ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            number,
            board,
            level,
            prices,
            terms,
            pool,
            way: None,
            round: None,
            stretch: None,
            start: None,
            restarted: None,
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
        self.work += given - turn.left() + turn.debt() - owed;
    }

    fn go_on(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        while !self.is_done {
            if let Some((stretch, _)) = &mut self.stretch {
                let ended = stretch.advance(turn)?;
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

    /// Goes on with the search for another first solution.
    fn go_on_starting(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        let Some((search, left)) = &mut self.start else { return Continue(()) };
        let given = turn.left().min(*left);
        let mut part = turn.part(given, turn.memory());
        let stage = search.advance(&mut part);
        let _ = part.take_news();
        turn.take_back(given, part);
        *left = left.saturating_sub(given);
        let is_over = *left == 0;
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
        if let Some((search, _)) = self.start.take() {
            self.gone.add(&search.account().closed());
        }
        let way = found.and_then(|found| {
            Way::of_steps(&self.board, &self.prices, &self.level, &found.steps)
        });
        if let Some(way) = way
            && lock(&self.pool).is_new(&way)
        {
            lock(&self.pool).offer(&self.board, &way, Arm::Restart.name());
            self.descend(way);
        } else {
            self.end_restart();
        }
        Continue(())
    }

    /// Begins to shorten a way until it is stable.
    fn descend(&mut self, way: Way<W>) {
        let scope = rung(0, way.len());
        self.way = Some(way);
        self.begin(Arm::Tube(scope), true);
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
            let cost = Some(best.way.cost());
            if self.number == 0 || !self.terms.is_free() || !self.restart(&mut pool, cost)
            {
                drop(pool);
                self.descend(best.way.clone());
            } else {
                self.way = Some(best.way.clone());
            }
            return;
        }
        self.way = Some(best.way.clone());
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
                let can = match arm {
                    Arm::Restart => self.terms.is_free() && !self.starts.is_empty(),
                    Arm::Pool => self.terms.is_free() && pool.kept.len() > 1,
                    Arm::Drift | Arm::Tube(_) => true,
                };
                let salt = match arm {
                    Arm::Pool => pool.kept.len() as u64,
                    // Every start is another one.
                    Arm::Restart => (self.starts.len() * 64 + self.number) as u64,
                    Arm::Drift | Arm::Tube(_) => 0,
                };
                if !can || !pool.claim(self.number, &best.way, (index, level), salt) {
                    continue;
                }
                self.patience = level;
                if arm == Arm::Restart {
                    self.restart(&mut pool, Some(best.way.cost()));
                } else {
                    self.begin(arm, false);
                }
                return;
            }
        }
        self.is_done = true;
    }

    /// Begins to look for another first solution; whether there is one to look for.
    fn restart(&mut self, pool: &mut Pool<W>, best: Option<u128>) -> bool {
        self.start = self.starts.pop_front().map(|search| (search, START_WORK));
        pool.count_starts(usize::from(self.start.is_some()));
        self.restarted = best.map(|best| (self.work, best));
        self.start.is_some()
    }

    /// Notes what starting anew has brought, the way from there included.
    fn end_restart(&mut self) {
        let Some((began, old)) = self.restarted.take() else { return };
        let best = lock(&self.pool).best().map(|best| best.way.cost());
        let first = |cost| self.prices.first(cost);
        let gain = best.map_or(0, |best| first(old).saturating_sub(first(best)));
        if let Some(index) = ARMS.iter().position(|&arm| arm == Arm::Restart) {
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
        turn.spend(way.len() as u64)?;
        let range = if round.scope.window.is_some() {
            round.at..(round.at + length).min(frame.end)
        } else {
            frame
        };
        round.at = range.start + (length / 2).max(1);
        round.count += 1;
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
            below: now + u128::from(seed != 0),
            patience: round.scope.patience,
            seed,
        };
        let (board, prices) = (Arc::clone(&self.board), Arc::clone(&self.prices));
        let stretch = Stretch::new(board, prices, errand);
        let paid = turn.overdraw(stretch.setup());
        self.stretch = Some((stretch, range));
        paid
    }

    fn end_stretch(&mut self, ended: Ended) {
        let Some((stretch, range)) = self.stretch.take() else { return };
        self.gone.add(&stretch.account().closed());
        let (Some(round), Some(way)) = (&mut self.round, &self.way) else { return };
        round.is_tired |= matches!(ended, Ended::Tired(_));
        let (Ended::Found(pushes) | Ended::Tired(Some(pushes))) = ended else {
            if round.arm == Arm::Drift {
                // There is not even an equally good one.
                round.count = MOST_DRIFTS;
            }
            return;
        };
        let Some(new) = way.spliced(&self.board, &self.prices, range, &pushes) else {
            return;
        };
        if new.cost() < way.cost() {
            let first = |way: &Way<W>| self.prices.first(way.cost());
            let gain = first(way) - first(&new);
            round.gained += (gain as f64).max(0.1);
            if round.arm == Arm::Drift {
                round.count = 0;
            }
            lock(&self.pool).offer(&self.board, &new, round.arm.name());
            self.way = Some(new);
        } else if round.arm == Arm::Drift && new.cost() == way.cost() {
            self.way = Some(new);
        }
    }

    fn end_round(&mut self) {
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
        let is_whole = round.scope.window.is_none();
        if !has_gained && !round.is_tired && is_whole && self.terms.is_free() {
            self.note_stable(&way, round.scope);
        }
        if round.is_descent && !is_whole {
            // As often as it helps, then in longer windows.
            let longer = LADDER.iter().position(|&scope| scope == round.scope);
            let scope = match longer {
                Some(_) if has_gained => round.scope,
                Some(now) => rung(now + 1, way.len()),
                None => WHOLE,
            };
            self.way = Some(way);
            self.begin(Arm::Tube(scope), true);
        } else if has_gained && round.is_descent && !round.is_tired {
            // Nothing is left for windows.
            self.way = Some(way);
            self.begin(Arm::Tube(WHOLE), true);
        } else if has_gained {
            // Whatever helped, the usual tubes come next.
            self.descend(way);
        } else {
            if round.is_descent && self.terms.is_free() {
                lock(&self.pool).keep(&self.board, &way, round.arm.name());
                self.end_restart();
            }
            self.way = Some(way);
        }
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
        if let Some((stretch, _)) = &self.stretch {
            account.add(&stretch.account());
        }
        if let Some((start, _)) = &self.start {
            account.add(&start.account());
        }
        account
    }
}
