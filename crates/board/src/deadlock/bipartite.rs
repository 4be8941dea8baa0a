//! Goals that boxes can no longer reach because other boxes are frozen.

use std::collections::HashMap;

use kuraban_level::Dir;

use crate::deadlock::subsets::End;
use crate::{Bits, Board};

/// For boards on which frozen boxes are walls: which goals can be reached from each spot.
///
/// Frozen sets come back again and again in a search, so what was found for them is kept; when
/// there are too many, all is forgotten. Goals are numbered in sixty-four bits; levels with more
/// are not looked at.
#[derive(Clone, Debug)]
pub struct Bipartite<const W: usize> {
    end: End,
    known: HashMap<Bits<W>, Box<[u64]>>,
}

/// Bytes for what is remembered.
const MEMORY: usize = 4 << 20;
/// Goals that can be numbered.
const GOALS: usize = 64;

impl<const W: usize> Bipartite<W> {
    /// A detector for one direction of search, knowing nothing yet.
    pub fn new(end: End) -> Self {
        Self { end, known: HashMap::new() }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        let entry = self.known.values().next().map_or(0, |goals| 8 * goals.len());
        self.known.len() * (entry + size_of::<(Bits<W>, Box<[u64]>)>())
    }

    /// Whether the boxes that are not frozen cannot each have a goal (searching backward: a start
    /// spot) of their own that no frozen box holds. Without frozen boxes the matching bound says as much, so nothing is done.
    pub fn is_lost(&mut self, board: &Board<W>, boxes: Bits<W>, frozen: Bits<W>) -> bool {
        if frozen.is_empty() || board.layout.goals.len() > GOALS {
            return false;
        }
        if self.bytes() >= MEMORY {
            self.known.clear();
        }
        let end = self.end;
        let goals =
            self.known.entry(frozen).or_insert_with(|| ends_of_spots(board, frozen, end));
        !can_match(boxes.minus(frozen), goals)
    }
}

/// For each spot, the ends that no frozen box holds and with which a lone box there connects,
/// frozen boxes being walls and the player being wherever it is needed.
fn ends_of_spots<const W: usize>(
    board: &Board<W>,
    frozen: Bits<W>,
    end: End,
) -> Box<[u64]> {
    let free = board.floor.minus(frozen);
    let mut ends = vec![0; board.layout.len].into_boxed_slice();
    let targets = match end {
        End::Goals => board.goals,
        End::Starts => board.start.boxes,
    };
    for (number, target) in targets.minus(frozen).iter().enumerate() {
        let mut known = Bits::of(target);
        loop {
            let mut next = known;
            for dir in Dir::ALL {
                let behind = board.shift(free, dir);
                next |= match end {
                    End::Goals => board.shift(known, !dir) & free & behind,
                    End::Starts => board.shift(known & behind, dir) & free,
                };
            }
            if next == known {
                break;
            }
            known = next;
        }
        for spot in known {
            ends[spot] |= 1 << number;
        }
    }
    ends
}

/// Whether every mover can have a goal of its own, by augmenting paths.
fn can_match<const W: usize>(movers: Bits<W>, goals: &[u64]) -> bool {
    let mut holder = [0u16; GOALS];
    let mut held = 0u64;
    for mover in movers {
        let mut tried = 0;
        if !augment(mover, goals, &mut holder, &mut held, &mut tried) {
            return false;
        }
    }
    true
}

fn augment(
    mover: usize,
    goals: &[u64],
    holder: &mut [u16; GOALS],
    held: &mut u64,
    tried: &mut u64,
) -> bool {
    let free = goals[mover] & !*held;
    if free != 0 {
        let goal = free.trailing_zeros() as usize;
        holder[goal] = mover as u16;
        *held |= 1 << goal;
        return true;
    }
    loop {
        let left = goals[mover] & !*tried;
        if left == 0 {
            return false;
        }
        let goal = left.trailing_zeros() as usize;
        *tried |= 1 << goal;
        let other = holder[goal] as usize;
        if augment(other, goals, holder, held, tried) {
            holder[goal] = mover as u16;
            return true;
        }
    }
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
        assert!(!Bipartite::new(End::Goals).is_lost(&board, boxes, frozen));
        // Pretend the nearer one were frozen: the farther goal is then out of reach.
        let boxes = Bits::of(goals[0]).with(board.layout.boxes[0]);
        assert!(Bipartite::new(End::Goals).is_lost(&board, boxes, Bits::of(goals[0])));
    }
}
