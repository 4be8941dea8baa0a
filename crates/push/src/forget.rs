//! How a greedy search goes on when its memory is full.
//!
//! A quarter of the memory is for tags. Of the rest, up to half is for the waiting nodes with the
//! lowest bounds and the nodes they were reached from. All others leave a tag, so that most of them
//! are not added again. This is done in place whenever the memory is full. What is left proves
//! nothing any more.

use std::ops::ControlFlow::{self, Break, Continue};

use kuraban_board::store::Tags;
use kuraban_search::{Pause, Turn};

use crate::nodes::Nodes;
use crate::queue::Buckets;
use crate::store::{Id, ROOT, Store};

/// One part in so many of the memory is for tags. Guessed.
const TAGGED: usize = 4;
/// One part in so many of the nodes that there is room for stays. Guessed.
const KEPT: usize = 2;
/// Nodes between two looks at the clock.
const STRIDE: Id = 64;
/// Work of looking at so many nodes once, which misses the cache. Guessed.
const LOOK: u64 = 6;

/// Counts the work of one node.
fn spend(turn: &mut Turn<'_>, id: Id) -> ControlFlow<Pause> {
    if id.is_multiple_of(STRIDE) { turn.overdraw(LOOK) } else { Continue(()) }
}

impl<const W: usize> Nodes<W> {
    /// Makes room within so many bytes for nodes, queue and tags. `Break` with
    /// [`Pause::Memory`] where not even the best node can stay, else only when the run is over: no
    /// node is left then.
    pub(crate) fn forget(
        &mut self,
        bytes: usize,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause> {
        let board = &self.board;
        let key = |store: &Store, id: Id| {
            let boxes = board.boxes_key(board.unpack(store.boxes(id)));
            boxes ^ board.player_key(store.node(id).player())
        };
        let mut tags = self.forgotten.take().unwrap_or_default();
        let tables = (&mut self.store, &mut self.queue, &mut tags);
        let done = compact(tables, &key, bytes, turn);
        self.forgotten = Some(tags);
        if done.is_break() {
            self.queue = Buckets::default();
            self.store.clear();
        }
        done
    }
}

/// Makes room within so many bytes; `key` tells the key of a node. It knows no boards, so that it is
/// compiled once.
fn compact(
    (store, queue, tags): (&mut Store, &mut Buckets, &mut Tags),
    key: &dyn Fn(&Store, Id) -> u64,
    bytes: usize,
    turn: &mut Turn<'_>,
) -> ControlFlow<Pause> {
    let node = store.node_bytes() + Buckets::ID_BYTES;
    let room = |tags: usize| bytes.saturating_sub(tags) / node;
    let most_tags = if tags.bytes() > 0 { tags.bytes() } else { bytes / TAGGED };
    let most = room(most_tags) / KEPT;
    let kept = mark(store, queue, most, turn)?;
    if kept == 0 {
        return Break(Pause::Memory);
    }
    renumber(store, turn)?;
    let mut over = Continue(());
    queue.renumber(|id| {
        over = if over.is_break() { over } else { spend(turn, id) };
        let node = store.node(id);
        (over.is_continue() && node.is_kept()).then_some(node.cost)
    });
    over?;
    gather(store, turn)?;

    // Nobody is looked up now: tags take the place of the table first.
    store.drop_table();
    if tags.bytes() == 0 {
        let taken = store.bytes() + queue.bytes();
        *tags = Tags::within(most_tags.min(bytes.saturating_sub(taken)));
    }
    for id in kept as Id..store.len() as Id {
        spend(turn, id)?;
        tags.add(key(store, id));
    }
    store.truncate(kept);
    let room = room(tags.bytes());
    let taken = store.bytes() + queue.bytes() + tags.bytes();
    if taken + Store::table_bytes(room) > bytes {
        return Break(Pause::Memory);
    }
    store.new_table(room);
    for id in 0..kept as Id {
        spend(turn, id)?;
        store.enter(key(store, id), id);
    }
    Continue(())
}

/// Marks the best nodes of a queue and those they were reached from, `most` in all; tells how many
/// these are.
fn mark(
    store: &mut Store,
    queue: &Buckets,
    most: usize,
    turn: &mut Turn<'_>,
) -> ControlFlow<Pause, usize> {
    let (mut kept, mut looked): (usize, Id) = (0, 0);
    for best in queue.best_first() {
        let (mut at, mut count) = (best, 0);
        while at != ROOT && !store.node(at).is_kept() && kept + count <= most {
            looked = looked.wrapping_add(1);
            spend(turn, looked)?;
            count += 1;
            at = store.node(at).parent;
        }
        if kept + count > most {
            break;
        }
        at = best;
        for _ in 0..count {
            let mut node = store.node(at);
            node.keep(true);
            store.set_node(at, node);
            at = node.parent;
        }
        kept += count;
    }
    Continue(kept)
}

/// Writes their new numbers into the nodes that stay, as their cost, and as their parents: those
/// have lower numbers.
fn renumber(store: &mut Store, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
    let mut next = 0;
    for id in 0..store.len() as Id {
        spend(turn, id)?;
        let mut node = store.node(id);
        if node.is_kept() {
            node.cost = next;
            next += 1;
            if node.parent != ROOT {
                node.parent = store.node(node.parent).cost;
            }
            store.set_node(id, node);
        }
    }
    Continue(())
}

/// Brings the nodes that stay to the front, in their order.
fn gather(store: &mut Store, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
    for id in 0..store.len() as Id {
        spend(turn, id)?;
        let mut node = store.node(id);
        if node.is_kept() {
            let to = std::mem::take(&mut node.cost);
            node.keep(false);
            store.set_node(id, node);
            store.swap(to, id);
        }
    }
    Continue(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use kuraban_board::deadlock::RuleSet;
    use kuraban_board::{Position, Push, Site, look};
    use kuraban_search::{Cancel, Ceiling, Limits, Run, Stop, without_limits};

    use super::*;
    use crate::best_first::{BestFirst, Order, Settings, WhenFull};
    use crate::nodes::Expanded;

    /// A level of our own that is not solved soon, and the words of its boards.
    const LEVEL: usize = 52;
    const WORDS: usize = 3;
    /// Enough for several blocks of nodes.
    const EXPANSIONS: usize = 6_000;

    type Forward = BestFirst<WORDS, false>;

    /// A search that has expanded so many positions.
    fn search(expansions: usize) -> Forward {
        without_limits(|turn| {
            let level = Arc::new(kuraban_testkit::own().swap_remove(LEVEL));
            let site = Site::new(look(&level, turn).expect("it fits"));
            let ControlFlow::Continue(board) = site.ground::<WORDS>().board(turn) else {
                panic!("nothing stops it")
            };
            let settings = Settings::new(Order::Greedy(WhenFull::Forgets), RuleSet::ALL);
            let ControlFlow::Continue(mut search) =
                Forward::new(board, settings, Ceiling::default(), turn)
            else {
                panic!("nothing stops it")
            };
            for _ in 0..expansions {
                assert_eq!(search.expand(turn), Expanded::More);
            }
            search
        })
    }

    /// Bytes in use.
    fn used(nodes: &Nodes<WORDS>) -> usize {
        let tags = nodes.forgotten.as_ref().map_or(0, Tags::bytes);
        nodes.store.bytes() + nodes.queue.bytes() + tags
    }

    /// Those that wait, best first, each with the way to it.
    fn waiting(search: &Forward) -> Vec<(Position<WORDS>, Vec<Push>)> {
        let ids = search.nodes.queue.best_first();
        ids.map(|id| (search.position(id), search.nodes.pushes(id))).collect()
    }

    fn all(search: &Forward) -> Vec<Position<WORDS>> {
        (0..search.nodes.store.len() as Id).map(|id| search.position(id)).collect()
    }

    #[test]
    fn the_best_stay_with_their_ways_and_others_leave_tags() {
        let mut search = search(EXPANSIONS);
        for _ in 0..3 {
            let (before, known) = (waiting(&search), all(&search));
            let bytes = used(&search.nodes);
            let done = without_limits(|turn| search.nodes.forget(bytes, turn));
            assert_eq!(done, Continue(()));
            let nodes = &search.nodes;
            assert!(nodes.forgotten.as_ref().is_some_and(|tags| tags.bytes() > 0));
            assert!(used(nodes) <= bytes);

            let (after, kept) = (waiting(&search), all(&search));
            assert!(!after.is_empty() && after.len() < before.len());
            assert_eq!(after, before[..after.len()], "the best, in their order");
            for (id, position) in kept.iter().enumerate() {
                let packed = search.board().pack(position.boxes);
                let key = position.key(search.board());
                let found = search.nodes.find(key, &packed, position.player);
                assert_eq!(found, Some(id as Id));
                assert!(!search.nodes.store.node(id as Id).is_kept());
            }
            let kept: HashSet<_> = kept.into_iter().collect();
            let lost = known.iter().filter(|position| !kept.contains(position));
            let tagged = lost.clone().filter(|position| {
                search.nodes.was_forgotten(position.key(search.board()))
            });
            let (lost, tagged) = (lost.count(), tagged.count());
            assert!(lost > 20 && tagged * 10 > lost * 9, "{tagged} of {lost}");
            without_limits(|turn| {
                for _ in 0..EXPANSIONS {
                    assert_eq!(search.expand(turn), Expanded::More);
                }
            });
        }
    }

    #[test]
    fn what_does_not_fit_ends_the_search() {
        let mut search = search(EXPANSIONS);
        let done = without_limits(|turn| search.nodes.forget(40, turn));
        assert_eq!(done, Break(Pause::Memory));
        without_limits(|turn| assert_eq!(search.expand(turn), Expanded::Exhausted));
        assert!(search.nodes.forgotten.is_some());
    }

    #[test]
    fn a_stop_amid_it_leaves_nothing_to_go_on_with() {
        let mut stopped = 0;
        for looks in (1..).step_by(2) {
            let mut search = search(2_000);
            let bytes = search.nodes.bytes() / 2;
            let looked = AtomicU64::new(0);
            let clock = || Duration::from_nanos(looked.fetch_add(1, Ordering::Relaxed));
            let limits = Limits::default().time(Duration::from_nanos(looks));
            let run = Run::new(limits, Cancel::default(), &clock);
            let mut turn = Turn::new(&run, u64::MAX, usize::MAX);
            if search.nodes.forget(bytes, &mut turn).is_continue() {
                break;
            }
            assert_eq!(run.stop(), Some(Stop::Time));
            stopped += 1;
            assert_eq!((search.nodes.store.len(), waiting(&search).len()), (0, 0));
            assert!(search.nodes.forgotten.is_some());
            without_limits(|turn| assert_eq!(search.expand(turn), Expanded::Exhausted));
        }
        assert!(stopped > 3, "{stopped}");
    }
}
