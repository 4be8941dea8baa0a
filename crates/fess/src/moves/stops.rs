//! Stops that serve no purpose: rules of thumb that depend on the position.

use kuraban_board::Bits;

use crate::level::map::Map;
use crate::moves::world::World;

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
