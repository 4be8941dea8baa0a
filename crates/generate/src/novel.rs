//! Positions far from solved without looking at all of them.

use kuraban::Dir;
use kuraban_env::Stream;

use crate::grid::{bits, number};
use crate::random::shuffle;
use crate::room::Room;
use crate::table::Position;

/// Positions found by pulls from the solved ones, with the pulls made. A position is kept only if
/// two of its boxes stand as no two boxes stood before (width two, as Lipovetzky and Geffner
/// prune; the idea for levels is Bento, Pereira and Lelis's, 2019). There are at most as many as
/// there are pairs of squares, so no position has to be stored for comparison.
pub(crate) fn novel(room: &Room, random: &mut Stream) -> Vec<(Position, usize)> {
    let grid = room.grid;
    let mut pairs = [0_u64; 64];
    let mut found: Vec<(Position, usize)> = Vec::new();
    for goal in bits(room.goals) {
        pairs[number(goal)] = room.goals;
    }
    let mut free = room.floor & !room.goals;
    while free != 0 {
        let zone = grid.flood(free & free.wrapping_neg(), free);
        found.push((Position { boxes: room.goals, zone }, 0));
        free &= !zone;
    }
    let mut next = 0;
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
                // The mark of a square beside itself stands for boxes that are alone.
                if (others | to) & !pairs[number(to)] == 0 {
                    continue;
                }
                pairs[number(to)] |= others | to;
                for other in bits(others) {
                    pairs[number(other)] |= to;
                }
                let boxes = others | to;
                let zone = grid.flood(grid.step(to, dir), room.floor & !boxes);
                found.push((Position { boxes, zone }, pulls + 1));
            }
        }
    }
    found
}
