//! Whether a few boxes alone can be put on goals.
//!
//! Taking boxes away from a position never makes it harder: a solution of the position, played
//! with the boxes that are left, is a solution of what is left, and the player walks the same way.
//! So where some boxes alone cannot be put on goals, every position is lost that has them there,
//! with the player in the same zone. For the same reason the search may take a box away at any
//! time. It does so where a box moves so freely that it is no part of the trouble.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kuraban_board::Scene;
use kuraban_board::deadlock::walls::wallify;
use kuraban_board::store::Keys;

use super::frontier::{Met, key};
use crate::level::map::Map;
use crate::moves::pushes::{Child, Pusher};

/// Whether the moves of a box show it to be no part of the trouble.
pub(super) type Freedom<'a, const W: usize> = &'a dyn Fn(&[Child<W>]) -> bool;

/// What a search has found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Answer<const W: usize> {
    /// The boxes cannot all be put on goals, nor from any other position that was met.
    Dead(Vec<Met<W>>),
    /// They can, or they are free enough.
    Alive,
    /// Not settled.
    Open,
}

/// Looks at `budget` positions at most, those with the fewest boxes off goals first; tells the
/// answer and how many it looked at. `scene` has some of the boxes of a position and the level's
/// own walls.
pub(super) fn search<const W: usize>(
    map: &Map<W>,
    pusher: &mut Pusher<W>,
    scene: &Scene<W>,
    freedom: Freedom<'_, W>,
    budget: usize,
) -> (Answer<W>, usize) {
    let goals = map.board.goals;
    let mut met = vec![(scene.boxes, scene.zone)];
    if scene.boxes.minus(goals).is_empty() {
        return (Answer::Alive, 0);
    }
    let mut seen = Keys::default();
    seen.insert(key(&map.board, met[0]));
    let mut open = BinaryHeap::from([Reverse((0, 0, 0))]);
    let mut looked = 0;
    while let Some(Reverse((_, _, at))) = open.pop() {
        if looked >= budget {
            return (Answer::Open, looked);
        }
        looked += 1;
        let (boxes, zone) = met[at];
        let here = Scene { boxes, zone, ..*scene };
        for (boxes, zone) in successors(map, pusher, &here, freedom) {
            if !seen.insert(key(&map.board, (boxes, zone))) {
                continue;
            }
            let astray = boxes.minus(goals).len();
            if astray == 0 {
                return (Answer::Alive, looked);
            }
            let regions = map.board.count_parts(scene.floor.minus(boxes));
            open.push(Reverse((astray, regions, met.len())));
            met.push((boxes, zone));
        }
    }
    (Answer::Dead(met), looked)
}

/// The positions after one move; where a box moves freely, only the one without it.
fn successors<const W: usize>(
    map: &Map<W>,
    pusher: &mut Pusher<W>,
    here: &Scene<W>,
    freedom: Freedom<'_, W>,
) -> Vec<Met<W>> {
    let Ok(walled) = wallify(&map.board, here) else { return Vec::new() };
    let mut children = pusher.take_spare();
    let movable = walled.boxes;
    pusher.all(map, here, &walled, movable, &mut children);
    let free = children
        .chunk_by(|one, next| one.action.from == next.action.from)
        .find(|moves| freedom(moves))
        .map(|moves| here.boxes.without(usize::from(moves[0].action.from)));
    let next = match free {
        Some(boxes) => {
            vec![(boxes, map.board.flood(here.zone, here.floor.minus(boxes)))]
        }
        None => children.iter().map(|child| (child.boxes, child.zone)).collect(),
    };
    pusher.give_back(children);
    next
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
        let statics = Statics::<2>::new(&Arc::new(board));
        let start = statics.map.board.start;
        let scene = Scene::plain(&statics.map.board, start.boxes, start.player);
        let mut pusher = Pusher::new(&statics);
        search(&statics.map, &mut pusher, &scene, freedom, 500).0
    }

    /// Both boxes stay along the upper wall, where there is one goal.
    #[test]
    fn what_cannot_be_done_is_proved() {
        let lost = "########\n# $ $ .#\n#@     #\n#  .   #\n########";
        assert!(matches!(ask(lost, &|_| false), Answer::Dead(_)));
    }

    #[test]
    fn what_can_be_done_is_found() {
        let open = "########\n#      #\n#  $   #\n#@    .#\n#      #\n########";
        assert_eq!(ask(open, &|_| false), Answer::Alive);
        assert_eq!(ask(open, &|_| true), Answer::Alive, "the box is taken away");
    }
}
