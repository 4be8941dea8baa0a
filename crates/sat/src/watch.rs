//! What a solver may use: a turn of a run, and a share of it.

use std::ops::ControlFlow::{self, Break};
use std::time::Duration;

use kuraban_search::{Account, Claim, Run, Stop, Turn};

/// Why a solver gave no answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Pause {
    /// The run is over.
    Stop(Stop),
    /// The share of this call is used up; the run goes on.
    Share,
    /// The work of this turn is used up. Asked again in the next turn, the solver goes on.
    Turn,
}

/// Where the share of a call ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Share {
    /// When the run has taken that long.
    Time(Duration),
    /// When the search has done that much work.
    Work(u64),
}

/// What a search has used, over all its turns.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Spent {
    /// Conflicts, bound, bytes.
    pub(crate) account: Account,
    /// Work of any kind.
    work: u64,
    /// Conflicts that happened when the turn was already used up.
    owed: u64,
}

impl Spent {
    /// The figures for others; they include conflicts that are not yet paid for.
    pub(crate) fn account(&self) -> Account {
        let mut account = self.account;
        account.expanded += self.owed;
        account
    }
}

/// A turn as solvers see it: they spend from it and learn when to pause.
pub struct Watch<'w, 'r> {
    turn: &'w mut Turn<'r>,
    /// Whether the end of the turn is no reason to pause: there will be no other one.
    is_patient: bool,
    share: Option<Share>,
    pause: Option<Pause>,
    polls: u32,
    pub(crate) spent: Spent,
}

impl<'w, 'r> Watch<'w, 'r> {
    /// The work of one conflict: about what one takes on formulas of Microban levels (measured).
    const CONFLICT: u64 = 20;
    /// Solvers poll at every decision; the clock is read once in this many. On formulas of
    /// a million clauses one decision can take a millisecond.
    const STRIDE: u32 = 8;

    /// Watches a run of a single turn: the turn's work does not count, the limits of the
    /// run do.
    pub fn new(turn: &'w mut Turn<'r>) -> Self {
        Self { is_patient: true, ..Self::in_turn(turn, Spent::default()) }
    }

    /// Watches one of several turns: solvers pause at its end.
    pub fn one_of_many(turn: &'w mut Turn<'r>) -> Self {
        Self::in_turn(turn, Spent::default())
    }

    /// What was used since this was made: conflicts, the bound, bytes.
    pub fn account(&self) -> Account {
        self.spent.account()
    }

    /// Watches one of several turns, for a search that has used that much before.
    pub(crate) fn in_turn(turn: &'w mut Turn<'r>, spent: Spent) -> Self {
        let mut this =
            Self { turn, is_patient: false, share: None, pause: None, polls: 0, spent };
        this.pay();
        this
    }

    /// Begins a call that may go on to the end of a share, or as long as the run.
    pub fn begin(&mut self, share: Option<Share>) {
        if self.pause == Some(Pause::Share) {
            self.pause = None;
        }
        self.share = share;
    }

    /// The share that ends that much later.
    pub fn share(&self, time: Duration) -> Share {
        Share::Time(self.elapsed() + time)
    }

    /// The share that ends after that much more work.
    pub(crate) fn share_of_work(&self, work: u64) -> Share {
        Share::Work(self.spent.work + work)
    }

    /// Whether a share is used up.
    pub fn is_over(&self, share: Share) -> bool {
        match share {
            Share::Time(ends) => self.elapsed() >= ends,
            Share::Work(ends) => self.spent.work >= ends,
        }
    }

    /// Why to pause, as far as is known without checking.
    pub fn pause(&self) -> Option<Pause> {
        self.pause
    }

    /// A solver is about to decide something; looks at the clock now and then.
    pub fn poll(&mut self) -> Option<Pause> {
        self.polls = self.polls.wrapping_add(1);
        self.spend(1);
        if self.polls.is_multiple_of(Self::STRIDE) { self.look() } else { self.pause }
    }

