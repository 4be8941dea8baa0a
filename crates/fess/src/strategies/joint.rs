//! Joint searches: what several strategies begin with is made once, by whoever has a turn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

use kuraban_board::Position;
use kuraban_search::Turn;

use crate::shared::Shared;
use crate::spaces::ahead::Ahead;
use crate::spaces::backward::homeward::Homeward;
use crate::spaces::opening::Opening;
use crate::strategies::planning::Planning;
use crate::strategies::side::Side;
use crate::strategy::First;
use crate::tree::{Expanded, Serving, Space};

/// A search that several strategies go on with.
pub(crate) struct Joint<T>(Arc<Mutex<T>>);

impl<T> Clone for Joint<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Joint<T> {
    pub(crate) fn new(search: T) -> Self {
        Self(Arc::new(Mutex::new(search)))
    }

    /// Looks at the search; waits while another thread takes a move in it. Where a strategy has failed
    /// in it, all others that go on with it fail too.
    pub(crate) fn with<R>(&self, look: impl FnOnce(&mut T) -> R) -> R {
        look(&mut self.0.lock().expect("nobody has failed in it"))
    }

    /// Takes a move in the search; `None` where another thread is at work in it.
    pub(crate) fn take_move<R>(&self, take: impl FnOnce(&mut T) -> R) -> Option<R> {
        match self.0.try_lock() {
            Ok(mut search) => Some(take(&mut search)),
            Err(TryLockError::WouldBlock) => {
                std::thread::yield_now();
                None
            }
            Err(TryLockError::Poisoned(_)) => panic!("another strategy has failed in it"),
        }
    }

    /// Its part of the bytes that all who hold it take.
    pub(crate) fn bytes(&self, bytes: impl FnOnce(&T) -> usize) -> usize {
        self.with(|search| bytes(search)).div_ceil(Arc::strong_count(&self.0))
    }
}

impl<const W: usize, S: Space<State = Position<W>>> Joint<Side<S>> {
    /// Takes one move, and adds the expansions and successors that came of it. Where another thread is
    /// at work in the search, nothing came of it yet.
    pub(crate) fn step(&self, counts: &mut (u64, u64), turn: &mut Turn<'_>) -> Expanded {
        let taken = self.take_move(|side| {
            let outcome = side.step(turn);
            let (expanded, generated) = side.news();
            *counts = (counts.0 + expanded, counts.1 + generated);
            outcome
        });
        taken.unwrap_or(Expanded::More)
    }
}

/// Where a search is found as long as somebody goes on with it.
struct Place<T>(Mutex<Weak<Mutex<T>>>);

impl<T> Default for Place<T> {
    fn default() -> Self {
        Self(Mutex::new(Weak::new()))
    }
}

impl<T> Place<T> {
    fn lock(&self) -> MutexGuard<'_, Weak<Mutex<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find_or(&self, begin: impl FnOnce() -> Option<T>) -> Option<Joint<T>> {
        let mut place = self.lock();
        let known = place.upgrade().filter(|search| !search.is_poisoned());
        if let Some(known) = known {
            return Some(Joint(known));
        }
        let joint = Joint::new(begin()?);
        *place = Arc::downgrade(&joint.0);
        Some(joint)
    }
}

/// The joint searches of a level.
pub(crate) struct JointSearches<const W: usize> {
    near: Place<Planning<W>>,
    far: Place<Planning<W>>,
    ahead: Place<Side<Ahead<W>>>,
    back: Place<Side<Homeward<W>>>,
}

impl<const W: usize> Default for JointSearches<W> {
    fn default() -> Self {
        Self {
            near: Place::default(),
            far: Place::default(),
            ahead: Place::default(),
            back: Place::default(),
        }
    }
}

impl<const W: usize> JointSearches<W> {
    /// The search for a plan that leads on from the start, or the plan that it made; `None` where
    /// nothing can be pulled.
    pub(crate) fn planning(
        &self,
        shared: &Arc<Shared<W>>,
        first: First,
        turn: &mut Turn<'_>,
    ) -> Option<Joint<Planning<W>>> {
        let place = match first {
            First::Near => &self.near,
            First::Far => &self.far,
        };
        place.find_or(|| Planning::new(shared, first, shared.start(), turn))
    }

