//! Levels one after the other, made on several threads.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use kuraban::{Level, Run};

use crate::make::{Made, Workbench};
use crate::recipe::{BadRecipe, Recipe};

/// Which levels of a recipe are wanted.
#[derive(Clone, Copy, Default)]
pub struct Order<'a> {
    /// The first index.
    pub from: u64,
    /// How many levels.
    pub count: u64,
    /// Threads; zero is one. The levels are the same with any number.
    pub threads: usize,
    /// Whether a level is not wanted, since it is known.
    pub avoid: Option<&'a dyn Fn(&Level) -> bool>,
}

/// An identity as a number: a third of the memory.
pub(crate) fn digits(id: &str) -> u128 {
    u128::from_str_radix(id, 16).unwrap_or_default()
}

/// How an order ended.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Filled {
    /// Levels that were handed over.
    pub levels: u64,
    /// Indices that were tried.
    pub tried: u64,
    /// Levels that had been there before, or were to be avoided.
    pub repeated: u64,
    /// Why there are fewer than were asked for.
    pub short: Option<Short>,
}

/// Why there are fewer levels than were asked for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Short {
    /// A limit of the run was reached.
    Stopped,
    /// So many indices in a row had no new level: there may be none.
    NoneFound,
    /// Whoever takes the levels wanted no more.
    Refused,
}

/// The recipe is given up after so many indices in a row without a new level.
pub const EMPTY: u64 = 200;
/// The same where there has been no level at all: there is probably none.
pub const NONE_AT_ALL: u64 = 25;

/// What levels pass before they are handed over: none comes twice, none that is to be avoided, and
/// not more than were asked for.
pub(crate) struct Gate<'a, T> {
    order: Order<'a>,
    take: T,
    known: HashSet<u128>,
    /// Indices in a row without a level.
    empty: u64,
    filled: Filled,
}

impl<'a, T: FnMut(Made) -> ControlFlow<()>> Gate<'a, T> {
    pub(crate) fn new(order: &Order<'a>, take: T) -> Self {
        let (known, filled) = (HashSet::new(), Filled::default());
        Self { order: *order, take, known, empty: 0, filled }
    }

    /// What an index came to.
    pub(crate) fn offer(&mut self, made: Option<Made>) {
        self.filled.tried += 1;
        self.empty += 1;
        let Some(made) = made else { return };
        let is_unwanted = self.order.avoid.is_some_and(|avoid| avoid(&made.level));
        if is_unwanted || !self.known.insert(digits(&made.id)) {
            self.filled.repeated += 1;
            return;
        }
        self.filled.levels += 1;
        self.empty = 0;
        if (self.take)(made).is_break() {
            self.filled.short = Some(Short::Refused);
        }
    }

    /// Whether nothing at all was made so far.
    fn is_fruitless(&self) -> bool {
        self.filled.levels + self.filled.repeated == 0
    }

    /// Whether no more is wanted.
    pub(crate) fn is_done(&self) -> bool {
        self.filled.levels >= self.order.count || self.filled.short.is_some()
    }

    /// How it ended; where there are too few and nothing else is known, this is why.
    pub(crate) fn close(mut self, why: Short) -> Filled {
        if !self.is_done() {
            self.filled.short = Some(why);
        }
        self.filled
    }
}

impl Recipe {
    /// Makes levels and hands them over by rising index, each one new. An index for which no level
    /// is found, or whose level is known, is left out; the next ones take its place.
    ///
    /// ```
    /// use kuraban::{Cancel, Limits, Run};
    /// use kuraban_generate::{Order, Preset};
    ///
    /// let clock = || std::time::Duration::ZERO;
    /// let run = Run::new(Limits::default(), Cancel::default(), &clock);
    /// let order = Order { count: 2, ..Order::default() };
    /// let mut levels = Vec::new();
    /// let filled = Preset::Pocket.recipe().fill(&order, &run, |made| {
    ///     levels.push(made.level);
    ///     std::ops::ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((filled.levels, levels.len()), (2, 2));
    /// # Ok::<(), kuraban_generate::BadRecipe>(())
    /// ```
    pub fn fill(
        &self,
        order: &Order<'_>,
        run: &Run<'_>,
        take: impl FnMut(Made) -> ControlFlow<()>,
    ) -> Result<Filled, BadRecipe> {
        self.check()?;
        let mut gate = Gate::new(order, take);
        let mut is_empty = false;
        let mut accept = |made: Option<Made>| {
            gate.offer(made);
            is_empty =
                gate.empty >= if gate.is_fruitless() { NONE_AT_ALL } else { EMPTY };
            let is_over = gate.is_done() || is_empty;
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if order.count > 0 {
            self.make_all(order, run, &mut accept);
        }
        let why = if is_empty { Short::NoneFound } else { Short::Stopped };
        Ok(gate.close(why))
    }

    /// Makes the levels from an index on, in order, until `accept` wants no more or the run stops.
    fn make_all(
        &self,
        order: &Order<'_>,
        run: &Run<'_>,
        accept: &mut dyn FnMut(Option<Made>) -> ControlFlow<()>,
    ) {
        if order.threads <= 1 {
            let mut bench = Workbench::new();
            let mut index = order.from;
            while run.stop().is_none() {
                let made = bench.level(self, index, run);
                // What a stopped run has not found may yet be there.
                if run.stop().is_some() && made.is_none() || accept(made).is_break() {
                    return;
                }
                index += 1;
            }
            return;
        }
        let (next, over) = (AtomicU64::new(order.from), AtomicBool::new(false));
        let (send, receive) = mpsc::sync_channel(4 * order.threads);
        std::thread::scope(|scope| {
            for _ in 0..order.threads {
                let (send, next, over) = (send.clone(), &next, &over);
                scope.spawn(move || {
                    let mut bench = Workbench::new();
                    while run.stop().is_none() && !over.load(Ordering::Relaxed) {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let made = bench.level(self, index, run);
                        if run.stop().is_some() && made.is_none()
                            || send.send((index, made)).is_err()
                        {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let mut waiting = BTreeMap::new();
            let mut index = order.from;
            for (made_index, made) in receive {
                waiting.insert(made_index, made);
                while let Some(made) = waiting.remove(&index) {
                    index += 1;
                    if accept(made).is_break() {
                        over.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
        });
    }
}
