//! From macro moves to the player's steps.

use kuraban_board::Bits;
use kuraban_level::Dir;

use crate::level::map::Map;
use crate::moves::macros::Macro;

/// A macro move: the box goes from one spot to another, and the player ends in the region of a
/// third.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Leg {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) player: usize,
}

impl Leg {
    /// A push.
    pub(crate) fn push<const W: usize>(map: &Map<W>, action: Macro) -> Self {
        let (from, to) = (usize::from(action.from), usize::from(action.to));
        Self { from, to, player: action.player(map) }
    }

    /// The push that undoes a pull out of a position with the player in the region of `player`.
    pub(crate) fn undo(action: Macro, player: usize) -> Self {
        Self { from: usize::from(action.to), to: usize::from(action.from), player }
    }
}

/// The steps that make these macro moves one after the other, each with as few steps as can be;
/// `None` where one cannot be made.
pub(crate) fn steps<const W: usize>(map: &Map<W>, legs: &[Leg]) -> Option<Vec<Dir>> {
    let start = map.board.start;
    steps_from(map, start.boxes, start.player, legs)
}

/// The same from any position.
pub(crate) fn steps_from<const W: usize>(
    map: &Map<W>,
    mut boxes: Bits<W>,
    mut player: usize,
    legs: &[Leg],
) -> Option<Vec<Dir>> {
    let mut steps = Vec::new();
    for &leg in legs {
        let after = boxes.without(leg.from).with(leg.to);
        let ends = map.flood(Bits::of(leg.player), map.board.floor.minus(after));
        let others = boxes.without(leg.from);
        player = carry(map, others, player, leg, ends, &mut steps)?;
        boxes = after;
    }
    Some(steps)
}

/// Breadth-first over player and box; appends the steps and tells where the player ends.
fn carry<const W: usize>(
    map: &Map<W>,
    others: Bits<W>,
    player: usize,
    leg: Leg,
    ends: Bits<W>,
    steps: &mut Vec<Dir>,
) -> Option<usize> {
    const UNSEEN: u8 = u8::MAX;
    const PUSHED: u8 = 4;
    let len = map.board.layout.len;
    let free = map.board.floor.minus(others);
    let start = (player, leg.from);
    let mut came = vec![UNSEEN; len * len];
    came[start.0 * len + start.1] = 0;
    let mut queue = vec![start];
    let mut head = 0;
    while let Some(&(at, cargo)) = queue.get(head) {
        head += 1;
        if cargo == leg.to && ends.has(at) && (at, cargo) != start {
            let (mut at, mut cargo) = (at, cargo);
            let first = steps.len();
            while (at, cargo) != start {
                let how = came[at * len + cargo];
                let dir = usize::from(how & 3);
                steps.push(Dir::from_index(dir));
                let back = (dir + 2) % 4;
                if how & PUSHED != 0 {
                    cargo = at;
                }
                at = map.near(at, back);
            }
            steps[first..].reverse();
            return Some(queue[head - 1].0);
        }
        for dir in 0..4 {
            let to = map.near(at, dir);
            if !free.has(to) {
                continue;
            }
            let (next, how) = if to == cargo {
                let beyond = map.near(to, dir);
                if !free.has(beyond) {
                    continue;
                }
                ((to, beyond), dir as u8 | PUSHED)
            } else {
                ((to, cargo), dir as u8)
            };
            let place = &mut came[next.0 * len + next.1];
            if *place == UNSEEN {
                *place = how;
                queue.push(next);
            }
        }
    }
    None
}
