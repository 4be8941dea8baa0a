//! What a run tells its listener.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::{Account, Claim, Farthest, Fault, Found};

/// What happens in a run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The search goes on. Told about ten times a second.
    Progress {
        /// Counts so far.
        account: &'a Account,
        /// Time so far.
        elapsed: Duration,
    },
    /// A position farther than any before. Told with progress, where a search knows it.
    Farthest(&'a Farthest),
    /// A solution, better than any before.
    Solution(&'a Found),
    /// A proved lower bound has risen.
    Bound(Claim, u64),
    /// One line about what the search does; only where a trace is wanted.
    Trace(&'a str),
    /// One of several searches failed. The others go on.
    Fault(&'a Fault),
}

/// Watches a run.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use kuraban_search::{Event, Listener};
///
/// /// Is content with the first solution.
/// struct First;
///
/// impl Listener for First {
///     fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
///         match event {
///             Event::Solution(_) => ControlFlow::Break(()),
///             _ => ControlFlow::Continue(()),
///         }
///     }
/// }
///
/// assert!(First.hear(&Event::Trace("a line")).is_continue());
/// ```
pub trait Listener {
    /// Something happened; `Break` asks the run to stop, as [`crate::Cancel`] does.
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()>;

    /// Whether [`Event::Trace`] is wanted: searches do not describe themselves otherwise.
    fn wants_trace(&self) -> bool {
        false
    }
}

/// A listener that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Listener for Silent {
    fn hear(&mut self, _: &Event<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
