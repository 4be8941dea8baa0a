//! Corrals: rooms that boxes shut the player out of.

use kuraban_level::Dir;

use super::rules::{About, Asker};
use crate::deadlock::freeze::frozen_on;
use crate::{Bits, Board, Scene};

pub(super) const ABOUT: About = About {
    name: "corral",
    sentence: "nothing can be pushed into the closed room, and something must be",
};

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    Box::new(|case| match pi_corral(board, &case.scene) {
        Some(Corral::Lost(fence)) => Some(fence),
        _ => None,
    })
}

/// What a corral means for a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Corral<const W: usize> {
    /// Only pushes of these boxes need to be tried.
    Only(Bits<W>),
    /// These boxes would have to be pushed and none ever can be: the position is lost.
    Lost(Bits<W>),
}

/// The most restricting *PI-corral* of a position, whose player is in `zone`, if there is one.
///
/// Take some rooms the player cannot reach and a set of boxes, the fence, such that on the board
/// with the fence boxes alone every push of one of them, by a player outside, goes into the rooms
/// (I), and can be made right now on the real board (P). If something is left to do there (a
/// fence box off goal, or a goal in the rooms), some fence box has to be pushed, and the first
/// such push is one of these; nothing done elsewhere before can help or hinder it. So it may as
/// well be made first, and no other push needs to be tried (Brian Damgaard; see the Sokoban
/// wiki). The number of pushes of the best solution is not changed; the number of moves may be.
pub fn pi_corral<const W: usize>(
    board: &Board<W>,
    scene: &Scene<W>,
) -> Option<Corral<W>> {
    let mut best: Option<Bits<W>> = None;
    for corral in corrals(board, scene) {
        match corral {
            Corral::Lost(_) => return Some(corral),
            Corral::Only(movers) => {
                if best.is_none_or(|best| movers.len() < best.len()) {
                    best = Some(movers);
                }
            }
        }
    }
    best.map(Corral::Only)
}

/// The first PI-corral of a position. Macro moves do not gain by the most restricting one.
pub fn first_corral<const W: usize>(
    board: &Board<W>,
    scene: &Scene<W>,
) -> Option<Corral<W>> {
    corrals(board, scene).next()
}

/// The corrals that leave something out, one for each room that the player cannot reach.
fn corrals<const W: usize>(
    board: &Board<W>,
    scene: &Scene<W>,
) -> impl Iterator<Item = Corral<W>> {
    let mut rest = scene.free().minus(scene.zone);
    std::iter::from_fn(move || {
        let room = board.flood(Bits::of(rest.first()?), rest);
        rest = rest.minus(room);
        Some(room)
    })
    .filter_map(move |room| Fence { board, scene }.close(room))
    .filter(|corral| *corral != Corral::Only(scene.boxes))
}

/// The boxes of a PI-corral that has to be dealt with first, if there is one.
pub fn movers<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> Option<Bits<W>> {
    match first_corral(board, scene)? {
        Corral::Only(movers) => Some(movers),
        Corral::Lost(_) => None,
    }
}

struct Fence<'a, const W: usize> {
    board: &'a Board<W>,
    scene: &'a Scene<W>,
}

/// What one push of a fence box means.
enum Finding<const W: usize> {
    /// It cannot be made, or only from inside.
    Nothing,
    /// It goes in and can be made now.
    Inward,
    /// It leads outside: this is no corral.
    Outward,
    /// It touches another room, which has to be part of the corral.
    Room(usize),
    /// It depends on another box, which has to be part of the fence.
    Fence(usize),
}

