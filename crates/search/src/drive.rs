//! From the first turn to the last.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use kuraban_level::Level;

use crate::{
    Account, BestCell, Claim, Engine, Event, Fault, Found, Listener, News, Question, Run,
    Search, Silent, Stage, Stop, Turn,
};

/// How often progress is told at most.
pub(crate) const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Where the search stood in the end; [`Stage::Working`] where a limit stopped it.
    pub stage: Stage,
    /// The limit that ended the run.
    pub stop: Option<Stop>,
    /// The best solution, not yet played by the referee where the search was not a race.
    pub best: Option<Found>,
    /// Proved lower bounds of any solution.
    pub bounds: BTreeMap<Claim, u64>,
    /// What was done.
    pub account: Account,
}

/// Gives a search turns until it is done or reaches a limit of the run. A panic ends the
/// search too: [`Stage::Failed`].
pub fn drive(
    search: &mut dyn Search,
    run: &Run<'_>,
    listener: &mut dyn Listener,
) -> Outcome {
    let mut drive = Drive::new();
    while drive.turn(search, run, Drive::STRETCH, listener).is_continue() {}
    drive.outcome()
}

/// What is known of a search between two turns: for hosts that have other things to do in
/// between. [`drive`] gives one turn after the other.
#[derive(Debug)]
pub struct Drive {
    outcome: Outcome,
    next_progress: Duration,
    farthest: Option<BestCell>,
}

impl Default for Drive {
    fn default() -> Self {
        Self::new()
    }
}

impl Drive {
    /// Work between two reports to the listener. Threads wait for each other at its end.
    pub const STRETCH: u64 = 100_000;

    /// Before the first turn.
    pub fn new() -> Self {
        let outcome = Outcome {
            stage: Stage::Working,
            stop: None,
            best: None,
            bounds: BTreeMap::new(),
            account: Account::default(),
        };
        Self { outcome, next_progress: PROGRESS_EVERY, farthest: None }
    }

    /// Gives the search one turn, unless the run has reached a limit, and tells the listener what
    /// happened. `Break`: there is nothing left to do.
    pub fn turn(
        &mut self,
        search: &mut dyn Search,
        run: &Run<'_>,
        work: u64,
        listener: &mut dyn Listener,
    ) -> ControlFlow<()> {
        self.outcome.stop = self.outcome.stop.or_else(|| run.stop());
        if self.outcome.stop.is_some() {
            return ControlFlow::Break(());
        }
        let mut turn = Turn::new(run, work, run.memory());
        let stage = guarded(search, &mut turn);
        if !matches!(stage, Stage::Failed(_)) {
            self.count(&stage, search.account(), run.memory());
        }
        let mut tell = |event: &Event<'_>| {
            if listener.hear(event).is_break() {
                run.end();
            }
        };
        let outcome = &mut self.outcome;
        for news in turn.take_news() {
            match news {
                News::Bound(claim, at_least) => {
                    if outcome.bounds.get(&claim).is_none_or(|&known| known < at_least) {
                        outcome.bounds.insert(claim, at_least);
                        tell(&Event::Bound(claim, at_least));
                    }
                }
                News::Trace(line) => tell(&Event::Trace(&line)),
                News::Fault(fault) => tell(&Event::Fault(&fault)),
                News::Done(_) | News::Elapsed(_) => {}
            }
        }
        if let Stage::Found(found) | Stage::Solved(found) = &stage {
            tell(&Event::Solution(found));
            outcome.best = Some(found.clone());
        }
        let elapsed = run.elapsed();
        if elapsed >= self.next_progress {
            self.next_progress = elapsed + PROGRESS_EVERY;
            tell(&Event::Progress { account: &outcome.account, elapsed });
            // After a panic nothing it says can be trusted.
            if !matches!(stage, Stage::Failed(_))
                && let Some(reached) = search.farthest()
                && self.farthest.is_none_or(|known| reached.cell.is_beyond(&known))
            {
                self.farthest = Some(reached.cell);
                tell(&Event::Farthest(&reached));
            }
        }
        match stage {
            Stage::Working | Stage::Found(_) => outcome.stop = run.stop(),
            Stage::Full => (outcome.stage, outcome.stop) = (stage, Some(Stop::Memory)),
            stage => {
                outcome.stage = stage;
                return ControlFlow::Break(());
            }
        }
        match outcome.stop {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    }

    /// Notes what was done, and the most memory that was held.
    fn count(&mut self, stage: &Stage, account: Account, memory: usize) {
        let peak = self.outcome.account.peak_bytes;
        let mut now = account.bytes.max(account.peak_bytes);
        if *stage == Stage::Full {
            // Memory that was refused was never taken.
            now = now.min(memory);
        }
        self.outcome.account = Account { peak_bytes: now.max(peak), ..account };
    }

    /// What came of it.
    pub fn outcome(self) -> Outcome {
        self.outcome
    }
}

/// Asks an engine without a listener and with a clock that stands still, so that only
/// nodes, memory and the cancel token can end the run before the engine does.
pub fn ask(engine: &dyn Engine, level: &Level, question: &Question) -> Outcome {
    let stands_still = || Duration::ZERO;
    let run = Run::new(question.limits, question.cancel.clone(), &stands_still);
    let mut search = engine.begin(&Arc::new(level.clone()), question);
    drive(&mut *search, &run, &mut Silent)
}

/// Advances a search; a panic is an answer.
pub(crate) fn guarded(search: &mut dyn Search, turn: &mut Turn<'_>) -> Stage {
    let by = search.name();
    catch_unwind(AssertUnwindSafe(|| search.advance(turn))).unwrap_or_else(|payload| {
        Stage::Failed(Fault { by, what: format!("panic: {}", panic_message(&*payload)) })
    })
}

/// The message of a panic, where it has one.
pub fn panic_message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
