//! How many steps of the plan are done, boxes being parked anywhere in a room.
//!
//! A plan names squares for boxes that are parked for a while, but in a room any square that is
//! not in the way will do. Here a box that is to be parked in a room counts as parked when there
//! are as many boxes in the room as the plan wants at that time.

use kuraban_board::Bits;

use crate::level::rooms::Rooms;
use crate::plan::{Plan, Step};

/// What is wanted of a position for so many steps to be done.
#[derive(Clone, Debug)]
struct Wanted<const W: usize> {
    /// Boxes per room: parked ones and those in place for good.
    in_rooms: Vec<u16>,
    /// Boxes parked in corridors.
    parked: Bits<W>,
}

/// The plan seen that way.
#[derive(Clone, Debug)]
pub(crate) struct Parked<const W: usize> {
    rooms: Vec<Bits<W>>,
    /// Per number of steps done.
    wanted: Vec<Wanted<W>>,
}

impl<const W: usize> Parked<W> {
    pub(crate) fn new(rooms: &Rooms<W>, plan: &Plan<W>) -> Self {
        let wanted = (0..=plan.steps.len()).map(|done| {
            let mut in_rooms = vec![0; rooms.spots().len()];
            let mut parked = Bits::EMPTY;
            for step in &plan.steps[..done] {
                if step.until.is_some_and(|until| until < done) {
                    continue;
                }
                match rooms.of(step.to) {
                    Some(room) => in_rooms[room] += 1,
                    None if step.until.is_some() => parked.insert(step.to),
                    None => {}
                }
            }
            Wanted { in_rooms, parked }
        });
        Self { wanted: wanted.collect(), rooms: rooms.spots().to_vec() }
    }

    /// The most steps of which all boxes that stay are in place and the others are parked.
    pub(crate) fn count(&self, plan: &Plan<W>, boxes: Bits<W>) -> usize {
        let lasting = |step: &Step| step.until.is_none();
        let missing = plan.steps.iter().position(|s| lasting(s) && !boxes.has(s.to));
        let most = missing.unwrap_or(plan.steps.len());
        let in_rooms: Vec<u16> =
            self.rooms.iter().map(|&room| (room & boxes).len() as u16).collect();
        let is_done = |&done: &usize| {
            let wanted = &self.wanted[done];
            wanted.parked.minus(boxes).is_empty()
                && wanted.in_rooms.iter().zip(&in_rooms).all(|(want, have)| want <= have)
        };
        (0..=most).rev().find(is_done).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;
    use crate::level::map::Map;

    /// Two rooms with a corridor between them; the goals are in the corridor.
    #[test]
    fn any_square_of_the_room_will_do() {
        let text = "############\n# $ ####   #\n# $  ..    #\n# @ ####   #\n############";
        let level: Level = text.parse().expect("a level");
        let map = Map::new(Arc::new(Board::<2>::new(&level)));
        let rooms = Rooms::new(&map);
        let spot = |row: usize, column: usize| {
            let at = |&spot: &usize| map.board.layout.square(spot) == row * 12 + column;
            map.board.floor.iter().find(at).expect("floor")
        };
        let (near, far) = (spot(2, 5), spot(2, 6));
        let (named, other, home) = (spot(2, 9), spot(1, 9), spot(2, 2));
        // Backward: off the far goal to the other room; the near one home; the first one home.
        let moves = [(far, named, false), (near, home, true), (named, home, true)];
        let plan = Plan::new(&moves, Bits::EMPTY, Bits::EMPTY);
        let parked = Parked::new(&rooms, &plan);
        let count = |boxes: [usize; 2]| parked.count(&plan, boxes.into_iter().collect());
        assert_eq!(plan.steps.len(), 3);
        assert_eq!(count([home, spot(1, 2)]), 0);
        assert_eq!((count([home, named]), count([home, other])), (1, 1));
        assert_eq!((count([near, named]), count([near, other])), (2, 2));
        assert_eq!((count([near, home]), count([near, far])), (0, 3));
    }
}
