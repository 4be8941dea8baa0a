//! Goals that were sealed too early.

use kuraban_board::Bits;

use crate::level::map::{Map, opposite};
use crate::moves::world::World;

/// What is left of `boxes` when the player, from `cloud`, pulls away every box it can and those
/// vanish.
pub(crate) fn unpullable<const W: usize>(
    map: &Map<W>,
    floor: Bits<W>,
    boxes: Bits<W>,
    cloud: Bits<W>,
) -> Bits<W> {
    let (mut left, mut cloud) = (boxes, cloud);
    loop {
        let mut pullable = Bits::EMPTY;
        for dir in 0..4 {
            let two = cloud & map.shift(cloud, opposite(dir));
            pullable |= map.shift(two, opposite(dir));
        }
        pullable &= left;
        if pullable.is_empty() {
            return left;
        }
        left = left.minus(pullable);
        cloud = map.flood(cloud | pullable, floor.minus(left));
    }
}

/// Whether the full goals cannot have been filled from the position: wherever the player ended,
/// a box that stays although all others that can be pulled away are gone is not there now.
/// `world` is wallified. Sound.
pub(crate) fn is_sealed<const W: usize>(map: &Map<W>, world: &World<W>) -> bool {
    let free = world.floor.minus(world.goals);
    let parts = map.parts(free);
    !parts.is_empty()
        && parts.into_iter().all(|part| {
            let left = unpullable(map, world.floor, world.goals, part);
            !left.minus(world.boxes).is_empty()
        })
}
