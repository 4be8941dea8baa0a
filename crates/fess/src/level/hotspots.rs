//! Boxes that stand in the way of others.

use std::cmp::Reverse;

use kuraban_board::Bits;
use kuraban_board::LoneBox;

use crate::level::map::Map;

/// For each spot, the spots from which a box would reach fewer goals if the first one were a
/// wall.
#[derive(Clone, Debug)]
pub(crate) struct Hotspots<const W: usize> {
    blocks: Vec<Bits<W>>,
    /// For each spot, those where a box would keep one on it from a goal.
    blocked: Vec<Bits<W>>,
    /// Spots that were not looked at yet.
    ahead: Bits<W>,
    /// From where goals are reached on the board without boxes.
    usual: Vec<Bits<W>>,
}

/// Boards with more live spots get no table: it costs the square of their number.
const MOST_CELLS: usize = 700;

impl<const W: usize> Hotspots<W> {
    /// The whole table, in one go.
    #[cfg(test)]
    pub(crate) fn new(map: &Map<W>) -> Self {
        let mut hotspots = Self::begin(map);
        while hotspots.add(map) {}
        hotspots
    }

    /// A table without entries: they are to be added.
    pub(crate) fn begin(map: &Map<W>) -> Self {
        let board = &map.board;
        let spots = board.live.minus(board.goals);
        let blocks = vec![Bits::EMPTY; board.layout.len];
        let blocked = blocks.clone();
        if spots.len() > MOST_CELLS {
            return Self { blocks, blocked, ahead: Bits::EMPTY, usual: Vec::new() };
        }
        Self { blocks, blocked, ahead: spots, usual: reaching(map, board.floor) }
    }

    /// Whether all entries are there.
    pub(crate) fn is_done(&self) -> bool {
        self.ahead.is_empty()
    }

    /// Adds the entry of one more spot; whether there was one.
    pub(crate) fn add(&mut self, map: &Map<W>) -> bool {
        let Some(spot) = self.ahead.first() else { return false };
        self.ahead.remove(spot);
        let spots = map.board.live.minus(map.board.goals);
        let with = reaching(map, map.board.floor.without(spot));
        for (with, without) in with.iter().zip(&self.usual) {
            self.blocks[spot] |= without.minus(*with) & spots.without(spot);
        }
        for other in self.blocks[spot] {
            self.blocked[other].insert(spot);
        }
        true
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        (2 * self.blocks.len() + self.usual.len()) * size_of::<Bits<W>>()
    }

    /// Whether a box on `spot` keeps another box from a goal.
    pub(crate) fn is_hot(&self, spot: usize, boxes: Bits<W>) -> bool {
        self.blocks[spot].meets(boxes)
    }

    /// The box that stands in the way of most others.
    pub(crate) fn hottest(&self, boxes: Bits<W>) -> Option<usize> {
        let blocked = |spot: usize| (self.blocks[spot] & boxes).len();
        boxes
            .iter()
            .filter(|&spot| blocked(spot) > 0)
            .min_by_key(|&spot| Reverse(blocked(spot)))
    }

    /// The spots where a box would keep one of `boxes` from a goal.
    pub(crate) fn spots(&self, boxes: Bits<W>) -> Bits<W> {
        (0..self.blocks.len()).filter(|&spot| self.is_hot(spot, boxes)).collect()
    }

    /// The boxes that stand where they keep another box from a goal.
    pub(crate) fn hot(&self, boxes: Bits<W>) -> Hot<W> {
        let (mut all, mut by_one) = (Bits::EMPTY, Bits::EMPTY);
        for spot in boxes {
            match (self.blocks[spot] & boxes).len() {
                0 => {}
                1 => by_one.insert(spot),
                _ => all.insert(spot),
            }
        }
        Hot { boxes, all: all | by_one, by_one }
    }
}

/// The boxes of a position that stand in the way of others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hot<const W: usize> {
    boxes: Bits<W>,
    all: Bits<W>,
    /// Those that stand in the way of one other box alone.
    by_one: Bits<W>,
}

impl<const W: usize> Hot<W> {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// How many there are after a move.
    pub(crate) fn after(
        &self,
        hotspots: &Hotspots<W>,
        (from, to): (usize, usize),
    ) -> usize {
        let others = self.boxes.without(from);
        let cool = self.by_one & hotspots.blocked[from];
        let still = (self.all.minus(cool) | hotspots.blocked[to]) & others;
        still.len() + usize::from(hotspots.is_hot(to, others))
    }
}

/// From where each goal is reached on a floor.
fn reaching<const W: usize>(map: &Map<W>, floor: Bits<W>) -> Vec<Bits<W>> {
    LoneBox::new(&map.board.layout, floor).reaching_each(map.board.goals)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn the_hottest_box_is_the_one_in_the_way_of_most_others() {
        let text = "###########\n#   #     #\n# $ #  $  #\n# $     @.#\n#   #   ..#\n###########";
        let level: Level = text.parse().expect("a level");
        let map = Map::new(Arc::new(Board::<2>::new(&level)));
        let hotspots = Hotspots::new(&map);
        let boxes = map.board.start.boxes;
        let is_door = |&spot: &usize| map.board.layout.square(spot) == 3 * 11 + 4;
        let door = map.board.floor.iter().find(is_door).expect("the door is floor");
        assert!(hotspots.is_hot(door, boxes), "a box in the door");
        assert_eq!(hotspots.hottest(boxes.with(door)), Some(door));
        assert_eq!(hotspots.hottest(Bits::of(door)), None, "alone in nobody's way");
    }
}
