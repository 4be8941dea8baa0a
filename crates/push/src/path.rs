//! From pushes to the player's steps.

use kuraban_board::moves::walk;
use kuraban_board::{Board, Push};
use kuraban_level::Dir;

/// The steps that make these pushes in this order, walking the shortest way between them;
/// `None` where one of them cannot be made.
pub fn steps<const W: usize>(board: &Board<W>, pushes: &[Push]) -> Option<Vec<Dir>> {
    let mut boxes = board.start.boxes;
    let mut player = board.start.player;
    let mut steps = Vec::new();
    for &push in pushes {
        let behind = board.floor_step(push.from as usize, !push.dir)?;
        let free = |spot: &usize| !boxes.has(*spot);
        let step = |at, dir| board.floor_step(at, dir).filter(free);
        steps.extend(walk(board.layout.len, player, behind, step)?);
        let to = board.floor_step(push.from as usize, push.dir)?;
        if !boxes.has(push.from as usize) || boxes.has(to) {
            return None;
        }
        let next = board.pushed(boxes, push);
        (boxes, player) = (next.boxes, next.player);
        steps.push(push.dir);
    }
    Some(steps)
}
