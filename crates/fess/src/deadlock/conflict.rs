//! Which box stands in the way of a few others that could be put on goals without it.

use std::collections::VecDeque;

use kuraban_board::Bits;

use crate::macros::Macro;
use crate::map::Map;

use super::alone::Step;

/// Boards with more spots are not looked into: a table takes the square of their number.
pub(super) const MOST_SPOTS: usize = 700;

/// The first box that is not among `some` and stops their steps when all `boxes` are there;
/// `None` where nothing stops them.
pub(super) fn first<const W: usize>(
    map: &Map<W>,
    boxes: Bits<W>,
    some: Bits<W>,
    player: usize,
    steps: &[Step],
) -> Option<usize> {
    let others = boxes.minus(some);
    let (mut some, mut player) = (some, player);
    for &step in steps {
        match step {
            Step::Moved(action) => {
                if let Some(stops) = stops(map, others, some, player, action) {
                    return Some(stops);
                }
                some = action.boxes(some);
                player = action.player(map);
            }
            Step::Away(moves) => {
                for action in moves {
                    if let Some(stops) = stops(map, others, some, player, action) {
                        return Some(stops);
                    }
                }
                some.remove(usize::from(moves[0].from));
            }
        }
    }
    None
}

/// The first of the boxes `others` on the way of a move that passes as few of them as can be, the
/// boxes `some` standing still but for the one that moves.
fn stops<const W: usize>(
    map: &Map<W>,
    others: Bits<W>,
    some: Bits<W>,
    player: usize,
    action: Macro,
) -> Option<usize> {
    let (from, to) = (usize::from(action.from), usize::from(action.to));
    let len = map.board.layout.len;
    let free = map.board.floor.minus(some.without(from));
    let ends = map
        .flood(Bits::of(action.player(map)), map.board.floor.minus(action.boxes(some)));
    // Per player and box: the spot of the first other box on the way, or that there is none.
    let (unseen, none) = (u16::MAX, u16::MAX - 1);
    let mut met = vec![unseen; len * len];
    let mut queue = VecDeque::from([(player, from, none)]);
    while let Some((at, cargo, first)) = queue.pop_front() {
        if met[at * len + cargo] != unseen {
            continue;
        }
        met[at * len + cargo] = first;
        if cargo == to && ends.has(at) {
            return (first != none).then_some(usize::from(first));
        }
        for dir in 0..4 {
            let next = map.near(at, dir);
            if !free.has(next) {
                continue;
            }
            let (place, entered) = if next == cargo {
                let beyond = map.near(next, dir);
                if !free.has(beyond) {
                    continue;
                }
                ((next, beyond), beyond)
            } else {
                ((next, cargo), next)
            };
            if others.has(entered) {
                let first = if first == none { entered as u16 } else { first };
                queue.push_back((place.0, place.1, first));
            } else {
                queue.push_front((place.0, place.1, first));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::{Board, Layout};
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn the_box_on_the_way_is_told() {
        let text = "\
##########
#        #
# $   $ .#
#@      .#
#        #
##########";
        let level: Level = text.parse().expect("a level");
        let map = Map::<2>::new(Arc::new(Board::from_layout(Layout::new(&level))));
        let start = map.board.start;
        let [first, second] = start.boxes.iter().collect::<Vec<_>>()[..] else {
            panic!("two boxes");
        };
        let goal = second + 2;
        let right = Macro { from: first as u16, to: goal as u16, side: 3 };
        let some = Bits::of(first);
        let found =
            |steps: &[Step]| super::first(&map, start.boxes, some, start.player, steps);
        // Straight on it would run into the other box; round it there is a way.
        assert_eq!(found(&[Step::Moved(right)]), None);
        let near = Macro { from: first as u16, to: second as u16, side: 3 };
        assert_eq!(found(&[Step::Moved(near)]), Some(second));
        assert_eq!(found(&[Step::Away([right, near])]), Some(second));
    }
}