    /// Spends work.
    pub fn spend(&mut self, work: u64) -> Option<Pause> {
        self.spent.work += work;
        let asked = self.turn.spend(work);
        self.note(asked)
    }

    /// Spends work where only the end of the run is a reason to stop.
    pub(crate) fn keep_on(&mut self, work: u64) -> ControlFlow<Stop> {
        match self.spend(work) {
            Some(Pause::Stop(stop)) => Break(stop),
            Some(Pause::Share | Pause::Turn) | None => ControlFlow::Continue(()),
        }
    }

    /// Whether to pause; looks at the clock and the cancel token now.
    pub fn look(&mut self) -> Option<Pause> {
        self.turn.done_so_far(self.spent.account());
        let asked = self.turn.look();
        self.note(asked);
        if self.pause.is_none() && self.share.is_some_and(|share| self.is_over(share)) {
            self.pause = Some(Pause::Share);
        }
        self.pause
    }

    /// Counts one conflict, which is what a SAT solver's expansion is.
    pub fn conflict(&mut self) {
        self.spent.work += Self::CONFLICT;
        self.spent.owed += 1;
        self.pay();
    }

    /// Pays for conflicts. What this turn cannot pay the next one will.
    fn pay(&mut self) {
        while self.spent.owed > 0 {
            let asked = self.turn.expand(Self::CONFLICT);
            if asked.is_break() {
                let is_over = matches!(self.note(asked), Some(Pause::Stop(_)));
                if is_over || self.run().stop() == Some(Stop::Nodes) {
                    self.spent.owed = 0; // those are beyond the limit
                }
                return;
            }
            self.spent.owed -= 1;
            self.spent.account.expanded += 1;
        }
    }

    /// Asks whether something may be made that takes roughly that many bytes in all.
    pub fn room_for(&mut self, bytes: usize) {
        let asked = self.turn.hold(bytes);
        self.note(asked);
    }

    /// Says how many bytes solver and formula take.
    pub fn hold(&mut self, bytes: usize) {
        let asked = self.turn.hold(bytes);
        if self.note(asked).is_none() {
            let account = &mut self.spent.account;
            account.bytes = bytes;
            account.peak_bytes = account.peak_bytes.max(bytes);
        }
    }

    fn note(&mut self, asked: ControlFlow<kuraban_search::Pause>) -> Option<Pause> {
        if let Break(why) = asked
            && !matches!(self.pause, Some(Pause::Stop(_)))
        {
            match why {
                kuraban_search::Pause::Turn if self.is_patient => {}
                kuraban_search::Pause::Turn => self.pause = Some(Pause::Turn),
                kuraban_search::Pause::Stop(stop) => self.pause = Some(Pause::Stop(stop)),
                kuraban_search::Pause::Memory => {
                    self.pause = Some(Pause::Stop(Stop::Memory));
                }
            }
        }
        self.pause
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.run().elapsed()
    }

    /// The run.
    pub fn run(&self) -> &'r Run<'r> {
        self.turn.run()
    }

    /// Why the run is over, if it is; looks now.
    pub fn stop(&mut self) -> Option<Stop> {
        match self.look() {
            Some(Pause::Stop(stop)) => Some(stop),
            Some(Pause::Share | Pause::Turn) | None => None,
        }
    }

    /// Tells a proved lower bound.
    pub fn prove(&mut self, claim: Claim, at_least: u32) {
        self.turn.prove(claim, at_least.into());
    }

    /// Tells a line of the trace where one is wanted.
    pub(crate) fn trace(&mut self, line: impl FnOnce() -> String) {
        self.turn.trace(line);
    }

    /// Says at which bound the search is, and traces a line about it where that is wanted.
    pub fn at(&mut self, bound: u32, line: impl FnOnce() -> String) {
        self.spent.account.depth = bound.into();
        self.turn.trace(line);
    }
}
