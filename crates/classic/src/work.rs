//! What a search works with in a turn.

use std::ops::ControlFlow::{self, Continue};

use kuraban_search::{Account, Claim, Pause, Turn};

/// What comes of work that the end of the turn may interrupt.
pub(crate) type Flow<T = ()> = ControlFlow<Pause, T>;

/// A turn, and the account of the search that has it.
pub(crate) struct Work<'a, 't> {
    turn: &'a mut Turn<'t>,
    pub(crate) account: &'a mut Account,
}

impl<'a, 't> Work<'a, 't> {
    pub(crate) fn new(turn: &'a mut Turn<'t>, account: &'a mut Account) -> Self {
        Self { turn, account }
    }

    /// Spends the work of one expansion, and counts it.
    #[inline]
    pub(crate) fn expand(&mut self, price: u64) -> Flow {
        self.turn.expand(price)?;
        self.account.expanded += 1;
        Continue(())
    }

    /// Spends work that is no expansion.
    #[inline]
    pub(crate) fn spend(&mut self, price: u64) -> Flow {
        self.turn.spend(price)
    }

    /// Asks for that many more bytes.
    pub(crate) fn take(&mut self, bytes: usize) -> Flow {
        let total = self.account.bytes.saturating_add(bytes);
        self.turn.hold(total)?;
        self.account.bytes = total;
        self.account.peak_bytes = self.account.peak_bytes.max(total);
        Continue(())
    }

    /// Gives bytes back that were taken.
    pub(crate) fn give_back(&mut self, bytes: usize) {
        self.account.bytes -= bytes;
    }

    /// Bytes that can still be taken.
    pub(crate) fn memory_left(&self) -> usize {
        self.turn.memory().saturating_sub(self.account.bytes)
    }

    /// Tells a proved lower bound.
    pub(crate) fn prove(&mut self, claim: Claim, at_least: u64) {
        self.turn.prove(claim, at_least);
    }

    /// Whether a trace is wanted.
    #[inline]
    pub(crate) fn traces(&self) -> bool {
        self.turn.traces()
    }

    /// Tells one line of the trace.
    pub(crate) fn trace(&mut self, line: impl FnOnce() -> String) {
        self.turn.trace(line);
    }
}
