//! Where searches from both ends find each other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use kuraban_board::Push;

use crate::store::Id;

/// Slots of the table. It is made when a search has grown past what small levels need.
const SLOTS: usize = 1 << 21;

/// A table in which every search enters its states and sees those of the other direction.
///
/// A slot holds part of a state's key, the side, and the number of the node on that side; the
/// newest entry stays. A match is a hint that costs nothing to be wrong about: the two halves of
/// the way are put together and played before they count.
#[derive(Debug, Default)]
pub(crate) struct Meeting {
    slots: OnceLock<Vec<AtomicU64>>,
    letters: Mutex<Vec<Letter>>,
    /// Whether there are letters for the pushing and for the pulling side.
    waiting: [AtomicBool; 2],
}

/// Half a way, for the side that knows the other half.
#[derive(Debug)]
struct Letter {
    to_pulls: bool,
    node: Id,
    pushes: Vec<Push>,
}

impl Meeting {
    /// Bytes of the table, once it is made.
    pub(crate) const BYTES: usize = SLOTS * 8;

    /// Bytes of the table now.
    pub(crate) fn bytes(&self) -> usize {
        if self.slots.get().is_some() { Self::BYTES } else { 0 }
    }

    /// Makes the table, if nobody has.
    pub(crate) fn open(&self) {
        self.slots.get_or_init(|| (0..SLOTS).map(|_| AtomicU64::new(0)).collect());
    }

    /// Enters a state; tells the node of the other side that seems to be the same state.
    #[inline]
    pub(crate) fn enter(&self, key: u64, pulls: bool, node: Id) -> Option<Id> {
        let slot = &self.slots.get()?[key as usize % SLOTS];
        // The low bits choose the slot, the top ones are kept; a zero slot is empty.
        let side = u64::from(pulls) << 32;
        let name = key >> 33 << 33;
        let found = slot.load(Ordering::Relaxed);
        if found >> 33 << 33 == name && found != 0 && found & 1 << 32 != side {
            return Some(found as u32);
        }
        slot.store(name | side | u64::from(node), Ordering::Relaxed);
        None
    }

    /// Leaves half a way for the other side: the pushes on this side of the state that is the
    /// other side's `node`.
    pub(crate) fn post(&self, to_pulls: bool, node: Id, pushes: Vec<Push>) {
        let mut letters = self.letters.lock().unwrap_or_else(PoisonError::into_inner);
        letters.push(Letter { to_pulls, node, pushes });
        self.waiting[usize::from(to_pulls)].store(true, Ordering::Release);
    }

    /// Whether there is something for a side.
    #[inline]
    pub(crate) fn has_letters(&self, pulls: bool) -> bool {
        self.waiting[usize::from(pulls)].load(Ordering::Acquire)
    }

    /// What there is for a side.
    pub(crate) fn collect(&self, pulls: bool) -> Vec<(Id, Vec<Push>)> {
        let mut letters = self.letters.lock().unwrap_or_else(PoisonError::into_inner);
        self.waiting[usize::from(pulls)].store(false, Ordering::Release);
        let (mine, others): (Vec<_>, Vec<_>) =
            letters.drain(..).partition(|letter| letter.to_pulls == pulls);
        *letters = others;
        mine.into_iter().map(|letter| (letter.node, letter.pushes)).collect()
    }
}
