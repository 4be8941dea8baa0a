//! Places where a box need not stop.

use kuraban_board::Bits;

use crate::map::Map;
use crate::world::World;

/// Cells of corridors where stopping is no use, and goals at dead ends.
#[derive(Clone, Debug)]
pub(crate) struct Stops<const W: usize> {
    /// Not for pushed boxes.
    pub(crate) push: Bits<W>,
    /// Not for pulled boxes.
    pub(crate) pull: Bits<W>,
    /// Goals with one way in, pockets behind pockets included.
    pub(crate) pockets: Bits<W>,
}

impl<const W: usize> Stops<W> {
    pub(crate) fn new(map: &Map<W>) -> Self {
        let board = &map.board;
        let floor = board.floor;
        let (mut push, mut pull) = (Bits::EMPTY, Bits::EMPTY);
        for (one, along) in [(0, 1), (1, 2)] {
            // Cells with walls on both sides across, in runs along.
            let narrow = floor.minus(map.shift(floor, one) | map.shift(floor, one + 2));
            let firsts = narrow.minus(map.shift(narrow, along));
            for first in firsts {
                let mut run = vec![first];
                while let next = map.near(run[run.len() - 1], along)
                    && narrow.has(next)
                {
                    run.push(next);
                }
                if run.len() < 2 {
                    continue;
                }
                let goal = run.iter().any(|&spot| board.goals.has(spot));
                let base = run.iter().any(|&spot| board.start.boxes.has(spot));
                for (index, &spot) in run.iter().enumerate() {
                    if index > 0 || goal {
                        push.insert(spot);
                    }
                    if index > 0 || base {
                        pull.insert(spot);
                    }
                }
            }
        }
        Self { push, pull, pockets: pockets(map) }
    }
}

fn pockets<const W: usize>(map: &Map<W>) -> Bits<W> {
    let mut floor = map.board.floor;
    loop {
        let closed = |&spot: &usize| {
            floor.has(spot)
                && (0..4).filter(|&dir| !floor.has(map.near(spot, dir))).count() == 3
        };
        let found: Bits<W> = map.board.goals.iter().filter(closed).collect();
        if found.is_empty() {
            return map.board.floor.minus(floor);
        }
        floor = floor.minus(found);
    }
}

/// Whether a pushed box on `at` has stopped beside a niche where it might as well have gone on.
/// A rule of thumb, not sound. `cloud` is the player's region after the push.
pub(crate) fn pointless_push<const W: usize>(
    map: &Map<W>,
    world: &World<W>,
    cloud: Bits<W>,
    at: usize,
) -> bool {
    let wall = |spot: usize| !world.floor.has(spot);
    (0..4).any(|below| {
        let diagonals = [map.near8(at, 2 * below + 1), map.near8(at, 2 * below + 7)];
        if !wall(diagonals[0]) || !wall(diagonals[1]) {
            return false;
        }
        let above = map.near(at, (below + 2) % 4);
        let sides = [map.near(at, (below + 1) % 4), map.near(at, (below + 3) % 4)];
        [(sides[0], sides[1]), (sides[1], sides[0])].iter().any(|&(one, other)| {
            let one_wall = wall(one);
            (one_wall && !wall(other) && (!cloud.has(other) || cloud.has(above)))
                || (world.boxes.has(one) && !cloud.has(other))
        })
    })
}

/// The same for a pulled box.
pub(crate) fn pointless_pull<const W: usize>(
    map: &Map<W>,
    free: Bits<W>,
    at: usize,
) -> bool {
    let wall = |spot: usize| !map.board.floor.has(spot);
    (0..4).any(|dir| {
        let above = map.near(at, dir);
        free.has(above)
            && wall(map.near(above, dir))
            && wall(map.near(at, (dir + 2) % 4))
            && ((wall(map.near8(at, 2 * dir + 1)) && wall(map.near8(at, 2 * dir + 3)))
                || (wall(map.near8(at, 2 * dir + 7)) && wall(map.near8(at, 2 * dir + 5))))
    })
}
