//! How many boxes are settled: packing without an order.
//!
//! Where goals hardly hinder each other, a plan forbids most of the orders in which they can be
//! filled. Here a box on a goal counts wherever it is, and what it shuts off counts against it.

use std::cell::RefCell;
use std::sync::Arc;

use kuraban_board::deadlock::bipartite::{Columns, Reach, rows, unmatched};
use kuraban_board::{Bits, Scene};

use crate::level::map::Map;

/// Counts settled boxes; remembers the last answer, as moves change little.
#[derive(Debug, Default)]
pub(crate) struct Settled<const W: usize> {
    last: RefCell<Option<Last<W>>>,
}

/// What was found out last.
#[derive(Debug)]
struct Last<const W: usize> {
    filled: Bits<W>,
    loose: Bits<W>,
    columns: Columns<W>,
    missed: usize,
}

impl<const W: usize> Settled<W> {
    /// The filled goals, less the open ones that must go without a box when the filled ones are
    /// walls and no other box is in the way.
    pub(crate) fn count(&self, map: &Map<W>, reach: &Reach<W>, boxes: Bits<W>) -> usize {
        let filled = boxes & map.board.goals;
        let loose = boxes.minus(filled);
        let mut last = self.last.borrow_mut();
        let columns = match &*last {
            Some(last) if last.filled == filled => {
                let (gone, come) = (last.loose.minus(loose), loose.minus(last.loose));
                let is_same = |set: Bits<W>| set.meets(gone) == set.meets(come);
                if gone.len() <= 1 && last.columns.iter().all(|&(set, _)| is_same(set)) {
                    return filled.len().saturating_sub(last.missed);
                }
                Arc::clone(&last.columns)
            }
            _ => {
                let (floor, goals) = (map.board.floor, map.board.goals);
                let scene = Scene {
                    floor: floor.minus(filled),
                    goals: goals.minus(filled),
                    boxes: loose,
                    zone: Bits::EMPTY,
                };
                reach.columns(&map.board, &scene)
            }
        };
        let missed = unmatched(&rows(&columns, loose));
        *last = Some(Last { filled, loose, columns, missed });
        filled.len().saturating_sub(missed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;

    fn map(text: &str) -> Map<2> {
        let level: Level = text.parse().expect("a level");
        Map::new(Arc::new(Board::new(&level)))
    }

    /// The count when some of the boxes stand on these goals instead.
    fn count(text: &str, filled: &[usize]) -> usize {
        let map = map(text);
        let goals: Vec<usize> = map.board.goals.iter().collect();
        let loose = map.board.start.boxes.iter().skip(filled.len());
        let boxes = loose.chain(filled.iter().map(|&goal| goals[goal])).collect();
        Settled::default().count(&map, &Reach::default(), boxes)
    }

    #[test]
    fn boxes_on_goals_count_in_any_order() {
        let row =
            "#########\n#   @   #\n# $ $ $ #\n#       #\n#  ...  #\n#       #\n#########";
        for (filled, settled) in
            [(&[][..], 0), (&[0], 1), (&[1], 1), (&[0, 2], 2), (&[0, 1, 2], 3)]
        {
            assert_eq!(count(row, filled), settled, "{filled:?}");
        }
    }

    #[test]
    fn what_is_shut_off_counts_against_it() {
        let lane = "########\n#      #\n# $$$@ #\n###.####\n###.####\n###.####\n########";
        for (filled, settled) in
            [(&[0][..], 0), (&[1], 0), (&[2], 1), (&[0, 2], 1), (&[1, 2], 2)]
        {
            assert_eq!(count(lane, filled), settled, "{filled:?}");
        }
    }

    /// One position after another gives what each gives alone.
    #[test]
    fn moves_are_followed() {
        let map =
            map("##########\n#   @    #\n# $ $ $  #\n#    #.# #\n# .  #.# #\n##########");
        let (kept, reach) = (Settled::default(), Reach::default());
        let (mut at, mut seen) = (map.board.start.boxes, BTreeSet::new());
        for step in 0..300 {
            let from = at.iter().nth(step % at.len()).expect("a box");
            let ends = if step % 2 == 0 { map.board.goals } else { map.board.floor };
            let free = ends.minus(at);
            let Some(to) = free.iter().nth(step * 7 % free.len().max(1)) else {
                continue;
            };
            at = at.without(from).with(to);
            let count = kept.count(&map, &reach, at);
            let anew = Settled::default().count(&map, &Reach::default(), at);
            assert_eq!(count, anew, "{at:?}");
            seen.insert(count);
        }
        assert!(seen.len() > 2, "{seen:?}");
    }
}
