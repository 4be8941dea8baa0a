//! Whether boxes can be pulled to where they came from.
//!
//! A backward search begins with the player in each zone of the solved position, and some of these
//! roots end no solution. A box is no part of the trouble if it can be pulled out of its row and out
//! of its column, and the player can come back. It is taken away, which only makes pulling easier
//! (after Festival's wobblers).

use kuraban_board::Bits;
use kuraban_board::moves::{Made, Mover, Way};
use kuraban_search::Turn;

use super::frontier::{Frontier, Met};
use crate::level::map::Map;

/// Positions looked at before a search is given up.
const BUDGET: usize = 200;
/// Pulls that are one unit of work. Guessed.
const PULLS_A_UNIT: usize = 4;

/// Whether the boxes can never be pulled to the start squares `bases`; not when the run is over. Sound
/// where no box vanishes.
pub(crate) fn is_lost<const W: usize>(
    map: &Map<W>,
    mover: &mut Mover<W>,
    first: Met<W>,
    bases: Bits<W>,
    turn: &mut Turn<'_>,
) -> bool {
    let board = &map.board;
    let mut open = Frontier::new(first);
    let mut found: Vec<Made<W>> = Vec::new();
    let mut looked = 0;
    while let Some((boxes, zone)) = open.pop() {
        if boxes.minus(bases).is_empty() || looked >= BUDGET {
            return false;
        }
        looked += 1;
        mover.turn_to(board.floor.minus(boxes));
        found.clear();
        let away = (boxes & board.around(zone)).iter().find(|&from| {
            let known = found.len();
            mover.moves(board, Way::Pull, from, zone, board.live, &mut found);
            is_free(map, &found[known..])
        });
        if turn.overdraw((1 + found.len() / PULLS_A_UNIT) as u64).is_break() {
            return false;
        }
        if let Some(away) = away {
            let boxes = boxes.without(away);
            open.push((boxes, board.flood(zone, board.floor.minus(boxes))));
            continue;
        }
        open.extend(board, boxes, &found);
    }
    true
}

/// Whether a box can be pulled out of its row and out of its column, the player coming back.
fn is_free<const W: usize>(map: &Map<W>, moves: &[Made<W>]) -> bool {
    let stride = map.board.layout.stride;
    let leaves = |part: fn(usize, usize) -> usize| {
        moves.iter().any(|&(action, _, zone)| {
            let (from, to) = (usize::from(action.from), usize::from(action.to));
            part(from, stride) != part(to, stride) && zone.has(from)
        })
    };
    leaves(|spot, stride| spot / stride) && leaves(|spot, stride| spot % stride)
}

#[cfg(test)]
mod tests {
    use kuraban_search::without_limits;

    use super::*;
    use crate::brute::Brute;

    /// What can be reached from the start can be pulled home; the solved position with the player
    /// in some other region cannot always.
    #[test]
    fn what_came_from_the_start_goes_home() {
        let (mut count, mut lost) = (0, 0);
        for brute in Brute::some(150) {
            let map = &brute.statics.map;
            let mut mover = Mover::default();
            let bases = map.board.start.boxes;
            for (place, _) in brute.sample(100) {
                for part in map.board.zones(place.boxes) {
                    let is_lost = without_limits(|turn| {
                        is_lost(map, &mut mover, (place.boxes, part), bases, turn)
                    });
                    if part.has(place.player) {
                        assert!(!is_lost, "{}\n{place:?}", brute.text);
                        count += 1;
                    } else {
                        lost += usize::from(is_lost);
                    }
                }
            }
        }
        assert!(count > 5_000 && lost > 100, "{count} {lost}");
    }
}
