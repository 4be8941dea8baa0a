//! What all strategies on a level share.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kuraban_board::moves::Leg;

use crate::deadlock::Deadlocks;
use crate::level::Statics;
use crate::meeting::{self, Meeting};
use crate::moves::expander::Place;

/// Tables of the level, verdicts on corrals, positions reached from either end. Searches in
/// several threads may use it at once.
#[derive(Debug)]
pub(crate) struct Shared<const W: usize> {
    pub(crate) statics: Statics<W>,
    deadlocks: Deadlocks<W>,
    pub(crate) meeting: Meeting,
    /// How many searches use it.
    users: AtomicUsize,
}

impl<const W: usize> Shared<W> {
    pub(crate) fn new(statics: Statics<W>) -> Arc<Self> {
        let meeting = Meeting::new(&statics);
        let deadlocks = Deadlocks::default();
        Arc::new(Self { statics, deadlocks, meeting, users: AtomicUsize::new(0) })
    }

    /// The position to begin with.
    pub(crate) fn start(&self) -> Place<W> {
        meeting::start(&self.statics)
    }

    /// Whether there is a way from a position to a solution.
    #[inline]
    pub(crate) fn is_met(&self, place: &Place<W>) -> bool {
        self.meeting.is_pulled(&self.statics, place)
    }

    /// The pushes from a position to a solution, where [`Shared::is_met`].
    pub(crate) fn finish(&self, place: &Place<W>) -> Option<Vec<Leg>> {
        self.meeting.finish(&self.statics, place)
    }

    /// Enters a position that a forward search expands, reached by a push from another one.
    pub(crate) fn enter_pushed(&self, from: &Place<W>, code: u32, place: &Place<W>) {
        let statics = &self.statics;
        self.meeting.enter_pushed(from.key(statics), code, place.key(statics));
    }

    /// The tests for dead ends; they can be made by many threads at once.
    pub(crate) fn deadlocks(&self) -> &Deadlocks<W> {
        &self.deadlocks
    }

    /// A search begins to use it.
    pub(crate) fn join(&self) {
        self.users.fetch_add(1, Ordering::Relaxed);
    }

    /// A search uses it no more.
    pub(crate) fn leave(&self) {
        self.users.fetch_sub(1, Ordering::Relaxed);
    }

    /// Bytes taken, shared out among the searches that use it: together they count all of them.
    pub(crate) fn bytes_each(&self) -> usize {
        let users = self.users.load(Ordering::Relaxed).max(1);
        (self.deadlocks().bytes() + self.meeting.bytes()).div_ceil(users)
    }
}
