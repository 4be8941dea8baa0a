//! From pushes to steps.

use std::collections::VecDeque;

use kuraban_level::Dir;

use crate::board::Board;

/// Which box moved between two ascending box lists, and where to.
pub(crate) fn push_between(before: &[u32], after: &[u32]) -> (u32, u32) {
    let lone = |a: &[u32], b: &[u32]| {
        a.iter().copied().find(|at| b.binary_search(at).is_err()).expect("one box moved")
    };
    (lone(before, after), lone(after, before))
}

/// The steps that make these pushes (from cell, to cell) one after another from the start
/// position, with shortest walks between them.
pub(crate) fn steps_of_pushes(board: &Board, pushes: &[(u32, u32)]) -> Vec<Dir> {
    let mut has_box = vec![false; board.len() + 1];
    for &at in &board.boxes {
        has_box[at as usize] = true;
    }
    let mut player = board.player;
    let mut steps = Vec::new();
    for &(from, to) in pushes {
        let dir = board.dir(from, to);
        steps.extend(walk(board, &has_box, player, board.step(from, !dir)));
        steps.push(dir);
        has_box[from as usize] = false;
        has_box[to as usize] = true;
        player = from;
    }
    steps
}

/// A shortest walk; the cells must be connected.
fn walk(board: &Board, has_box: &[bool], from: u32, to: u32) -> Vec<Dir> {
    let mut came = vec![None; board.len() + 1];
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at == to {
            break;
        }
        for dir in Dir::ALL {
            let next = board.step(at, dir);
            if next != board.outside()
                && !has_box[next as usize]
                && next != from
                && came[next as usize].is_none()
            {
                came[next as usize] = Some(dir);
                queue.push_back(next);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = to;
    while at != from {
        let dir = came[at as usize].expect("the player reaches the cell");
        steps.push(dir);
        at = board.step(at, !dir);
    }
    steps.reverse();
    steps
}

/// Steps from a cell to every other; `u32::MAX` where the boxes are in the way. The first
/// vector is filled, the second is the queue.
pub(crate) fn distances(
    board: &Board,
    has_box: &[bool],
    from: u32,
    steps: &mut Vec<u32>,
    queue: &mut Vec<u32>,
) {
    steps.clear();
    steps.resize(board.len() + 1, u32::MAX);
    queue.clear();
    queue.push(from);
    steps[from as usize] = 0;
    let mut head = 0;
    while let Some(&at) = queue.get(head) {
        head += 1;
        for next in board.next[at as usize] {
            if next != board.outside()
                && !has_box[next as usize]
                && steps[next as usize] == u32::MAX
            {
                steps[next as usize] = steps[at as usize] + 1;
                queue.push(next);
            }
        }
    }
}
