//! From pushes to the player's steps.

use std::collections::VecDeque;

use kuraban_board::{Bits, Board, Push};
use kuraban_level::Dir;

/// The steps that make these pushes in this order, walking the shortest way between them;
/// `None` where one of them cannot be made.
pub fn steps<const W: usize>(board: &Board<W>, pushes: &[Push]) -> Option<Vec<Dir>> {
    let mut boxes = board.start.boxes;
    let mut player = board.start.player;
    let mut steps = Vec::new();
    for &push in pushes {
        let behind = board.floor_step(push.from as usize, !push.dir)?;
        walk(board, boxes, player, behind, &mut steps)?;
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

/// Appends a shortest walk.
fn walk<const W: usize>(
    board: &Board<W>,
    boxes: Bits<W>,
    from: usize,
    to: usize,
    steps: &mut Vec<Dir>,
) -> Option<()> {
    // Breadth-first from the far end, so that the way is read off forward.
    let mut toward: Vec<Option<Dir>> = vec![None; board.layout.len];
    let mut seen = Bits::<W>::of(to);
    let mut queue = VecDeque::from([to]);
    while !seen.has(from) {
        let at = queue.pop_front()?;
        for dir in Dir::ALL {
            if let Some(before) = board.floor_step(at, !dir)
                && !boxes.has(before)
                && !seen.has(before)
            {
                seen.insert(before);
                toward[before] = Some(dir);
                queue.push_back(before);
            }
        }
    }
    let mut at = from;
    while at != to {
        let dir = toward[at]?;
        steps.push(dir);
        at = board.step(at, dir);
    }
    Some(())
}
