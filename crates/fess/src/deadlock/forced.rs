//! Boxes that have to be there already.
//!
//! The search plays backward from the full goals. A box that can be pulled some way off is taken
//! away at once, which only makes pulling easier. Every position that leads to the full goals has at
//! least the boxes of some position that the search met. So if the search ends before the board is
//! empty, the boxes that all met positions have are needed in every position (after Festival's
//! k-distance tables). What is found depends on the walls alone.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kuraban_board::Bits;
use kuraban_board::Scene;
use kuraban_board::moves::{Mover, Way};
use kuraban_board::store::Keys;

use super::frontier::{Met, key};
use crate::level::map::Map;

/// How far a box has to get away, in steps of the player; tried in this order.
const FAR_OFF: [u16; 2] = [5, 3];
/// Positions looked at for each.
const BUDGET: usize = 300;
/// A set of walls is looked into when it was met so many times.
const ASKED: u32 = 64;
/// Sets of walls remembered at most.
const MOST_KNOWN: usize = 500;
/// Positions looked at in all: one for every so many questions.
const SHARE: u64 = 16;

/// Spots, and how many boxes are among them at least.
type Need<const W: usize> = (Bits<W>, usize);

#[derive(Clone, Debug)]
enum Entry<const W: usize> {
    /// Met so many times.
    Asked(u32),
    Needs(Arc<[Need<W>]>),
}

/// What is needed, by the walls.
#[derive(Debug, Default)]
pub(super) struct Forced<const W: usize> {
    known: Mutex<HashMap<Bits<W>, Entry<W>>>,
    asked: AtomicU64,
    spent: AtomicU64,
    needs: AtomicUsize,
}

impl<const W: usize> Forced<W> {
    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.needs.load(Ordering::Relaxed) * size_of::<Need<W>>()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Bits<W>, Entry<W>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a wallified position lacks boxes that would have to be there. Sound.
    pub(super) fn is_lost(&self, map: &Map<W>, walled: &Scene<W>) -> bool {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let needs = {
            let mut known = self.known();
            let has_room = known.len() < MOST_KNOWN;
            match known.get_mut(&walled.floor) {
                Some(Entry::Needs(needs)) => Some(Arc::clone(needs)),
                Some(Entry::Asked(times)) => {
                    *times += 1;
                    if *times < ASKED
                        || self.spent.load(Ordering::Relaxed) * SHARE > asked
                    {
                        return false;
                    }
                    None
                }
                None => {
                    if has_room {
                        known.insert(walled.floor, Entry::Asked(1));
                    }
                    return false;
                }
            }
        };
        let needs = needs.unwrap_or_else(|| {
            let (needs, looked) = look(map, walled);
            let needs: Arc<[Need<W>]> = needs.into();
            self.spent.fetch_add(looked as u64, Ordering::Relaxed);
            self.needs.fetch_add(needs.len(), Ordering::Relaxed);
            self.known().insert(walled.floor, Entry::Needs(Arc::clone(&needs)));
            needs
        });
        needs.iter().any(|&(spots, least)| (walled.boxes & spots).len() < least)
    }
}

/// What is needed on these walls, and how many positions were looked at.
fn look<const W: usize>(map: &Map<W>, walled: &Scene<W>) -> (Vec<Need<W>>, usize) {
    let mut looked = 0;
    for far_off in FAR_OFF {
        let mut needs = all(map, walled);
        if spread(map, walled, far_off, &mut needs, &mut looked) {
            return (needs, looked);
        }
    }
    (Vec::new(), looked)
}

/// Single spots, crosses and squares of spots with the boxes of the full goals.
fn all<const W: usize>(map: &Map<W>, walled: &Scene<W>) -> Vec<Need<W>> {
    let mut needs = Vec::new();
    for spot in map.board.around8(walled.goals) & walled.floor {
        let one = Bits::of(spot);
        for spots in [one, (map.board.around(one) | one), map.board.around8(one)] {
            let count = (spots & walled.goals).len();
            if count > 0 {
                needs.push((spots & walled.floor, count));
            }
        }
    }
    needs
}

/// Lowers the needs to what all positions met have; whether the search came to an end.
fn spread<const W: usize>(
    map: &Map<W>,
    walled: &Scene<W>,
    far_off: u16,
    needs: &mut Vec<Need<W>>,
    looked: &mut usize,
) -> bool {
    let floor = walled.floor;
    let mut mover = Mover::default();
    let mut found = Vec::new();
    let mut seen = Keys::default();
    let mut open: Vec<(Bits<W>, Bits<W>)> = map
        .board
        .parts(floor.minus(walled.goals))
        .into_iter()
        .map(|part| (walled.goals, part))
        .collect();
    let last = *looked + BUDGET;
    while let Some((boxes, zone)) = open.pop() {
        if *looked >= last {
            return false;
        }
        *looked += 1;
        needs.retain_mut(|(spots, least)| {
            *least = (*least).min((*spots & boxes).len());
            *least > 0
        });
        if needs.is_empty() {
            return true;
        }
        found.clear();
        mover.turn_to(floor.minus(boxes));
        for from in boxes {
            mover.moves(&map.board, Way::Pull, from, zone, floor, &mut found);
        }
        let gone = found.iter().find(|(action, _, after)| {
            let (from, to) = (usize::from(action.from), usize::from(action.to));
            map.walk_distance(from, to) >= far_off && after.has(from)
        });
        let mut next: Vec<Met<W>> = if let Some((action, _, _)) = gone {
            let boxes = boxes.without(usize::from(action.from));
            vec![(boxes, map.board.flood(zone, floor.minus(boxes)))]
        } else {
            found.iter().map(|&(action, _, zone)| (action.boxes(boxes), zone)).collect()
        };
        next.retain(|&next| seen.insert(key(&map.board, next)));
        open.extend(next);
    }
    true
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::{Board, Layout};
    use kuraban_level::Level;

    use super::*;
    use crate::brute::Brute;
    use kuraban_board::deadlock::walls::wallify;

    #[test]
    fn nothing_is_needed_where_all_can_be_pulled_away() {
        let text = "\
#############
#           #
# $ $  ######
#@     ..   #
#  $   ######
#         . #
#############";
        let level: Level = text.parse().expect("a level");
        let map = Map::<2>::new(Arc::new(Board::from_layout(Layout::new(&level))));
        let start = map.board.start;
        let scene = Scene::plain(&map.board, start.boxes, start.player);
        let (needs, _) = look(&map, &scene);
        assert!(needs.is_empty(), "{needs:?}");
    }

    /// Positions with a solution lack nothing; some of those without do.
    #[test]
    fn nothing_solvable_lacks_a_box() {
        let (mut alive, mut lacking) = (0, 0);
        for brute in Brute::some(200) {
            let map = &brute.statics.map;
            let mut known: HashMap<Bits<2>, Vec<Need<2>>> = HashMap::new();
            for (place, is_solvable) in brute.sample(200) {
                let scene = Scene::plain(&map.board, place.boxes, place.player);
                let Ok(walled) = wallify(&map.board, &scene) else { continue };
                if walled.boxes.len() != walled.goals.len() {
                    continue;
                }
                let needs =
                    known.entry(walled.floor).or_insert_with(|| look(map, &walled).0);
                let lacks = needs
                    .iter()
                    .any(|&(spots, least)| (walled.boxes & spots).len() < least);
                assert!(!lacks || !is_solvable, "{}\n{place:?}", brute.text);
                alive += usize::from(*is_solvable);
                lacking += usize::from(lacks);
            }
        }
        assert!(alive > 5_000 && lacking > 10, "{alive} {lacking}");
    }
}