    /// The search from the start for the most open board.
    pub(crate) fn ahead(
        &self,
        shared: &Arc<Shared<W>>,
        turn: &mut Turn<'_>,
    ) -> Joint<Side<Ahead<W>>> {
        let found = self.ahead.find_or(|| Some(opening(shared, false, turn)));
        found.expect("it can be begun anywhere")
    }

    /// The search from the goals for the most open board.
    pub(crate) fn back(
        &self,
        shared: &Arc<Shared<W>>,
        turn: &mut Turn<'_>,
    ) -> Joint<Side<Homeward<W>>> {
        let found = self.back.find_or(|| {
            let space = Homeward::open(shared);
            let roots = space.roots(turn);
            Some(Side::new(space, &roots, (true, false), Serving::Cells, turn))
        });
        found.expect("it can be begun anywhere")
    }
}

/// A search from the start for the most open board. `localizes` as in [`crate::tree::Ways`].
pub(crate) fn opening<const W: usize>(
    shared: &Arc<Shared<W>>,
    localizes: bool,
    turn: &mut Turn<'_>,
) -> Side<Ahead<W>> {
    let space = Ahead::by_order(shared, Opening::new(Arc::clone(shared)));
    Side::new(space, &[shared.start()], (true, localizes), Serving::Cells, turn)
}

#[cfg(test)]
mod tests {
    use kuraban_board::Board;
    use kuraban_level::Level;
    use kuraban_search::without_limits;

    use super::*;
    use crate::strategies::ROOMS;

    fn shared() -> Arc<Shared<2>> {
        let level: Level = ROOMS.parse().expect("a level");
        Shared::alone(Board::new(&level))
    }

    #[test]
    fn nothing_is_made_or_counted_twice() {
        let (shared, joint) = (shared(), JointSearches::default());
        without_limits(|turn| {
            let (one, other) = (joint.ahead(&shared, turn), joint.ahead(&shared, turn));
            let mut counts = [(0, 0); 2];
            for move_ in 0..60 {
                let at = [&one, &other][move_ % 2];
                at.step(&mut counts[move_ % 2], turn);
            }
            let (expanded, moves) = one.with(|side| (side.expanded(), side.moves()));
            assert_eq!((counts[0].0 + counts[1].0, moves), (expanded, 60));
            let whole = one.with(|side| side.bytes());
            let parts = [&one, &other].map(|joint| joint.bytes(Side::bytes));
            assert_eq!(parts, [whole.div_ceil(2); 2]);
        });
    }

    #[test]
    fn a_plan_is_made_once_and_kept_as_long_as_it_is_held() {
        let (shared, joint) = (shared(), JointSearches::default());
        without_limits(|turn| {
            let first = joint.planning(&shared, First::Near, turn).expect("pulls");
            while first.with(|search| search.step(turn).is_none()) {}
            let made = first.with(|search| search.counts());
            assert!(made.0 > 0, "{made:?}");
            let second = joint.planning(&shared, First::Near, turn).expect("pulls");
            assert!(second.with(|search| search.step(turn).is_some()));
            assert_eq!(second.with(|search| search.counts()), made);
            drop((first, second));
            let third = joint.planning(&shared, First::Near, turn).expect("pulls");
            assert_eq!(third.with(|search| search.counts()), (0, 0), "it begins anew");
        });
    }

    #[test]
    fn a_search_at_work_in_another_thread_is_not_waited_for() {
        let search = Joint::new(7);
        let other = search.clone();
        let taken = search.take_move(|_| other.take_move(|number| *number));
        assert_eq!(taken, Some(None));
        assert_eq!(other.take_move(|number| *number), Some(7));
    }

    #[test]
    fn a_search_in_which_a_strategy_failed_is_begun_anew() {
        let place: Place<u8> = Place::default();
        let joint = place.find_or(|| Some(1)).expect("it begins");
        let failing = || joint.with(|_| panic!("a bug"));
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(failing));
        assert!(failed.is_err());
        let anew = place.find_or(|| Some(2)).expect("it begins");
        assert_eq!(anew.with(|number| *number), 2);
    }
}
