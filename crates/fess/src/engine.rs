//! The engine as hosts see it, and its strategies as searches that take turns.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kuraban_board::{Ground, LARGEST, Site, by_width, look, too_large};
use kuraban_level::{Level, Rules};
use kuraban_search::{
    Account, BestCell, Engine, Farthest, Later, Objective, Pause, Prepare, Prepared,
    Promise, Question, Race, Refusal, Search, Stage, Turn,
};

use crate::level::Preparation;
use crate::moves::pushes::scratch;
use crate::shared::Shared;
use crate::strategies::joint::JointSearches;
use crate::strategies::{Work, begin};
use crate::strategy::Strategy;

/// Feature-space search.
#[derive(Clone, Debug)]
pub struct FessEngine {
    strategies: Vec<Strategy>,
}

impl Default for FessEngine {
    /// All strategies in turns.
    fn default() -> Self {
        Self::with(&Strategy::ALL)
    }
}

impl FessEngine {
    /// These strategies in turns.
    pub fn with(strategies: &[Strategy]) -> Self {
        Self { strategies: strategies.to_vec() }
    }
}

impl Engine for FessEngine {
    fn name(&self) -> &'static str {
        "fess"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: false,
            optimal: &[],
            about: "feature-space search over macro moves, along packing plans and toward \
                    landmarks",
        }
    }

    fn strategies(&self) -> Vec<(&'static str, &'static str)> {
        Strategy::ALL.map(|strategy| (strategy.name(), strategy.about())).into()
    }

    fn with_strategies(&self, names: &[&str]) -> Option<Box<dyn Engine>> {
        let chosen: Result<Vec<Strategy>, _> =
            names.iter().map(|name| name.parse()).collect();
        Some(Box::new(Self::with(&chosen.ok()?)))
    }

    fn accepts(&self, level: &Level, objective: Objective) -> Result<(), Refusal> {
        kuraban_search::accepts(self, level, objective)?;
        too_large(level).map_or(Ok(()), |spots| {
            Err(Refusal(format!(
                "the engine `fess` searches boards of up to {LARGEST} squares, and this one \
                 has {spots}; `auto` has no such bound"
            )))
        })
    }

    fn begin(&self, level: &Arc<Level>, _: &Question) -> Box<dyn Search> {
        let (level, strategies) = (Arc::clone(level), self.strategies.clone());
        Later::boxed(self.name(), move |turn| {
            let layout = look(&level, turn).map_err(|stage| match stage {
                // Proofs are for complete engines.
                Stage::Unsolvable => Stage::GaveUp,
                stage => stage,
            })?;
            let site = Site::new(layout);
            teams(&level, &site, &[&strategies]).pop().ok_or(Stage::GaveUp)
        })
    }
}

/// Begins searches that work on one level together, each with strategies of its own. They may run
/// in different threads. They share tables, verdicts on dead ends and the positions they reach, so
/// each can meet any other search on the site.
///
/// There are none on boards that fit no bitboard. The layout must not be refuted, and it must have
/// a box off goal.
pub fn teams(
    level: &Arc<Level>,
    site: &Site,
    parts: &[&[Strategy]],
) -> Vec<Box<dyn Search>> {
    fn on_board<const W: usize>(
        level: &Arc<Level>,
        site: &Site,
        parts: &[&[Strategy]],
    ) -> Vec<Box<dyn Search>> {
        let ground = site.ground::<W>();
        let users = Arc::new(AtomicUsize::new(0));
        let sharing = Arc::clone(&users);
        let tables = Arc::new(Prepared::new(move || Sharing {
            ground: Arc::clone(&ground),
            tables: Preparation::default(),
            users: Arc::clone(&sharing),
        }));
        // Boxes that became walls are where they have to be.
        let layout = site.layout();
        let free =
            |square| layout.boxes.iter().any(|&spot| layout.square(spot) == square);
        let fixed: Arc<[usize]> =
            level.boxes().iter().copied().filter(|&square| !free(square)).collect();
        let team = |strategies: &&[Strategy]| -> Box<dyn Search> {
            let race = Race::new("fess", level, Objective::Any);
            let mut race = race.first_turn(FIRST_TURN);
            for &strategy in *strategies {
                users.fetch_add(1, Ordering::Relaxed);
                race.enter(Box::new(Strategist {
                    tables: Arc::clone(&tables),
                    users: Arc::clone(&users),
                    strategy,
                    fixed: Arc::clone(&fixed),
                    work: None,
                    counts: (0, 0),
                }));
            }
            Box::new(race)
        };
        parts.iter().map(team).collect()
    }
    by_width!(site.layout().words(), W => on_board::<W>(level, site, parts), else Vec::new())
}

