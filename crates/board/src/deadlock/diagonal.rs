//! Closed diagonals.
//!
//! Spots in a diagonal row, none of which the player can reach, with boxes or walls on both sides
//! of each step: every box there can only be pushed onto the diagonal, where it soon sticks. The
//! spots are rooms of one spot each, so the search of single rooms does not see them together;
//! this detector collects the diagonal and the boxes along it.

use kuraban_level::Dir;

use crate::{Bits, Board};

/// The longest diagonal through a spot beside `moved` whose spots the player cannot reach, and
/// which has at least two spots: its spots.
pub fn closed_diagonal<const W: usize>(
    board: &Board<W>,
    boxes: Bits<W>,
    zone: Bits<W>,
    moved: usize,
) -> Option<Bits<W>> {
    let blocked = |spot: Option<usize>| spot.is_none_or(|spot| boxes.has(spot));
    let is_link = |spot: usize| {
        board.floor.has(spot)
            && !boxes.has(spot)
            && !zone.has(spot)
            && Dir::ALL.into_iter().all(|dir| blocked(board.floor_step(spot, dir)))
    };
    let diagonal_step = |spot: usize, down: bool, right: bool| {
        let vertical = board.step(spot, if down { Dir::Down } else { Dir::Up });
        let to = board.step(vertical, if right { Dir::Right } else { Dir::Left });
        (to < board.layout.len).then_some(to)
    };
    let mut best: Option<Bits<W>> = None;
    for dir in Dir::ALL {
        let Some(first) = board.floor_step(moved, dir).filter(|&spot| is_link(spot))
        else {
            continue;
        };
        for right in [false, true] {
            let mut chain = Bits::of(first);
            for (down, right) in [(true, right), (false, !right)] {
                let mut at = first;
                while let Some(next) =
                    diagonal_step(at, down, right).filter(|&to| is_link(to))
                {
                    chain.insert(next);
                    at = next;
                }
            }
            if chain.len() >= 2 && best.is_none_or(|best| chain.len() > best.len()) {
                best = Some(chain);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn finds_the_spots_of_a_diagonal() {
        let level: Level = "\
##########
#        #
#  ##    #
# # $  . #
#  $ $ . #
#   $ #. #
#   ## . #
# @      #
##########"
            .parse()
            .unwrap();
        let board = Board::<2>::new(&level);
        let boxes = board.start.boxes;
        let zone = board.zone(boxes, board.start.player);
        let found = boxes
            .iter()
            .filter_map(|moved| closed_diagonal(&board, boxes, zone, moved))
            .max_by_key(Bits::len)
            .expect("a diagonal");
        // From the spot inside the upper corner to the one inside the lower.
        assert_eq!(found.len(), 3);
        let spots: Vec<usize> = found.iter().collect();
        assert_eq!(spots[1] - spots[0], board.layout.stride + 1);
        assert_eq!(spots[2] - spots[1], board.layout.stride + 1);
    }
}
