//! Corrals: rooms that boxes shut the player out of.

use kuraban_level::Dir;

use crate::deadlock::freeze;
use crate::{Bits, Board};

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
    boxes: Bits<W>,
    zone: Bits<W>,
) -> Option<Corral<W>> {
    let mut rest = board.floor.minus(boxes).minus(zone);
    let mut best: Option<Bits<W>> = None;
    while let Some(spot) = rest.first() {
        let room = board.flood(Bits::of(spot), rest);
        rest = rest.minus(room);
        match Fence::new(board, boxes, zone).close(room) {
            Some(Corral::Only(movers))
                if best.is_none_or(|best| movers.len() < best.len()) =>
            {
                best = Some(movers);
            }
            Some(lost @ Corral::Lost(_)) => return Some(lost),
            Some(Corral::Only(_)) | None => {}
        }
    }
    best.filter(|movers| *movers != boxes).map(Corral::Only)
}

struct Fence<'a, const W: usize> {
    board: &'a Board<W>,
    boxes: Bits<W>,
    zone: Bits<W>,
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

impl<'a, const W: usize> Fence<'a, W> {
    fn new(board: &'a Board<W>, boxes: Bits<W>, zone: Bits<W>) -> Self {
        Self { board, boxes, zone }
    }

    /// Grows rooms and fence until all pushes are accounted for.
    fn close(&self, room: Bits<W>) -> Option<Corral<W>> {
        let free = self.board.floor.minus(self.boxes);
        let mut rooms = room;
        let mut fence = self.board.around(rooms) & self.boxes;
        'again: loop {
            let mut movers = Bits::EMPTY;
            for spot in fence {
                for dir in Dir::ALL {
                    match self.look(rooms, fence, spot, dir) {
                        Finding::Nothing => {}
                        Finding::Inward => movers.insert(spot),
                        Finding::Outward => return None,
                        Finding::Room(at) => {
                            rooms |= self.board.flood(Bits::of(at), free);
                            fence |= self.board.around(rooms) & self.boxes;
                            continue 'again;
                        }
                        Finding::Fence(at) => {
                            fence.insert(at);
                            continue 'again;
                        }
                    }
                }
            }
            let work_left = !fence.minus(self.board.goals).is_empty()
                || rooms.meets(self.board.goals);
            return match (work_left, movers.is_empty()) {
                (false, _) => None,
                (true, true) => Some(Corral::Lost(fence)),
                (true, false) => Some(Corral::Only(movers)),
            };
        }
    }

    fn look(&self, rooms: Bits<W>, fence: Bits<W>, spot: usize, dir: Dir) -> Finding<W> {
        let board = self.board;
        let Some(player) = board.floor_step(spot, !dir) else { return Finding::Nothing };
        let Some(to) = board.floor_step(spot, dir) else { return Finding::Nothing };
        let impossible = fence.has(player)
            || fence.has(to)
            || rooms.has(player)
            || !board.can_finish.has(to)
            || freeze::is_lost(board, fence.without(spot).with(to));
        if impossible {
            return Finding::Nothing;
        }
        if self.boxes.has(player) {
            return Finding::Fence(player);
        }
        if rooms.has(to) {
            return if self.zone.has(player) {
                Finding::Inward
            } else {
                Finding::Room(player)
            };
        }
        if self.boxes.has(to) {
            return Finding::Fence(to);
        }
        match (self.zone.has(player), self.zone.has(to)) {
            (true, true) => Finding::Outward,
            (true, false) => Finding::Room(to),
            (false, _) => Finding::Room(player),
        }
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
        let boxes = board.start.boxes;
        pi_corral(board, boxes, board.zone(boxes, board.start.player))
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
