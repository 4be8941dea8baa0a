//! Seats for connections: their number is limited, and silent connections give way.
//!
//! A page that opens thousands of connections, and says nothing or never ends its request,
//! must not keep the user out. When all seats are taken, the oldest connection without an
//! answer is closed; if all have had one, the newcomer is closed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// All seats.
#[derive(Clone, Default)]
pub(crate) struct Seats(Arc<Mutex<Taken>>);

#[derive(Default)]
struct Taken {
    next: u64,
    by_age: BTreeMap<u64, Arc<Guest>>,
}

/// What is known of a connection.
#[derive(Default)]
pub(crate) struct Guest {
    was_answered: AtomicBool,
    leave: Notify,
}

impl Guest {
    /// The connection sent a whole request and got its answer.
    pub(crate) fn answered(&self) {
        self.was_answered.store(true, Ordering::Relaxed);
    }

    /// Ends when another connection needs the seat.
    pub(crate) async fn leaving(&self) {
        self.leave.notified().await;
    }
}

/// A seat, given back when it is dropped.
pub(crate) struct Seat {
    seats: Seats,
    number: u64,
    pub(crate) guest: Arc<Guest>,
}

impl Seats {
    /// One of `most` seats, if one can be had.
    pub(crate) fn take(&self, most: usize) -> Option<Seat> {
        let mut taken = self.lock();
        if taken.by_age.len() >= most {
            let silent = |guest: &Guest| !guest.was_answered.load(Ordering::Relaxed);
            let oldest = taken.by_age.iter().find(|(_, guest)| silent(guest));
            let oldest = oldest.map(|(&number, _)| number)?;
            if let Some(guest) = taken.by_age.remove(&oldest) {
                guest.leave.notify_one();
            }
        }
        let number = taken.next;
        taken.next += 1;
        let guest = Arc::new(Guest::default());
        taken.by_age.insert(number, guest.clone());
        Some(Seat { seats: self.clone(), number, guest })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.lock().by_age.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_silent_give_way_and_the_others_stay() {
        let seats = Seats::default();
        let first = seats.take(2).expect("a free seat");
        first.guest.answered();
        let second = seats.take(2).expect("a free seat");
        let third = seats.take(2).expect("the second gives way");
        third.guest.answered();
        assert!(seats.take(2).is_none(), "all were answered");
        drop(second);
        assert!(seats.take(2).is_none(), "the second was gone already");
        drop(first);
        assert!(seats.take(2).is_some());
    }
}
