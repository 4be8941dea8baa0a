//! Goals that boxes can no longer reach because other boxes are frozen.

use std::collections::HashMap;

use kuraban_level::Dir;

use crate::{Bits, Board};

/// For boards on which frozen boxes are walls: from which spots each goal can be reached.
///
/// Frozen sets come back again and again in a search, so what was found for them is kept; when
/// there are too many, all is forgotten.
#[derive(Clone, Debug, Default)]
pub struct Bipartite<const W: usize> {
    known: HashMap<Bits<W>, Vec<Bits<W>>>,
}

/// Frozen sets that are remembered.
const MEMORY: usize = 4096;

impl<const W: usize> Bipartite<W> {
    /// Whether the boxes that are not frozen cannot each have a goal of their own that no frozen
    /// box holds. Without frozen boxes the matching bound says as much, so nothing is done.
    pub fn is_lost(
        &mut self,
        board: &Board<W>,
        boxes: Bits<W>,
        frozen: Bits<W>,
    ) -> bool {
        if frozen.is_empty() {
            return false;
        }
        if self.known.len() >= MEMORY {
            self.known.clear();
        }
        let sources = self
            .known
            .entry(frozen)
            .or_insert_with(|| goal_sources(board, frozen))
            .as_slice();
        let movers: Vec<usize> = boxes.minus(frozen).iter().collect();
        !can_match(sources, &movers)
    }
}

/// For each goal that no frozen box holds, the spots from which a lone box can be pushed there,
/// frozen boxes being walls and the player being wherever it is needed.
fn goal_sources<const W: usize>(board: &Board<W>, frozen: Bits<W>) -> Vec<Bits<W>> {
    let free = board.floor.minus(frozen);
    board
        .goals
        .minus(frozen)
        .iter()
        .map(|goal| {
            let mut known = Bits::of(goal);
            loop {
                let mut next = known;
                for dir in Dir::ALL {
                    next |= board.shift(known, !dir) & free & board.shift(free, dir);
                }
                if next == known {
                    return known;
                }
                known = next;
            }
        })
        .collect()
}

/// Whether every mover can have a source set of its own, by augmenting paths.
fn can_match<const W: usize>(sources: &[Bits<W>], movers: &[usize]) -> bool {
    let mut holder: Vec<Option<usize>> = vec![None; sources.len()];
    for mover in 0..movers.len() {
        let mut tried = vec![false; sources.len()];
        if !augment(sources, movers, mover, &mut holder, &mut tried) {
            return false;
        }
    }
    true
}

fn augment<const W: usize>(
    sources: &[Bits<W>],
    movers: &[usize],
    mover: usize,
    holder: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for goal in 0..sources.len() {
        if tried[goal] || !sources[goal].has(movers[mover]) {
            continue;
        }
        tried[goal] = true;
        let free = match holder[goal] {
            None => true,
            Some(other) => augment(sources, movers, other, holder, tried),
        };
        if free {
            holder[goal] = Some(mover);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;
    use crate::deadlock::freeze;

    #[test]
    fn sees_a_goal_sealed_behind_a_frozen_box() {
        // The box on the nearer goal of the dead-end row cannot leave it again.
        let level: Level =
            "########\n#      #\n# $@$  #\n####   #\n#..    #\n########".parse().unwrap();
        let board = Board::<1>::new(&level);
        let goals: Vec<usize> = board.goals.iter().collect();
        let boxes = Bits::of(goals[1]).with(board.layout.boxes[0]);
        let frozen = freeze::frozen(&board, boxes);
        assert!(frozen.is_empty(), "it could still go left");
        let level: Level =
            "########\n#      #\n# $@$  #\n###.####\n###.####\n########".parse().unwrap();
        let board = Board::<1>::new(&level);
        let goals: Vec<usize> = board.goals.iter().collect();
        let boxes = Bits::of(goals[1]).with(board.layout.boxes[0]);
        let frozen = freeze::frozen(&board, boxes);
        assert_eq!(frozen, Bits::of(goals[1]));
        assert!(!Bipartite::default().is_lost(&board, boxes, frozen));
        // Pretend the nearer one were frozen: the farther goal is then out of reach.
        let boxes = Bits::of(goals[0]).with(board.layout.boxes[0]);
        assert!(Bipartite::default().is_lost(&board, boxes, Bits::of(goals[0])));
    }
}
