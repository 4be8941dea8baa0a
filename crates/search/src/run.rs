//! One run of one engine: limits, cancellation, statistics, events.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{BestCell, Claim, Found};

/// How far a run may go.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Limits {
    /// Time since the run was made, as its clock tells it.
    pub time: Option<Duration>,
    /// Expansions.
    pub nodes: Option<u64>,
    /// Bytes of the engine's tables.
    pub memory: Option<usize>,
}

/// Why a run ended before its engine was done. This is neither a failure nor a proof.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Stop {
    /// The time is up.
    Time,
    /// The expansions are used up.
    Nodes,
    /// The memory is used up.
    Memory,
    /// Somebody asked for it.
    Cancelled,
}

impl Stop {
    /// The stable name, as reports write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Stops runs from outside: clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks every run that holds a clone to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether that was asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Tells how long a run has taken. Hosts without a clock pass one that stands still.
pub trait Clock {
    /// Time since the run began.
    fn elapsed(&self) -> Duration;
}

impl<F: Fn() -> Duration> Clock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// What a run has done so far.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Statistics {
    /// States whose successors were generated; a state that is expanded again counts again.
    pub expanded: u64,
    /// Successors that were generated.
    pub generated: u64,
    /// States that wait to be expanded.
    pub open: u64,
    /// Depth, bound or layer the search is at, as the engine counts it.
    pub depth: u64,
    /// Bytes in the engine's tables now.
    pub bytes: usize,
    /// The most there ever were.
    pub peak_bytes: usize,
}

/// What happens in a run, for whoever watches.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The search goes on. Throttled by the run.
    Progress {
        /// Counts so far.
        statistics: &'a Statistics,
        /// Time so far.
        elapsed: Duration,
        /// The best cell so far, where the engine searches a feature space.
        best_cell: Option<BestCell>,
    },
    /// A solution, better than any before.
    Solution(&'a Found),
    /// A proved lower bound has risen.
    Bound(Claim, u64),
    /// One line about what the engine does right now; only where a trace is wanted.
    Trace(&'a str),
}

/// Watches a run.
pub trait Listener {
    /// Something happened.
    fn hear(&mut self, event: &Event<'_>);

    /// Whether [`Event::Trace`] is wanted: engines skip the work of describing themselves
    /// otherwise.
    fn wants_trace(&self) -> bool {
        false
    }
}

/// A listener that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Listener for Silent {
    fn hear(&mut self, _: &Event<'_>) {}
}

/// Limits, cancel token and listener of one run, and what it has found out so far.
pub struct Run<'a> {
    limits: Limits,
    cancel: Cancel,
    clock: &'a dyn Clock,
    listener: &'a mut dyn Listener,
    /// Counts that the engine keeps up to date; `expanded` is counted by [`Run::tick`].
    pub statistics: Statistics,
    /// The best cell so far, where there are cells; the engine keeps it up to date.
    pub best_cell: Option<BestCell>,
    best: Option<Found>,
    bounds: BTreeMap<Claim, u64>,
    traces: bool,
    next_check: u64,
    next_progress: Duration,
    last_check: Duration,
}

impl<'a> Run<'a> {
    /// How often progress is told at most.
    const PROGRESS_EVERY: Duration = Duration::from_millis(100);
    /// Ticks between two looks at the clock grow while looks are closer together than this.
    const LOOK_EVERY: Duration = Duration::from_millis(1);
    /// Ticks between two looks at the clock at most.
    const MAX_STRIDE: u64 = 1024;

    /// A run that begins now.
    pub fn new(
        limits: Limits,
        cancel: Cancel,
        clock: &'a dyn Clock,
        listener: &'a mut dyn Listener,
    ) -> Self {
        let traces = listener.wants_trace();
        Self {
            limits,
            cancel,
            clock,
            listener,
            statistics: Statistics::default(),
            best_cell: None,
            best: None,
            bounds: BTreeMap::new(),
            traces,
            next_check: 0,
            next_progress: Self::PROGRESS_EVERY,
            last_check: Duration::ZERO,
        }
    }

    /// Counts one expansion; `Err` means stop now. Engines call this once per expansion, before
    /// it, and pass the error up with `?`.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|limit| self.statistics.expanded >= limit) {
            return Err(Stop::Nodes);
        }
        if self.statistics.expanded >= self.next_check {
            self.look()?;
        }
        self.statistics.expanded += 1;
        Ok(())
    }

    /// Looks at clock and cancel token now. For long work between two expansions.
    pub fn look(&mut self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        let elapsed = self.clock.elapsed();
        if self.limits.time.is_some_and(|limit| elapsed >= limit) {
            return Err(Stop::Time);
        }
        let stride = self.statistics.expanded.saturating_sub(self.next_check).max(1);
        let quick = elapsed.saturating_sub(self.last_check) < Self::LOOK_EVERY;
        let stride = if quick { stride * 2 } else { stride / 2 };
        self.next_check = self.statistics.expanded + stride.clamp(1, Self::MAX_STRIDE);
        self.last_check = elapsed;
        if elapsed >= self.next_progress {
            self.next_progress = elapsed + Self::PROGRESS_EVERY;
            let (statistics, best_cell) = (&self.statistics, self.best_cell);
            self.listener.hear(&Event::Progress { statistics, elapsed, best_cell });
        }
        Ok(())
    }

    /// The limits of this run.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The token that stops this run; for work the engine hands to other threads.
    pub fn cancel_token(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Bytes the engine's tables may take in all.
    pub fn memory_limit(&self) -> usize {
        self.limits.memory.unwrap_or(usize::MAX)
    }

    /// Says how many bytes the tables take now; `Err` where that is over the limit. To be asked
    /// *before* growing.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        if bytes > self.memory_limit() {
            return Err(Stop::Memory);
        }
        self.statistics.bytes = bytes;
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(bytes);
        Ok(())
    }

    /// Remembers a solution that is better than the one before, so that it is not lost when the
    /// run is stopped while the engine looks for a better one or for the proof.
    pub fn found(&mut self, found: Found) {
        self.listener.hear(&Event::Solution(&found));
        self.best = Some(found);
    }

    /// Remembers a proved lower bound.
    pub fn prove(&mut self, claim: Claim, at_least: u64) {
        if self.bounds.get(&claim).is_none_or(|&known| known < at_least) {
            self.bounds.insert(claim, at_least);
            self.listener.hear(&Event::Bound(claim, at_least));
        }
    }

    /// Whether a trace is wanted.
    #[inline]
    pub fn traces(&self) -> bool {
        self.traces
    }

    /// Tells one line of the trace, made only where it is wanted.
    #[inline]
    pub fn trace(&mut self, line: impl FnOnce() -> String) {
        if self.traces {
            self.listener.hear(&Event::Trace(&line()));
        }
    }

    /// The best solution so far.
    pub fn best(&self) -> Option<&Found> {
        self.best.as_ref()
    }

    /// The proved lower bounds.
    pub fn bounds(&self) -> &BTreeMap<Claim, u64> {
        &self.bounds
    }
}
