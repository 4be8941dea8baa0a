//! Engines as members: searches that know nothing of turns take turns all the same.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kuraban_level::Level;
use kuraban_search::{
    BestCell, Cancel, Clock, Engine, Event, Found, Limits, Listener, Objective, Run,
    Statistics, Stop, Verdict,
};

use crate::member::{Member, Stage};

/// Microseconds for which a guest's look at its clock is counted: engines look once per
/// expansion here, and those of guests are heavy.
const LOOK: u64 = 40;

/// Time that passes on a guest's clock with each look: enough for [`Run`] to look every time.
const TICK: Duration = Duration::from_millis(2);

/// An engine in a thread of its own that runs only while its member has a turn.
///
/// The engine gets a clock that counts how often it was looked at, and lets it wait when the
/// turn is used up. So its work is measured in its own expansions, the same on every machine,
/// and its memory stays where it is between turns. The thread starts with the first turn.
pub(crate) struct Guest {
    engine: Arc<dyn Engine>,
    level: Arc<Level>,
    memory: usize,
    gate: Arc<Gate>,
    started: bool,
}

/// Where the engine waits for its turn and its member for the engine.
#[derive(Default)]
struct Gate {
    inner: Mutex<Inner>,
    changed: Condvar,
    cancel: Cancel,
}

#[derive(Default)]
struct Inner {
    looks_left: u64,
    looks: u32,
    statistics: Statistics,
    best_cell: Option<BestCell>,
    found: Option<Found>,
    end: Option<Result<Verdict, Stop>>,
}

impl Gate {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for Gate {
    fn elapsed(&self) -> Duration {
        let mut inner = self.lock();
        while inner.looks_left == 0 && !self.cancel.is_cancelled() {
            self.changed.notify_all();
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        inner.looks_left = inner.looks_left.saturating_sub(1);
        inner.looks = inner.looks.saturating_add(1);
        TICK * inner.looks
    }
}

/// Hears what the engine finds on the way.
struct Ear(Arc<Gate>);

impl Listener for Ear {
    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress { statistics, best_cell, .. } => {
                let mut inner = self.0.lock();
                (inner.statistics, inner.best_cell) = (**statistics, *best_cell);
            }
            Event::Solution(found) => self.0.lock().found = Some((*found).clone()),
            _ => {}
        }
    }
}

impl Guest {
    pub(crate) fn new(engine: Arc<dyn Engine>, level: &Level, memory: usize) -> Self {
        let level = Arc::new(level.clone());
        Self { engine, level, memory, gate: Arc::default(), started: false }
    }

    fn start(&mut self) {
        self.started = true;
        let (engine, level) = (Arc::clone(&self.engine), Arc::clone(&self.level));
        let gate = Arc::clone(&self.gate);
        let limits = Limits { memory: Some(self.memory), ..Limits::default() };
        // The thread is not waited for: once cancelled it ends with its next look.
        std::thread::spawn(move || {
            let mut ear = Ear(Arc::clone(&gate));
            let mut run = Run::new(limits, gate.cancel.clone(), &*gate, &mut ear);
            let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                engine.solve(&level, Objective::Any, &mut run)
            }));
            let statistics = run.statistics;
            let mut inner = gate.lock();
            inner.statistics = statistics;
            inner.end = Some(end.unwrap_or(Ok(Verdict::GaveUp)));
            gate.changed.notify_all();
        });
    }

    fn stage(&self, end: Result<Verdict, Stop>) -> Stage {
        match end {
            Ok(Verdict::Solved(found)) => Stage::Solved(found),
            Ok(Verdict::Unsolvable) if self.engine.promise().complete => {
                Stage::Unsolvable
            }
            Err(Stop::Memory) => Stage::Full,
            Ok(_) | Err(_) => Stage::GaveUp,
        }
    }
}

impl Member for Guest {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn step(&mut self, work: u64) -> Stage {
        if !self.started {
            self.start();
        }
        let gate = Arc::clone(&self.gate);
        let mut inner = gate.lock();
        inner.looks_left += work.div_ceil(LOOK);
        gate.changed.notify_all();
        while inner.looks_left > 0 && inner.end.is_none() {
            inner = gate.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(end) = inner.end.take() {
            return self.stage(end);
        }
        match inner.found.take() {
            Some(found) => Stage::Found(found),
            None => Stage::Working,
        }
    }

    fn expanded(&self) -> u64 {
        self.gate.lock().statistics.expanded
    }

    fn generated(&self) -> u64 {
        self.gate.lock().statistics.generated
    }

    fn bytes(&self) -> usize {
        self.gate.lock().statistics.bytes
    }

    fn best_cell(&self) -> Option<BestCell> {
        self.gate.lock().best_cell
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.gate.cancel.cancel();
        let _inner = self.gate.lock();
        self.gate.changed.notify_all();
    }
}
