//! A small search of what can still become of a room that boxes have closed.
//!
//! It makes single pushes and asks whether the player gets in, at a price that every push of a
//! search can pay. The corral search of `kuraban-fess`, over macro moves, is another idea: it costs
//! more and sees more (`docs/experiments-fess.md`).

use std::collections::{HashMap, HashSet};

use kuraban_level::Dir;

use super::rules::{About, Asker};
use crate::deadlock::freeze;
use crate::{Bits, Board, Position, Push};

pub(super) const ABOUT: About =
    About { name: "enclosed", sentence: "the closed room cannot be opened any more" };

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    let mut enclosed = Enclosed::default();
    Box::new(move |case| {
        let (boxes, zone) = (case.scene.boxes, case.scene.zone);
        boxes.iter().find_map(|spot| enclosed.lost_boxes(board, boxes, zone, spot))
    })
}

/// Searches closed rooms and remembers what came of it.
///
/// All boxes but those round the room are taken away; then in any solution either the player
/// enters the room at some time, or the boxes round it end on goals without that. Where neither
/// can be reached, the position is lost. A box that can be pushed away from the room is taken
/// away too: that leaves the player more room than any other push would, so nothing else needs
/// to be tried then. Searches are cut off after a number of expansions and prove nothing then.
#[derive(Clone, Debug)]
pub struct Enclosed<const W: usize> {
    verdicts: HashMap<(Position<W>, u16), bool>,
    budget: usize,
    /// Searches made.
    pub searched: u64,
    /// Answers that were remembered.
    pub remembered: u64,
}

/// Expansions of one search. Larger budgets proved little more and cost much.
const BUDGET: usize = 60;
/// Boxes round a room at most.
const BOXES: usize = 10;
/// Bytes for verdicts; when they are used up all are forgotten.
const MEMORY: usize = 8 << 20;

impl<const W: usize> Default for Enclosed<W> {
    fn default() -> Self {
        Self { verdicts: HashMap::new(), budget: BUDGET, searched: 0, remembered: 0 }
    }
}

impl<const W: usize> Enclosed<W> {
    /// Bytes taken, with what a hash table leaves free.
    pub fn bytes(&self) -> usize {
        self.verdicts.len() * 2 * size_of::<((Position<W>, u16), bool)>()
    }

    /// The boxes round a room near `moved` that make the position lost, if there are such.
    pub fn lost_boxes(
        &mut self,
        board: &Board<W>,
        boxes: Bits<W>,
        zone: Bits<W>,
        moved: usize,
    ) -> Option<Bits<W>> {
        let near = board.around8(Bits::of(moved));
        let mut rest = board.floor.minus(boxes).minus(zone);
        if !rest.meets(near) {
            return None;
        }
        let player = zone.first()?;
        while let Some(spot) = (rest & near).first() {
            let room = board.flood(Bits::of(spot), rest);
            rest = rest.minus(room);
            let round = boxes & board.around8(room);
            if round.len() <= BOXES
                && !round.minus(board.goals).is_empty()
                && self.is_lost(board, round, player, room)
            {
                return Some(round);
            }
        }
        None
    }

    fn is_lost(
        &mut self,
        board: &Board<W>,
        boxes: Bits<W>,
        player: usize,
        room: Bits<W>,
    ) -> bool {
        let (start, zone) = board.settle(Position { boxes, player });
        if zone.meets(room) {
            return false;
        }
        let name = (start, room.first().unwrap_or(0) as u16);
        if let Some(&lost) = self.verdicts.get(&name) {
            self.remembered += 1;
            return lost;
        }
        self.searched += 1;
        let lost = search(board, start, room, self.budget);
        if self.bytes() >= MEMORY {
            self.verdicts.clear();
        }
        self.verdicts.insert(name, lost);
        lost
    }
}

/// Whether everything was looked at and nothing opens the room.
fn search<const W: usize>(
    board: &Board<W>,
    start: Position<W>,
    room: Bits<W>,
    budget: usize,
) -> bool {
    let near = board.around8(room);
    let mut seen: HashSet<Position<W>> = HashSet::from([start]);
    let mut stack = vec![start];
    let mut expansions = 0;
    while let Some(position) = stack.pop() {
        expansions += 1;
        if expansions > budget {
            return false;
        }
        let boxes = position.boxes;
        let zone = board.zone(boxes, position.player);
        let waiting = stack.len();
        'children: for dir in Dir::ALL {
            for spot in board.pushable(boxes, zone, board.can_finish, dir) {
                let next = board.pushed(boxes, Push { from: spot as u16, dir });
                if freeze::is_lost(board, next.boxes) {
                    continue;
                }
                let left = next.boxes & near;
                let away = left != next.boxes;
                let (next, zone) = board.settle(Position { boxes: left, ..next });
                if left.minus(board.goals).is_empty() || zone.meets(room) {
                    return false;
                }
                if away {
                    stack.truncate(waiting);
                }
                if seen.insert(next) {
                    stack.push(next);
                }
                if away {
                    break 'children;
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn knows_a_room_that_cannot_be_opened() {
        // Whichever box is pushed in, the room stays shut and the boxes off goal.
        let level: Level =
            "##########\n#   ######\n# @ $  ###\n#   $  ###\n#   ######\n#..   ####\n##########"
                .parse()
                .unwrap();
        let board = Board::<2>::new(&level);
        let zone = board.zone(board.start.boxes, board.start.player);
        let moved = board.layout.boxes[0];
        let boxes = board.start.boxes;
        let lost = Enclosed::default().lost_boxes(&board, boxes, zone, moved);
        assert_eq!(lost, Some(boxes));
    }
}
