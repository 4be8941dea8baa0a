//! Boxes that will never move again, as walls.

use kuraban_level::Dir;

use super::rules::{About, Asker};
use crate::deadlock::diagonal;
use crate::{Bits, Board, Scene};

pub(super) const ABOUT: About =
    About { name: "walls", sentence: "these boxes can never move again" };

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    Box::new(|case| wallify(board, &case.scene).err())
}

/// Turns boxes that can never move again, and floor that has lost its use, into walls. Every
/// step is sound. If a box that never moves again is off goal, the position is lost: then those
/// boxes are returned.
pub fn wallify<const W: usize>(
    board: &Board<W>,
    scene: &Scene<W>,
) -> Result<Scene<W>, Bits<W>> {
    let mut scene = *scene;
    loop {
        let mut fixed = squares(board, &scene);
        fixed |= immovable(board, &scene);
        if fixed.is_empty() {
            fixed = crystalline(board, &scene) | diagonal::fixed(board, &scene);
        }
        if !fixed.minus(scene.goals).is_empty() {
            return Err(fixed);
        }
        let filled = dead_ends(board, &scene);
        if fixed.is_empty() && filled.is_empty() {
            return Ok(scene);
        }
        scene.floor = scene.floor.minus(fixed | filled);
        scene.goals = scene.goals.minus(fixed);
        scene.boxes = scene.boxes.minus(fixed);
        scene.zone = scene.zone.minus(filled);
    }
}

/// Boxes in squares of four occupied spots.
fn squares<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> Bits<W> {
    let free = scene.free();
    let stride = board.layout.stride;
    let (up, down) = (free.up(stride), free.down(stride));
    let (left, right) = (free.up(1), free.down(1));
    let open = (up | left | left.up(stride))
        & (up | right | right.up(stride))
        & (down | left | left.down(stride))
        & (down | right | right.down(stride));
    scene.boxes.minus(open)
}

/// Boxes that stay when every box that could be pushed somewhere, the player being anywhere,
/// has been taken away, again and again.
fn immovable<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> Bits<W> {
    let mut left = *scene;
    loop {
        let free = left.free();
        let mut gone = false;
        for dir in Dir::ALL {
            let movable = left.boxes & board.shift(free, dir) & board.shift(free, !dir);
            for spot in movable {
                let rest = Scene { boxes: left.boxes.without(spot), ..left };
                if left.boxes.has(spot)
                    && !rest.locally_dead(board, board.near(spot, dir), dir)
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
fn crystalline<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> Bits<W> {
    let mut left = scene.goals;
    loop {
        let free = scene.floor.minus(left);
        let mut pullable = Bits::EMPTY;
        for dir in Dir::ALL {
            let two = free & board.shift(free, !dir);
            pullable |= board.shift(two, !dir);
        }
        pullable &= left;
        if pullable.is_empty() {
            return left & scene.boxes;
        }
        left = left.minus(pullable);
    }
}

/// Plain floor with walls on three sides that the player never needs again.
fn dead_ends<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> Bits<W> {
    let floor = scene.floor;
    let [a, b, c, d] = Dir::ALL.map(|dir| board.shift(floor, dir));
    let two_or_more = (a & b) | (c & d) | ((a | b) & (c | d));
    let ends = floor.minus(scene.goals | scene.boxes | two_or_more);
    let unseen = ends.minus(scene.zone);
    let seen = ends & scene.zone & board.around(scene.zone);
    match seen.first() {
        Some(spot) if seen == scene.zone => unseen.with(spot),
        _ => unseen | seen,
    }
}
