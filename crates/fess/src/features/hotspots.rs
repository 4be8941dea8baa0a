//! Boxes that stand in the way of others.

use kuraban_board::Bits;

use crate::lone::Lone;
use crate::map::Map;

/// For each cell, the cells from which a box would reach fewer goals if the first one were a
/// wall.
#[derive(Clone, Debug)]
pub(crate) struct Hotspots<const W: usize> {
    blocks: Vec<Bits<W>>,
}

/// Boards with more live cells get no table: it costs the square of their number.
const MOST_CELLS: usize = 700;

impl<const W: usize> Hotspots<W> {
    pub(crate) fn new(map: &Map<W>) -> Self {
        let board = &map.board;
        let cells = board.live.minus(board.goals);
        let mut blocks = vec![Bits::EMPTY; board.layout.len];
        if cells.len() > MOST_CELLS {
            return Self { blocks };
        }
        let reaching = |floor: Bits<W>| -> Vec<Bits<W>> {
            let lone = Lone::new(map, floor);
            board.goals.iter().map(|goal| lone.reaching(map, Bits::of(goal))).collect()
        };
        let usual = reaching(board.floor);
        for cell in cells {
            for (with, without) in reaching(board.floor.without(cell)).iter().zip(&usual)
            {
                blocks[cell] |= without.minus(*with) & cells.without(cell);
            }
        }
        Self { blocks }
    }

    /// Whether a box on `spot` keeps another box from a goal.
    pub(crate) fn is_hot(&self, spot: usize, boxes: Bits<W>) -> bool {
        self.blocks[spot].meets(boxes)
    }

    /// The cells where a box would keep one of `boxes` from a goal.
    pub(crate) fn cells(&self, boxes: Bits<W>) -> Bits<W> {
        (0..self.blocks.len()).filter(|&spot| self.is_hot(spot, boxes)).collect()
    }

    /// How many boxes stand where they keep another box from a goal.
    pub(crate) fn count(&self, boxes: Bits<W>) -> usize {
        boxes.iter().filter(|&spot| self.is_hot(spot, boxes)).count()
    }
}
