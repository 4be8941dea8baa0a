//! What several searches share; the first that needs it makes it.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Arc, Mutex, OnceLock, TryLockError};

use crate::{Pause, Turn};

/// Something that is made in turns.
pub trait Prepare: Send {
    /// What is made.
    type Made: Send + Sync;

    /// Works until the turn ends. Returns what was made once it is done, and is not called
    /// again.
    fn advance(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause, Self::Made>;
}

/// Tables that several searches share, in any thread. They are made in the first turns of
/// whichever search needs them first.
pub struct Prepared<P: Prepare> {
    begin: Box<dyn Fn() -> P + Send + Sync>,
    made: OnceLock<Arc<P::Made>>,
    making: Mutex<Option<P>>,
}

impl<P: Prepare> Prepared<P> {
    /// Nothing is made yet.
    pub fn new(begin: impl Fn() -> P + Send + Sync + 'static) -> Self {
        let (made, making) = (OnceLock::new(), Mutex::new(None));
        Self { begin: Box::new(begin), made, making }
    }

    /// What was made, if it is done.
    pub fn made(&self) -> Option<&Arc<P::Made>> {
        self.made.get()
    }

    /// Returns what was made, or works on it until this turn ends. While another thread
    /// works on it, this turn has nothing to do.
    pub fn get(&self, turn: &mut Turn<'_>) -> ControlFlow<Pause, Arc<P::Made>> {
        if let Some(made) = self.made.get() {
            return Continue(Arc::clone(made));
        }
        let mut making = match self.making.try_lock() {
            Ok(making) => making,
            // If a search panicked halfway, making begins anew.
            Err(TryLockError::Poisoned(poisoned)) => {
                let mut making = poisoned.into_inner();
                *making = None;
                making
            }
            Err(TryLockError::WouldBlock) => {
                std::thread::yield_now();
                return Break(Pause::Turn);
            }
        };
        if let Some(made) = self.made.get() {
            return Continue(Arc::clone(made));
        }
        let made = Arc::new(making.get_or_insert_with(|| (self.begin)()).advance(turn)?);
        *making = None;
        Continue(Arc::clone(self.made.get_or_init(|| made)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cancel, Limits, Run};

    struct Count(u32);

    impl Prepare for Count {
        type Made = u32;

        fn advance(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause, u32> {
            while self.0 < 10 {
                turn.spend(1)?;
                self.0 += 1;
            }
            Continue(self.0)
        }
    }

    #[test]
    fn is_made_once_in_as_many_turns_as_it_takes() {
        let clock = || std::time::Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let prepared = Prepared::new(|| Count(0));
        for _ in 0..3 {
            assert!(prepared.get(&mut Turn::new(&run, 3, usize::MAX)).is_break());
        }
        let made = prepared.get(&mut Turn::new(&run, 3, usize::MAX));
        let again = prepared.get(&mut Turn::new(&run, 0, usize::MAX));
        match (made, again) {
            (Continue(made), Continue(again)) => assert!(Arc::ptr_eq(&made, &again)),
            _ => panic!("it was made in four turns"),
        }
    }
}
