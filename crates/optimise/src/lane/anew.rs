//! What is begun anew: another first solution, another rest of the best one, or the best one with
//! fewer pushes.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use kuraban_level::{Dir, Step};
use kuraban_search::{Pause, Search, Stage, Turn};

use super::{Lane, lock};
use crate::Starter;
use crate::arm::{ARMS, Arm};
use crate::pool::Pool;
use crate::stretch::Grain;
use crate::way::Way;

/// Work of a search for another first solution.
const START_WORK: u64 = 3_000_000;
/// Work of a search for another rest of the best one.
const REPLAN_WORK: u64 = 300_000;
/// Other rests that are looked for with the same patience.
pub(super) const REPLANS: u64 = 12;
/// Searches that a starter can begin, at least: they are taken by lot for other rests.
const STARTERS: u64 = 64;

/// Where other solutions come from.
pub(crate) struct Starts {
    /// How many of the whole level are looked for, at most.
    pub(crate) most: usize,
    pub(crate) starter: Option<Starter>,
}

/// A search for another solution, or for another rest of one.
pub(super) struct Start {
    pub(super) search: Box<dyn Search>,
    /// Work that it may still do.
    left: u64,
    /// The steps that lead to where it starts.
    before: Vec<Dir>,
    arm: Arm,
}

/// What a lane had done, and what the best way cost, when it began something anew.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anew {
    began: u64,
    best: u128,
    arm: Arm,
}

impl<const W: usize> Lane<W> {
    /// Goes on with the search for another solution.
    pub(super) fn go_on_starting(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
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

    /// Begins to look for another first solution; whether there is one to look for.
    pub(super) fn restart(&mut self, pool: &mut Pool<W>, best: Option<u128>) -> bool {
        let Some(starter) = &self.starts.starter else { return false };
        let most = self.starts.most;
        let search = std::iter::from_fn(|| pool.next_start(most))
            .find_map(|number| starter(&self.level, number));
        self.begin_anew(Arm::Restart, best, search, Vec::new(), START_WORK);
        self.start.is_some()
    }

    /// Begins to look for another rest after some pushes of a way.
    pub(super) fn replan(&mut self, way: &Way<W>) {
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
    pub(super) fn end_anew(&mut self) {
        let Some(Anew { began, best: old, arm }) = self.anew.take() else { return };
        let best = lock(&self.pool).best().map(|best| best.way.cost());
        let first = |cost| self.prices.first(cost);
        let gain = best.map_or(0, |best| first(old).saturating_sub(first(best)));
        if let Some(index) = ARMS.iter().position(|&other| other == arm) {
            self.rates[index].note(gain as f64, self.work - began, self.work);
        }
    }

    /// Begins to bring down the pushes of the best way, and to shorten what that gives.
    pub(super) fn lean(&mut self, way: Way<W>) {
        self.anew = Some(Anew { began: self.work, best: way.cost(), arm: Arm::Lean });
        self.descend_by(Grain::Coarse, 0, way);
    }
}
