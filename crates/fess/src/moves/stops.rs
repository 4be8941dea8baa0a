//! Stops that serve no purpose: rules of thumb that depend on the position.

use kuraban_board::Bits;
use kuraban_board::Scene;
use kuraban_level::Dir;

use crate::level::map::Map;

/// Whether a pushed box on `at` has stopped beside a niche where it might as well have gone on.
/// A rule of thumb, not sound. `zone` is the player's zone after the push.
pub(crate) fn pointless_push<const W: usize>(
    map: &Map<W>,
    scene: &Scene<W>,
    zone: Bits<W>,
    at: usize,
) -> bool {
    let wall = |spot: usize| !scene.floor.has(spot);
    Dir::ALL.into_iter().any(|below| {
        let diagonals = [
            map.board.near8(at, 2 * below.index() + 1),
            map.board.near8(at, 2 * below.index() + 7),
        ];
        if !wall(diagonals[0]) || !wall(diagonals[1]) {
            return false;
        }
        let above = map.board.near(at, !below);
        let sides = [
            map.board.near(at, below.clockwise()),
            map.board.near(at, !below.clockwise()),
        ];
        [(sides[0], sides[1]), (sides[1], sides[0])].iter().any(|&(one, other)| {
            let one_wall = wall(one);
            (one_wall && !wall(other) && (!zone.has(other) || zone.has(above)))
                || (scene.boxes.has(one) && !zone.has(other))
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
    Dir::ALL.into_iter().any(|dir| {
        let above = map.board.near(at, dir);
        free.has(above)
            && wall(map.board.near(above, dir))
            && wall(map.board.near(at, !dir))
            && ((wall(map.board.near8(at, 2 * dir.index() + 1))
                && wall(map.board.near8(at, 2 * dir.index() + 3)))
                || (wall(map.board.near8(at, 2 * dir.index() + 7))
                    && wall(map.board.near8(at, 2 * dir.index() + 5))))
    })
}
