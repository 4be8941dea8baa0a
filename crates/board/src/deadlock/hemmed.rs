//! A single free spot that boxes hem in.

use kuraban_level::Dir;

use super::rules::{About, Asker};
use crate::{Bits, Board, Scene};

pub(super) const ABOUT: About =
    About { name: "hemmed", sentence: "the boxes around this spot can never leave it" };

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    Box::new(|case| {
        let mut boxes = case.scene.boxes.iter();
        boxes.find(|&spot| is_lost(board, &case.scene, spot)).map(Bits::of)
    })
}

/// Whether boxes, one of them off goal, shut a free spot beside the box on `at` for good. Sound.
pub fn is_lost<const W: usize>(board: &Board<W>, scene: &Scene<W>, at: usize) -> bool {
    let free = scene.free();
    let mut around = [board.wall; 8];
    for (index, spot) in around.iter_mut().enumerate() {
        *spot = board.near8(at, index);
    }
    around.iter().any(|&spot| {
        if !free.has(spot) || scene.zone.has(spot) || scene.goals.has(spot) {
            return false;
        }
        let taken = |spot: usize| !free.has(spot);
        let wall = |spot: usize| !scene.floor.has(spot);
        let astray = |spot: usize| scene.boxes.has(spot) && !scene.goals.has(spot);
        if !Dir::ALL.into_iter().all(|dir| taken(board.near(spot, dir)))
            || !Dir::ALL.into_iter().any(|dir| astray(board.near(spot, dir)))
        {
            return false;
        }
        let diagonal = |index: usize| board.near8(spot, index);
        if (taken(diagonal(1)) && taken(diagonal(5)))
            || (taken(diagonal(3)) && taken(diagonal(7)))
        {
            return true;
        }
        Dir::ALL.into_iter().any(|dir| {
            let (one, other) =
                (diagonal(2 * dir.index() + 3), diagonal(2 * dir.index() + 5));
            wall(board.near(spot, dir))
                && taken(one)
                && taken(other)
                && (wall(one) || wall(other))
        })
    })
}
