//! How far a run may go, and what ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How far a run may go.
///
/// ```
/// use std::time::Duration;
/// use kuraban_search::Limits;
///
/// let limits = Limits::default().time(Duration::from_secs(10)).memory(1 << 30);
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// Time since the run began, as its clock tells it.
    pub time: Option<Duration>,
    /// Processor time of all threads of the run; needs a clock that tells it.
    pub cpu: Option<Duration>,
    /// Expansions.
    pub nodes: Option<u64>,
    /// Bytes of all tables together.
    pub memory: Option<usize>,
}

impl Limits {
    /// Sets the time since the run began.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Sets the processor time.
    #[must_use]
    pub fn cpu(mut self, cpu: Duration) -> Self {
        self.cpu = Some(cpu);
        self
    }

    /// Sets the number of expansions.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Sets the bytes.
    #[must_use]
    pub fn memory(mut self, memory: usize) -> Self {
        self.memory = Some(memory);
        self
    }
}

/// The limit that ended a run. Reaching one is neither a failure nor a proof.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Stop {
    /// The time is up.
    Time,
    /// The processor time is used up.
    Cpu,
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
            Self::Cpu => "cpu",
            Self::Nodes => "nodes",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Stops runs from outside: clones share one flag.
///
/// ```
/// use kuraban_search::{Cancel, Question};
///
/// let cancel = Cancel::default();
/// let question = Question::default().cancel(cancel.clone());
/// // On another thread, or when the user asks for it:
/// cancel.cancel();
/// assert!(question.cancel.is_cancelled());
/// ```
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

/// Tells how long a run has taken. The library has none of its own: hosts bring one. A host
/// without a clock passes one that stands still.
///
/// ```
/// let stands_still = || std::time::Duration::ZERO;
/// let clock: &dyn kuraban_search::Clock = &stands_still;
/// assert!(clock.elapsed().is_zero());
/// ```
pub trait Clock: Sync {
    /// Time since the run began.
    fn elapsed(&self) -> Duration;

    /// Processor time of the calling thread since some fixed moment, where that can be told.
    fn thread_cpu(&self) -> Option<Duration> {
        None
    }
}

impl<F: Fn() -> Duration + Sync> Clock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}
