//! Positions far from solved without looking at all of them.

use kuraban::Dir;
use kuraban_env::Stream;

use crate::grid::{bits, number};
use crate::random::shuffle;
use crate::room::Room;
use crate::table::Position;

/// Times the search begins anew from its farthest position. Measured: with two, pushes and moves are as
/// many as Boxoban's.
const ROUNDS: usize = 2;

/// Positions found by pulls from the solved ones, with the pulls made on the way, ascending. They can
/// all be solved; the pulls are more than the pushes that are needed.
///
/// A position is kept only if two of its boxes stand as no two boxes stood before (width two, as
/// Lipovetzky and Geffner prune; the idea for levels is Bento, Pereira and Lelis's, 2019). There
/// are at most as many as there are pairs of squares, so no position has to be stored for
/// comparison. As that ends near the goals, the search is repeated from where it ended.
pub(crate) fn novel(room: &Room, random: &mut Stream) -> Vec<(Position, usize)> {
    let mut found: Vec<(Position, usize)> = Vec::new();
    let mut free = room.floor & !room.goals;
    while free != 0 {
        let zone = room.grid.flood(free & free.wrapping_neg(), free);
        found.push((Position { boxes: room.goals, zone }, 0));
        free &= !zone;
    }
    let mut from = 0;
    for _ in 0..ROUNDS {
        pull(room, &mut found, from, random);
        from = found.len() - 1;
    }
    found
}

/// Adds the new positions that pulls lead to from those of `found` after the first few.
fn pull(
    room: &Room,
    found: &mut Vec<(Position, usize)>,
    from: usize,
    random: &mut Stream,
) {
    let grid = room.grid;
    let mut pairs = [0_u64; 64];
    for square in bits(found[from].0.boxes) {
        pairs[number(square)] = found[from].0.boxes;
    }
    let mut next = from;
    let mut dirs = Dir::ALL;
    while let Some(&(at, pulls)) = found.get(next) {
        next += 1;
        // Which of several ways is first decides what is new later.
        shuffle(&mut dirs, random);
        for dir in dirs {
            let beside = at.zone & grid.step(at.zone, !dir);
            for square in bits(at.boxes & grid.step(beside, !dir)) {
                let to = grid.step(square, dir);
                let others = at.boxes ^ square;
                let boxes = others | to;
                // The mark of a square at itself stands for a box that is alone.
                if boxes & !pairs[number(to)] == 0 {
                    continue;
                }
                pairs[number(to)] |= boxes;
                for other in bits(others) {
                    pairs[number(other)] |= to;
                }
                let zone = grid.flood(grid.step(to, dir), room.floor & !boxes);
                found.push((Position { boxes, zone }, pulls + 1));
            }
        }
    }
}
