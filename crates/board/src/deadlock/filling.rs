//! Goals that were sealed before they were filled.

use std::collections::HashMap;

use kuraban_level::Dir;

use crate::{Bits, Board};

/// Plays backward from the filled goals, frozen boxes being walls, and sees which goals must have
/// been filled before.
///
/// In the end every goal holds a box and the player is in one of the zones left. Going back, a
/// box that can be pulled at all is taken away, which leaves the player more room than any pull
/// does; what is never taken away has not moved since the frozen boxes froze, so it has to stand
/// there now. If no zone of the end allows the present boxes, the position is lost. The result
/// depends on the frozen set alone and is kept for it (the idea is Festival's).
#[derive(Clone, Debug, Default)]
pub struct Filling<const W: usize> {
    known: HashMap<Bits<W>, Vec<Bits<W>>>,
}

/// Bytes for what is remembered.
const MEMORY: usize = 4 << 20;

impl<const W: usize> Filling<W> {
    /// Bytes taken, nearly.
    pub fn bytes(&self) -> usize {
        self.known.len() * 4 * size_of::<Bits<W>>()
    }

    /// Whether some goal is empty that can no longer be filled.
    pub fn is_lost(&mut self, board: &Board<W>, boxes: Bits<W>, frozen: Bits<W>) -> bool {
        if frozen.is_empty() {
            return false;
        }
        if self.bytes() >= MEMORY {
            self.known.clear();
        }
        let needed = self.known.entry(frozen).or_insert_with(|| needed(board, frozen));
        !needed.iter().any(|set| set.minus(boxes).is_empty())
    }
}

/// For each zone of the end, the goals that must be filled already.
fn needed<const W: usize>(board: &Board<W>, frozen: Bits<W>) -> Vec<Bits<W>> {
    let mut sets: Vec<Bits<W>> = Vec::new();
    for zone in board.zones(board.goals) {
        let set = never_pulled(board, frozen, zone);
        if set.is_empty() {
            return vec![set];
        }
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

/// The boxes on goals that no pull moves, the player beginning in `zone`.
fn never_pulled<const W: usize>(
    board: &Board<W>,
    frozen: Bits<W>,
    zone: Bits<W>,
) -> Bits<W> {
    let mut left = board.goals.minus(frozen);
    let mut zone = zone;
    loop {
        let mut pulled = Bits::EMPTY;
        for dir in Dir::ALL {
            // The player stands beside the box and has room behind itself; a spot in its zone
            // has all its free neighbours in the zone.
            pulled |= board.shift(zone & board.shift(zone, dir), dir);
        }
        pulled &= left;
        if pulled.is_empty() {
            return left;
        }
        left = left.minus(pulled);
        zone = board.flood(zone | pulled, board.floor.minus(left).minus(frozen));
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn the_inner_goal_has_to_be_filled_first() {
        let level: Level =
            "########\n#      #\n# $@$  #\n###.####\n###.####\n########".parse().unwrap();
        let board = Board::<1>::new(&level);
        let [outer, inner] = board.layout.goals[..] else { panic!("two goals") };
        let other = board.layout.boxes[0];
        let mut filling = Filling::default();
        // The outer box can still go in as long as it is not frozen.
        let outer_first = Bits::of(outer).with(other);
        assert!(!filling.is_lost(&board, outer_first, Bits::EMPTY));
        assert!(filling.is_lost(&board, outer_first, Bits::of(outer)));
        let inner_first = Bits::of(inner).with(other);
        assert!(!filling.is_lost(&board, inner_first, Bits::of(inner)));
    }
}
