//! Whether a few boxes alone can be put on goals.
//!
//! Taking boxes away from a position never makes it harder: a solution of the position, played
//! with the boxes that are left, is a solution of what is left, and the player walks the same way.
//! So where some of the boxes alone cannot be put on goals, no position has a solution that has
//! these boxes there and the player in the same region among them. For the same reason a box may
//! be taken away at any time in the course of such a search; it is where it moves about so freely
//! that it is no part of the trouble.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kuraban_board::Bits;

use crate::macros::Macro;
use crate::map::Map;
use crate::pushes::{Child, Pusher};
use crate::tree::Keys;
use crate::wallify::wallify;
use crate::world::World;

/// A step of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Step {
    Moved(Macro),
    /// A box is taken away that has both these moves (which may be one and the same).
    Away([Macro; 2]),
}

/// Finds, among the moves of a box, those that show it to be no part of the trouble.
pub(super) type Freedom<'a, const W: usize> =
    &'a dyn Fn(&Map<W>, &[Child<W>]) -> Option<[Macro; 2]>;

/// What a search has found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Answer<const W: usize> {
    /// The boxes cannot all be put on goals, nor from any other position that was met: boxes and
    /// player's region of each.
    Dead(Vec<(Bits<W>, Bits<W>)>),
    /// They can, or they are free enough, by these steps.
    Alive(Vec<Step>),
    /// Not settled.
    Open,
}

struct Node<const W: usize> {
    boxes: Bits<W>,
    cloud: Bits<W>,
    parent: usize,
    step: Option<Step>,
}

/// Looks at `budget` positions at most, those with the fewest boxes off goals first; tells the
/// answer and how many it looked at. `world` has some of the boxes of a position and the level's
/// own walls.
pub(super) fn search<const W: usize>(
    map: &Map<W>,
    pusher: &mut Pusher<W>,
    world: &World<W>,
    freedom: Freedom<'_, W>,
    budget: usize,
) -> (Answer<W>, usize) {
    let goals = map.board.goals;
    let key = |boxes: Bits<W>, cloud: Bits<W>| {
        map.board.boxes_key(boxes)
            ^ map.board.player_key(cloud.first().unwrap_or(map.wall))
    };
    let mut nodes =
        vec![Node { boxes: world.boxes, cloud: world.cloud, parent: 0, step: None }];
    if world.boxes.minus(goals).is_empty() {
        return (Answer::Alive(Vec::new()), 0);
    }
    let mut seen = Keys::default();
    seen.insert(key(world.boxes, world.cloud));
    let mut open = BinaryHeap::from([Reverse((0, 0, 0))]);
    let mut looked = 0;
    while let Some(Reverse((_, _, at))) = open.pop() {
        if looked >= budget {
            return (Answer::Open, looked);
        }
        looked += 1;
        let Node { boxes, cloud, .. } = nodes[at];
        let here = World { boxes, cloud, ..*world };
        for (step, boxes, cloud) in steps(map, pusher, &here, freedom) {
            if !seen.insert(key(boxes, cloud)) {
                continue;
            }
            let astray = boxes.minus(goals).len();
            let regions = map.count_parts(world.floor.minus(boxes));
            open.push(Reverse((astray, regions, nodes.len())));
            nodes.push(Node { boxes, cloud, parent: at, step: Some(step) });
            if astray == 0 {
                return (Answer::Alive(way(&nodes)), looked);
            }
        }
    }
    let met = nodes.iter().map(|node| (node.boxes, node.cloud)).collect();
    (Answer::Dead(met), looked)
}

/// The steps to the last node.
fn way<const W: usize>(nodes: &[Node<W>]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = nodes.len() - 1;
    while let Some(step) = nodes[at].step {
        steps.push(step);
        at = nodes[at].parent;
    }
    steps.reverse();
    steps
}

/// The steps out of a position with the boxes and the player's region after each; where a box
/// moves freely, only the one that takes it away.
pub(super) fn steps<const W: usize>(
    map: &Map<W>,
    pusher: &mut Pusher<W>,
    here: &World<W>,
    freedom: Freedom<'_, W>,
) -> Vec<(Step, Bits<W>, Bits<W>)> {
    let Some(walled) = wallify(map, here) else { return Vec::new() };
    let mut children = pusher.take_spare();
    let movable = walled.boxes;
    pusher.children(map, here, &walled, movable, None, Bits::EMPTY, &mut children);
    let free = children
        .chunk_by(|one, next| one.action.from == next.action.from)
        .find_map(|all| {
            let moves = freedom(map, all)?;
            let boxes = here.boxes.without(usize::from(moves[0].from));
            let cloud = map.flood(here.cloud, here.floor.minus(boxes));
            Some((Step::Away(moves), boxes, cloud))
        });
    let steps = match free {
        Some(step) => vec![step],
        None => children
            .iter()
            .map(|child| (Step::Moved(child.action), child.boxes, child.cloud))
            .collect(),
    };
    pusher.give_back(children);
    steps
}

/// A move of a box out of its row and one out of its column, after each of which the player can
/// come back to where the box was.
pub(super) fn crosswise<const W: usize>(
    map: &Map<W>,
    moves: &[Child<W>],
) -> Option<[Macro; 2]> {
    let stride = map.board.layout.stride;
    let along = |part: fn(usize, usize) -> usize| {
        moves.iter().map(|child| (child.action, child.cloud)).find_map(
            |(action, cloud)| {
                let (from, to) = (usize::from(action.from), usize::from(action.to));
                (part(from, stride) != part(to, stride) && cloud.has(from))
                    .then_some(action)
            },
        )
    };
    Some([along(|spot, stride| spot / stride)?, along(|spot, stride| spot % stride)?])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::{Board, Layout};
    use kuraban_level::Level;

    use super::*;
    use crate::level::Statics;

    fn ask(text: &str, freedom: Freedom<'_, 2>) -> Answer<2> {
        let level: Level = text.parse().expect("a level");
        let board = Board::from_layout(Layout::new(&level));
        let statics = Statics::<2>::new(Arc::new(board));
        let start = statics.map.board.start;
        let world = World::plain(&statics.map, start.boxes, start.player);
        let mut pusher = Pusher::new(&statics);
        search(&statics.map, &mut pusher, &world, freedom, 500).0
    }

    #[test]
    fn what_moves_freely_is_taken_away() {
        let open = "########\n#      #\n#  $   #\n#@    .#\n#      #\n########";
        let Answer::Alive(steps) = ask(open, &crosswise) else { panic!("alive") };
        assert!(matches!(steps[..], [Step::Away(_)]), "{steps:?}");
        let Answer::Alive(steps) = ask(open, &|_, _| None) else { panic!("alive") };
        assert!(matches!(steps[..], [Step::Moved(_)]), "{steps:?}");
    }

    #[test]
    fn what_cannot_be_done_is_proved() {
        // Both boxes stay along the upper wall, where there is one goal.
        let lost = "########\n# $ $ .#\n#@     #\n#  .   #\n########";
        for freedom in [&crosswise::<2> as Freedom<'_, 2>, &|_, _| None] {
            assert!(matches!(ask(lost, freedom), Answer::Dead(_)));
        }
    }
}
