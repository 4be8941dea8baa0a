//! From macro moves to the player's steps.

use kuraban_level::Dir;

use super::macros::Macro;
use crate::{Bits, Board};

/// A macro move: the box goes from one spot to another, and the player ends in the zone of a
/// third.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Leg {
    /// Where the box stands before.
    pub from: usize,
    /// Where it stands afterwards.
    pub to: usize,
    /// A spot of the player's zone afterwards.
    pub player: usize,
}

impl Leg {
    /// A push.
    pub fn push<const W: usize>(board: &Board<W>, action: Macro) -> Self {
        let (from, to) = (usize::from(action.from), usize::from(action.to));
        Self { from, to, player: action.player(board) }
    }

    /// The push that undoes a pull out of a position with the player in the zone of `player`.
    pub fn undo(action: Macro, player: usize) -> Self {
        Self { from: usize::from(action.to), to: usize::from(action.from), player }
    }
}

/// The steps that make these macro moves one after the other, each with as few steps as can be;
/// `None` where one cannot be made.
pub fn steps<const W: usize>(board: &Board<W>, legs: &[Leg]) -> Option<Vec<Dir>> {
    let start = board.start;
    steps_from(board, start.boxes, start.player, legs)
}

/// The same from any position.
pub fn steps_from<const W: usize>(
    board: &Board<W>,
    mut boxes: Bits<W>,
    mut player: usize,
    legs: &[Leg],
) -> Option<Vec<Dir>> {
    let mut steps = Vec::new();
    for &leg in legs {
        let after = boxes.without(leg.from).with(leg.to);
        let ends = board.flood(Bits::of(leg.player), board.floor.minus(after));
        let others = boxes.without(leg.from);
        player = carry(board, others, player, leg, ends, &mut steps)?;
        boxes = after;
    }
    Some(steps)
}

/// Breadth-first over player and box; appends the steps and tells where the player ends.
fn carry<const W: usize>(
    board: &Board<W>,
    others: Bits<W>,
    player: usize,
    leg: Leg,
    ends: Bits<W>,
    steps: &mut Vec<Dir>,
) -> Option<usize> {
    const UNSEEN: u8 = u8::MAX;
    const PUSHED: u8 = 4;
    let len = board.layout.len;
    let free = board.floor.minus(others);
    let start = (player, leg.from);
    // A row for each spot that the box comes to.
    let mut came: Vec<Vec<u8>> = vec![Vec::new(); len];
    came[start.1] = vec![UNSEEN; len];
    came[start.1][start.0] = 0;
    let mut queue = vec![start];
    let mut head = 0;
    while let Some(&(at, cargo)) = queue.get(head) {
        head += 1;
        if cargo == leg.to && ends.has(at) && (at, cargo) != start {
            let (mut at, mut cargo) = (at, cargo);
            let first = steps.len();
            while (at, cargo) != start {
                let how = came[cargo][at];
                let dir = Dir::from_index(usize::from(how & 3));
                steps.push(dir);
                if how & PUSHED != 0 {
                    cargo = at;
                }
                at = board.near(at, !dir);
            }
            steps[first..].reverse();
            return Some(queue[head - 1].0);
        }
        for dir in Dir::ALL {
            let to = board.near(at, dir);
            if !free.has(to) {
                continue;
            }
            let (next, how) = if to == cargo {
                let beyond = board.near(to, dir);
                if !free.has(beyond) {
                    continue;
                }
                ((to, beyond), dir.index() as u8 | PUSHED)
            } else {
                ((to, cargo), dir.index() as u8)
            };
            let row = &mut came[next.1];
            row.resize(len, UNSEEN);
            let place = &mut row[next.0];
            if *place == UNSEEN {
                *place = how;
                queue.push(next);
            }
        }
    }
    None
}
