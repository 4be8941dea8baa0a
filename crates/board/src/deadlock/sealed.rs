//! Goals that were sealed before they were filled.
//!
//! In the end every goal holds a box and the player is in one of the zones left. Going back, a box
//! that can be pulled at all is taken away, which leaves the player more room than any pull does.
//! A box that is never taken away has not moved since these walls formed, so it must stand there
//! now. If no zone of the end allows the present boxes, the position is lost (the idea is
//! Festival's).

use std::collections::HashMap;

use kuraban_level::Dir;

use super::rules::{About, Asker};
use crate::{Bits, Board, Scene};

pub(super) const ABOUT: About = About {
    name: "filling",
    sentence: "these boxes cannot move any more and seal an empty goal",
};

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    Box::new(|case| is_sealed(board, &case.walled).then_some(case.frozen))
}

/// What is left of `boxes` when the player, from `zone`, pulls away every box it can and those
/// vanish.
pub fn unpullable<const W: usize>(
    board: &Board<W>,
    floor: Bits<W>,
    boxes: Bits<W>,
    zone: Bits<W>,
) -> Bits<W> {
    let (mut left, mut zone) = (boxes, zone);
    loop {
        let mut pullable = Bits::EMPTY;
        for dir in Dir::ALL {
            // The player stands beside the box and has room behind itself; a spot in its zone
            // has all its free neighbours in the zone.
            pullable |= board.shift(zone & board.shift(zone, dir), dir);
        }
        pullable &= left;
        if pullable.is_empty() {
            return left;
        }
        left = left.minus(pullable);
        zone = board.flood(zone | pullable, floor.minus(left));
    }
}

/// For each zone of the end, the goals that must be filled already; each set once.
fn needed<const W: usize>(
    board: &Board<W>,
    floor: Bits<W>,
    goals: Bits<W>,
) -> Vec<Bits<W>> {
    let mut sets: Vec<Bits<W>> = Vec::new();
    for zone in board.parts(floor.minus(goals)) {
        let set = unpullable(board, floor, goals, zone);
        if set.is_empty() {
            return vec![set];
        }
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

/// Whether some goal is empty that can no longer be filled. Sound, whatever boxes have become walls
/// because they never move again.
pub fn is_sealed<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> bool {
    let sets = needed(board, scene.floor, scene.goals);
    !sets.is_empty() && !sets.iter().any(|set| set.minus(scene.boxes).is_empty())
}

/// The same for frozen boxes. The goals that must be filled depend on them alone and are kept.
#[derive(Clone, Debug, Default)]
pub struct SealedGoals<const W: usize> {
    known: HashMap<Bits<W>, Vec<Bits<W>>>,
}

/// Bytes for what is remembered.
const MEMORY: usize = 4 << 20;

impl<const W: usize> SealedGoals<W> {
    /// Bytes taken, nearly.
    pub fn bytes(&self) -> usize {
        self.known.len() * 4 * size_of::<Bits<W>>()
    }

    /// Whether some goal is empty that can no longer be filled; `frozen` boxes are on goals.
    pub fn is_lost(&mut self, board: &Board<W>, boxes: Bits<W>, frozen: Bits<W>) -> bool {
        if frozen.is_empty() {
            return false;
        }
        if self.bytes() >= MEMORY {
            self.known.clear();
        }
        let needed = self.known.entry(frozen).or_insert_with(|| {
            needed(board, board.floor.minus(frozen), board.goals.minus(frozen))
        });
        !needed.iter().any(|set| set.minus(boxes).is_empty())
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
        let mut sealed = SealedGoals::default();
        // The outer box can still go in as long as it is not frozen.
        let outer_first = Bits::of(outer).with(other);
        assert!(!sealed.is_lost(&board, outer_first, Bits::EMPTY));
        assert!(sealed.is_lost(&board, outer_first, Bits::of(outer)));
        let inner_first = Bits::of(inner).with(other);
        assert!(!sealed.is_lost(&board, inner_first, Bits::of(inner)));
    }
}
