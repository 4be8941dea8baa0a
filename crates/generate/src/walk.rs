//! Rooms as Boxoban has them.

use kuraban::Dir;
use kuraban_env::Stream;

use crate::grid::Grid;
use crate::random::pick;
use crate::room::Room;

/// What is dug out round the walker, as rows of three. The idea and the masks are those of
/// gym-sokoban (Schrader 2018), after Racanière et al. (2017).
const MASKS: [[[bool; 3]; 3]; 5] = {
    const X: bool = true;
    const O: bool = false;
    [
        [[O, O, O], [X, X, X], [O, O, O]],
        [[O, X, O], [O, X, O], [O, X, O]],
        [[O, O, O], [X, X, O], [O, X, O]],
        [[O, O, O], [X, X, O], [X, X, O]],
        [[O, O, O], [O, X, X], [O, X, O]],
    ]
};
/// The walker turns with this chance, in hundredths.
const TURNS: u32 = 35;
/// Steps for each square of width and height, outer walls included, in tenths.
const STEPS: usize = 17;

/// The floor that a random walk digs.
pub(crate) fn walked(grid: Grid, random: &mut Stream) -> u64 {
    let mut at = pick(grid.all(), random);
    let mut dir = Dir::from_index(random.below(4) as usize);
    let mut floor = 0;
    for _ in 0..STEPS * (grid.width() + grid.height() + 4) / 10 {
        if random.below(100) < TURNS {
            dir = Dir::from_index(random.below(4) as usize);
        }
        let to = grid.step(at, dir) & grid.all();
        if to != 0 {
            at = to;
        }
        floor |= dug(grid, at, random.below(MASKS.len() as u32) as usize);
    }
    // Masks may leave squares that only touch by their corners.
    grid.flood(at, floor)
}

fn dug(grid: Grid, at: u64, mask: usize) -> u64 {
    let row = |square: u64, mask: [bool; 3]| {
        let on = |square: u64, is: bool| if is { square } else { 0 };
        on(grid.step(square, Dir::Left), mask[0])
            | on(square, mask[1])
            | on(grid.step(square, Dir::Right), mask[2])
    };
    let [above, beside, below] = MASKS[mask];
    let all = row(grid.step(at, Dir::Up), above)
        | row(at, beside)
        | row(grid.step(at, Dir::Down) & grid.all(), below);
    all & grid.all()
}

/// Squares that a box on them could leave by a pull.
pub(crate) fn pullable(room: &Room) -> u64 {
    let grid = room.grid;
    Dir::ALL.into_iter().fold(0, |all, dir| {
        let beside = room.floor & grid.step(room.floor, !dir);
        all | room.floor & grid.step(beside, !dir)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_dig_connected_rooms() {
        let grid = Grid::new(8, 8).expect("small enough");
        let mut squares = 0;
        for index in 0..200 {
            let floor = walked(grid, &mut Stream::new(5, index));
            assert_eq!(grid.flood(floor & floor.wrapping_neg(), floor), floor);
            squares += floor.count_ones();
        }
        let mean = squares / 200;
        assert!((20..45).contains(&mean), "{mean}");
    }
}
