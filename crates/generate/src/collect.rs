//! Levels one after the other, made on several threads.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use kuraban::Run;

use crate::make::{Made, Workbench};
use crate::recipe::{BadRecipe, Recipe};

/// Which levels of a recipe are wanted.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The first index.
    pub from: u64,
    /// How many levels.
    pub count: u64,
    /// Threads; zero is one. The levels are the same with any number.
    pub threads: usize,
    /// Canonical identities of levels that are not wanted again.
    pub avoid: HashSet<u128>,
}

/// An identity as a number: a third of the memory.
pub fn digits(id: &str) -> u128 {
    u128::from_str_radix(id, 16).unwrap_or_default()
}

/// How an order ended.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Filled {
    /// Levels that were handed over.
    pub levels: u64,
    /// Indices that were tried.
    pub tried: u64,
    /// Levels that had been there before.
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

/// The recipe is given up after so many indices in a row without a level.
pub const EMPTY: u64 = 200;

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
        order: &Order,
        run: &Run<'_>,
        mut take: impl FnMut(Made) -> ControlFlow<()>,
    ) -> Result<Filled, BadRecipe> {
        self.check()?;
        let mut filled = Filled::default();
        let mut known = order.avoid.clone();
        let mut empty = 0;
        let mut accept = |made: Option<Made>| {
            filled.tried += 1;
            empty += 1;
            if let Some(made) = made {
                if known.insert(digits(&made.id)) {
                    filled.levels += 1;
                    empty = 0;
                    if take(made).is_break() {
                        filled.short = Some(Short::Refused);
                    }
                } else {
                    filled.repeated += 1;
                }
            }
            if filled.short.is_none() && empty >= EMPTY {
                filled.short = Some(Short::NoneFound);
            }
            let done = filled.levels >= order.count || filled.short.is_some();
            if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if order.count > 0 {
            self.make_all(order, run, &mut accept);
        }
        if filled.levels < order.count && filled.short.is_none() {
            filled.short = Some(Short::Stopped);
        }
        Ok(filled)
    }

    /// Makes the levels from an index on, in order, until `accept` wants no more or the run stops.
    fn make_all(
        &self,
        order: &Order,
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
