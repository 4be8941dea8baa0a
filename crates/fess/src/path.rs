//! From macro moves to the player's steps.

use kuraban_board::Bits;
use kuraban_level::Dir;

use crate::macros::Macro;
use crate::map::Map;

/// The steps that make these macro moves one after the other, each with as few steps as can be;
/// `None` where one cannot be made.
pub(crate) fn steps<const W: usize>(map: &Map<W>, actions: &[Macro]) -> Option<Vec<Dir>> {
    let mut boxes = map.board.start.boxes;
    let mut player = map.board.start.player;
    let mut steps = Vec::new();
    for &action in actions {
        let after = action.boxes(boxes);
        let ends = map.flood(Bits::of(action.player(map)), map.board.floor.minus(after));
        let others = boxes.without(usize::from(action.from));
        player = carry(map, others, player, action, ends, &mut steps)?;
        boxes = after;
    }
    Some(steps)
}

/// Breadth-first over player and box; appends the steps and tells where the player ends.
fn carry<const W: usize>(
    map: &Map<W>,
    others: Bits<W>,
    player: usize,
    action: Macro,
    ends: Bits<W>,
    steps: &mut Vec<Dir>,
) -> Option<usize> {
    const UNSEEN: u8 = u8::MAX;
    const PUSHED: u8 = 4;
    let len = map.board.layout.len;
    let free = map.board.floor.minus(others);
    let start = (player, usize::from(action.from));
    let mut came = vec![UNSEEN; len * len];
    came[start.0 * len + start.1] = 0;
    let mut queue = vec![start];
    let mut head = 0;
    while let Some(&(at, cargo)) = queue.get(head) {
        head += 1;
        if cargo == usize::from(action.to) && ends.has(at) && (at, cargo) != start {
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