impl<const W: usize> Fence<'_, W> {
    /// Grows rooms and fence until all pushes are accounted for.
    fn close(&self, room: Bits<W>) -> Option<Corral<W>> {
        let (board, scene) = (self.board, self.scene);
        let mut rooms = room;
        let mut fence = board.around(rooms) & scene.boxes;
        'again: loop {
            let mut movers = Bits::EMPTY;
            let is_loose = !self.freezes(fence);
            for spot in fence {
                for dir in Dir::ALL {
                    match self.look(rooms, (fence, is_loose), spot, dir) {
                        Finding::Nothing => {}
                        Finding::Inward => movers.insert(spot),
                        Finding::Outward => return None,
                        Finding::Room(at) => {
                            rooms |= board.flood(Bits::of(at), scene.free());
                            fence |= board.around(rooms) & scene.boxes;
                            continue 'again;
                        }
                        Finding::Fence(at) => {
                            fence.insert(at);
                            continue 'again;
                        }
                    }
                }
            }
            let work_left =
                !fence.minus(scene.goals).is_empty() || rooms.meets(scene.goals);
            return match (work_left, movers.is_empty()) {
                (false, _) => None,
                (true, true) => Some(Corral::Lost(fence)),
                (true, false) => Some(Corral::Only(movers)),
            };
        }
    }

    /// What a push means, given the fence and whether none of its boxes freezes off goal.
    fn look(
        &self,
        rooms: Bits<W>,
        (fence, is_loose): (Bits<W>, bool),
        spot: usize,
        dir: Dir,
    ) -> Finding<W> {
        let (board, scene) = (self.board, self.scene);
        let (player, to) = (board.near(spot, !dir), board.near(spot, dir));
        let outside = scene.floor.minus(fence);
        if !outside.has(player) || !outside.has(to) || rooms.has(player) {
            return Finding::Nothing;
        }
        let rest = fence.without(spot);
        // A box that can be moved on freezes nothing: then only the rest can be frozen.
        let slips = is_loose && self.slips(rest, to);
        if !board.can_finish.has(to) || (!slips && self.freezes(rest.with(to))) {
            return Finding::Nothing;
        }
        if scene.boxes.has(player) {
            return Finding::Fence(player);
        }
        if rooms.has(to) {
            return if scene.zone.has(player) {
                Finding::Inward
            } else {
                Finding::Room(player)
            };
        }
        if scene.boxes.has(to) {
            return Finding::Fence(to);
        }
        match (scene.zone.has(player), scene.zone.has(to)) {
            (true, true) => Finding::Outward,
            (true, false) => Finding::Room(to),
            (false, _) => Finding::Room(player),
        }
    }

    /// Whether a box on `at` could be pushed along one axis, with no boxes but these around.
    fn slips(&self, boxes: Bits<W>, at: usize) -> bool {
        let (board, free) = (self.board, self.scene.floor.minus(boxes));
        [Dir::Up, Dir::Right].into_iter().any(|dir| {
            let (one, other) = (board.near(at, dir), board.near(at, !dir));
            free.has(one)
                && free.has(other)
                && (board.can_finish.has(one) || board.can_finish.has(other))
        })
    }

    /// Whether boxes alone would freeze off goal.
    fn freezes(&self, boxes: Bits<W>) -> bool {
        let frozen = frozen_on(self.board, self.scene.floor, boxes);
        !frozen.minus(self.scene.goals).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    fn board(text: &str) -> Board<2> {
        Board::new(&text.parse::<Level>().expect("a level"))
    }

    fn corral(board: &Board<2>) -> Option<Corral<2>> {
        pi_corral(board, &Scene::plain(board, board.start.boxes, board.start.player))
    }

    #[test]
    fn a_box_in_the_door_comes_first() {
        // The box in the door can only go in; the other one can wait.
        let board = board(
            "##########\n#   #    #\n#   #  . #\n# @ $    #\n# $ #    #\n#   #  . #\n##########",
        );
        let door = board.layout.boxes[0];
        assert_eq!(corral(&board), Some(Corral::Only(Bits::of(door))));
    }

    #[test]
    fn nothing_to_do_there_is_no_corral() {
        // The box in the door is on its goal and the room behind has none.
        let board = board(
            "##########\n#   #    #\n#   #    #\n# @ *    #\n# $ #    #\n#  .#    #\n##########",
        );
        assert_eq!(corral(&board), None);
    }

    #[test]
    fn a_box_that_can_leave_the_fence_opens_it() {
        // The two boxes in the open gate can also be pushed along the wall, outside.
        let board = board(
            "##########\n#        #\n# @ $    #\n#  . #   #\n#    #   #\n##########",
        );
        assert_eq!(corral(&board), None);
    }
}