/// Work of the first turn of a strategy.
const FIRST_TURN: u64 = 16_000;

/// Work of a step with so many boxes, but for its successors. Measured, roughly.
fn step_price(boxes: usize) -> u64 {
    20 + (boxes * boxes / 16) as u64
}

/// What the strategies of a level share, being made.
struct Sharing<const W: usize> {
    ground: Arc<Ground<W>>,
    tables: Preparation<W>,
    /// How many strategies are left.
    users: Arc<AtomicUsize>,
}

impl<const W: usize> Prepare for Sharing<W> {
    type Made = (Arc<Shared<W>>, JointSearches<W>);

    fn advance(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause, Self::Made> {
        let board = self.ground.board(turn)?;
        let users = self.users.load(Ordering::Relaxed);
        let statics = self.tables.advance(&board, users, turn)?;
        let meeting = self.ground.meeting(&board);
        let shared = Shared::new(statics, meeting, Arc::clone(&self.users));
        Continue((shared, JointSearches::default()))
    }
}

/// A strategy that takes turns.
struct Strategist<const W: usize> {
    tables: Arc<Prepared<Sharing<W>>>,
    users: Arc<AtomicUsize>,
    strategy: Strategy,
    /// Squares of boxes that became walls.
    fixed: Arc<[usize]>,
    work: Option<(Arc<Shared<W>>, Box<dyn Work>)>,
    /// Expansions and successors that count: those beyond a limit of nodes do not.
    counts: (u64, u64),
}

impl<const W: usize> Strategist<W> {
    fn prepare(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        if self.work.is_none() {
            let made = self.tables.get(turn)?;
            let (shared, joint) = &*made;
            turn.hold(shared.bytes_each() + scratch(&shared.statics.map.board))?;
            shared.meeting.join();
            let work = begin((shared, joint), self.strategy, turn);
            self.work = Some((Arc::clone(shared), work));
        }
        Continue(())
    }

    /// The best cell; boxes that became walls are packed.
    fn best_cell(&self, work: &dyn Work) -> Option<BestCell> {
        let fixed = self.fixed.len();
        work.best_cell().map(|cell| BestCell {
            packed: cell.packed + fixed,
            boxes: cell.boxes + fixed,
            ..cell
        })
    }
}

impl<const W: usize> Search for Strategist<W> {
    fn name(&self) -> &'static str {
        self.strategy.name()
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if let Break(pause) = self.prepare(turn) {
            return pause.stage();
        }
        let Some((shared, work)) = &mut self.work else { return Stage::GaveUp };
        loop {
            let bytes = shared.bytes_each() + work.bytes();
            if turn.hold(bytes + scratch(&shared.statics.map.board)).is_break() {
                return Stage::Full;
            }
            if turn.spend(step_price(shared.statics.map.board.goals.len())).is_break() {
                return Stage::Working;
            }
            let before = work.generated();
            let stage = work.step(turn);
            let successors = work.generated() - before;
            // Where this ends the run, what the step found is still told.
            let _ = turn.overdraw(successors * work.price());
            let is_over =
                (self.counts.0..work.expanded()).any(|_| turn.count().is_break());
            if is_over {
                return Stage::Working;
            }
            self.counts = (work.expanded(), work.generated());
            match stage {
                Stage::Working => {}
                // When the run is over, moves may be missing.
                Stage::GaveUp if turn.run().stop().is_some() => return Stage::Working,
                stage => return stage,
            }
        }
    }

    fn account(&self) -> Account {
        let Some((shared, work)) = &self.work else { return Account::default() };
        let bytes = shared.bytes_each() + work.bytes();
        let mut account = Account::new(self.counts.0, self.counts.1, bytes);
        account.best_cell = self.best_cell(&**work);
        account
    }

    fn farthest(&self) -> Option<Farthest> {
        let (_, work) = self.work.as_ref()?;
        let cell = self.best_cell(&**work)?;
        let (mut boxes, player) = work.best_place()?;
        boxes.extend_from_slice(&self.fixed);
        boxes.sort_unstable();
        Some(Farthest { cell, boxes, player })
    }
}

impl<const W: usize> Drop for Strategist<W> {
    fn drop(&mut self) {
        self.users.fetch_sub(1, Ordering::Relaxed);
        if let Some((shared, _)) = &self.work {
            shared.meeting.leave();
        }
    }
}
