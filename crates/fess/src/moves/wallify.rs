//! Boxes that will never move again, as walls.

use kuraban_board::Bits;

use crate::level::map::{Map, opposite};
use crate::moves::diagonal;
use crate::moves::world::World;

/// Turns boxes that can never move again, and floor that has lost its use, into walls. Every
/// step is sound. `None` where such a box is off goal: the position is lost.
pub(crate) fn wallify<const W: usize>(
    map: &Map<W>,
    world: &World<W>,
) -> Option<World<W>> {
    let mut world = *world;
    loop {
        let mut fixed = squares(map, &world);
        fixed |= immovable(map, &world);
        if fixed.is_empty() {
            fixed = crystalline(map, &world) | diagonal::fixed(map, &world);
        }
        if !fixed.minus(world.goals).is_empty() {
            return None;
        }
        let filled = dead_ends(map, &world);
        if fixed.is_empty() && filled.is_empty() {
            return Some(world);
        }
        world.floor = world.floor.minus(fixed | filled);
        world.goals = world.goals.minus(fixed);
        world.boxes = world.boxes.minus(fixed);
        world.cloud = world.cloud.minus(filled);
    }
}

/// Boxes in squares of four occupied cells.
fn squares<const W: usize>(map: &Map<W>, world: &World<W>) -> Bits<W> {
    let free = world.free();
    let stride = map.board.layout.stride;
    let (up, down) = (free.up(stride), free.down(stride));
    let (left, right) = (free.up(1), free.down(1));
    let open = (up | left | left.up(stride))
        & (up | right | right.up(stride))
        & (down | left | left.down(stride))
        & (down | right | right.down(stride));
    world.boxes.minus(open)
}

/// Boxes that stay when every box that could be pushed somewhere, the player being anywhere,
/// has been taken away, again and again.
fn immovable<const W: usize>(map: &Map<W>, world: &World<W>) -> Bits<W> {
    let mut left = *world;
    loop {
        let free = left.free();
        let mut gone = false;
        for dir in 0..4 {
            let movable =
                left.boxes & map.shift(free, dir) & map.shift(free, opposite(dir));
            for spot in movable {
                let rest = World { boxes: left.boxes.without(spot), ..left };
                if left.boxes.has(spot)
                    && !rest.locally_dead(map, map.near(spot, dir), dir)
                {
                    left.boxes.remove(spot);
                    gone = true;
                }
            }
        }
        if !gone || left.boxes.is_empty() {
            return left.boxes;
        }
    }
}

/// Boxes on goals that no way of playing backward from the full goals could pull away.
fn crystalline<const W: usize>(map: &Map<W>, world: &World<W>) -> Bits<W> {
    let mut left = world.goals;
    loop {
        let free = world.floor.minus(left);
        let mut pullable = Bits::EMPTY;
        for dir in 0..4 {
            let two = free & map.shift(free, opposite(dir));
            pullable |= map.shift(two, opposite(dir));
        }
        pullable &= left;
        if pullable.is_empty() {
            return left & world.boxes;
        }
        left = left.minus(pullable);
    }
}

/// Plain floor with walls on three sides that the player never needs again.
fn dead_ends<const W: usize>(map: &Map<W>, world: &World<W>) -> Bits<W> {
    let floor = world.floor;
    let [a, b, c, d] = [0, 1, 2, 3].map(|dir| map.shift(floor, dir));
    let two_or_more = (a & b) | (c & d) | ((a | b) & (c | d));
    let ends = floor.minus(world.goals | world.boxes | two_or_more);
    let unseen = ends.minus(world.cloud);
    let seen = ends & world.cloud & map.around(world.cloud);
    match seen.first() {
        Some(spot) if seen == world.cloud => unseen.with(spot),
        _ => unseen | seen,
    }
}
