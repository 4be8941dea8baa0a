//! The run, shared with a solver that polls it from inside.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use kuraban_search::{Cancel, Claim, Limits, Run, Stop};

/// Why a solver gave no answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Pause {
    /// The run is over.
    Stop(Stop),
    /// The share of time set for this call is used up; the run goes on.
    Share,
}

/// Lets a solver and whoever drives it look at one [`Run`].
pub struct Watch<'w, 'r> {
    run: RefCell<&'w mut Run<'r>>,
    pause: Cell<Option<Pause>>,
    share_ends: Cell<Option<Duration>>,
    polls: Cell<u32>,
}

impl<'w, 'r> Watch<'w, 'r> {
    /// Solvers ask before every decision; the clock is read at every so many.
    const STRIDE: u32 = 64;

    /// Watches `run`.
    pub fn new(run: &'w mut Run<'r>) -> Self {
        Self {
            run: RefCell::new(run),
            pause: Cell::new(None),
            share_ends: Cell::new(None),
            polls: Cell::new(0),
        }
    }

    /// Begins a call that may take `share` of the time, or all that is left.
    pub fn begin(&self, share: Option<Duration>) {
        if self.pause.get() == Some(Pause::Share) {
            self.pause.set(None);
        }
        self.share_ends.set(share.map(|share| self.elapsed() + share));
    }

    /// Whether to stop, by the last look; takes a look now and then.
    pub fn poll(&self) -> Option<Pause> {
        let polls = self.polls.get();
        self.polls.set(polls.wrapping_add(1));
        if polls.is_multiple_of(Self::STRIDE) { self.look() } else { self.pause.get() }
    }

    /// Whether to stop; looks at the clock and the cancel token now.
    pub fn look(&self) -> Option<Pause> {
        if self.pause.get().is_none() {
            let mut run = self.run.borrow_mut();
            if let Err(stop) = run.look() {
                self.pause.set(Some(Pause::Stop(stop)));
            } else if self.share_ends.get().is_some_and(|end| run.elapsed() >= end) {
                self.pause.set(Some(Pause::Share));
            }
        }
        self.pause.get()
    }

    /// Counts one conflict, which is what a SAT solver's expansion is.
    pub fn conflict(&self) {
        if let Err(stop) = self.run.borrow_mut().tick() {
            self.pause.set(Some(Pause::Stop(stop)));
        }
    }

    /// Says how many bytes solver and formula take.
    pub fn hold(&self, bytes: usize) {
        if let Err(stop) = self.run.borrow_mut().hold(bytes) {
            self.pause.set(Some(Pause::Stop(stop)));
        }
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.run.borrow().elapsed()
    }

    /// What the run was given.
    pub fn limits(&self) -> (Limits, Cancel) {
        let run = self.run.borrow();
        (run.limits(), run.cancel_token())
    }

    /// Why the run is over, if it is; looks now.
    pub fn stop(&self) -> Option<Stop> {
        match self.look() {
            Some(Pause::Stop(stop)) => Some(stop),
            Some(Pause::Share) | None => None,
        }
    }

    /// Remembers a proved lower bound.
    pub fn prove(&self, claim: Claim, at_least: u32) {
        self.run.borrow_mut().prove(claim, at_least.into());
    }

    /// Says at which bound the search is, and traces a line about it where that is wanted.
    pub fn at(&self, bound: u32, line: impl FnOnce() -> String) {
        let mut run = self.run.borrow_mut();
        run.statistics.depth = bound.into();
        run.trace(line);
    }
}
