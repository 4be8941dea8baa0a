//! The order of a forward search for the most open board.

use std::sync::Arc;

use kuraban_board::Scene;
use kuraban_board::moves::Macro;
use kuraban_board::{Bits, Board};
use kuraban_level::Dir;

use crate::features::distance::to_near_goals;
use crate::level::rooms::Sight;
use crate::moves::pushes::Child;
use crate::shared::Shared;
use crate::spaces::ahead::Order;
use crate::tree::{Field, Score};

const DISTANCE: Field = Field::lowest(24).more_is_better();
const STUCK: Field = DISTANCE.above(10);
const ROOMS: Field = STUCK.above(8);
const REGIONS: Field = ROOMS.above(9);

/// Prefers boards with one region, rooms that see each other, and few boxes stuck. Of equal ones it
/// prefers those where boxes are far from the stuck ones or, if none is stuck, from the goals.
#[derive(Debug)]
pub(crate) struct Opening<const W: usize> {
    shared: Arc<Shared<W>>,
    sight: Sight<W>,
    walks: Walks<W>,
}

impl<const W: usize> Opening<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>) -> Self {
        Self { shared, sight: Sight::default(), walks: Walks::new() }
    }

    fn rank(&mut self, boxes: Bits<W>, regions: usize) -> Score {
        let statics = &self.shared.statics;
        let map = &statics.map;
        let stuck = self.stuck(boxes);
        let distance = if stuck.is_empty() {
            to_near_goals(map, boxes)
        } else {
            self.walks.count(&map.board, stuck, boxes)
        };
        REGIONS.put(regions)
            | ROOMS.put(self.sight.broken(&statics.rooms, map, boxes))
            | STUCK.put(stuck.len())
            | DISTANCE.put(distance)
    }

    /// Boxes off goal without a push: every direction is blocked, or is lost at a glance. The
    /// player may be anywhere.
    fn stuck(&self, boxes: Bits<W>) -> Bits<W> {
        let map = &self.shared.statics.map;
        let board = &map.board;
        let free = board.floor.minus(boxes);
        // With room for one more push behind it, no push is lost at a glance.
        let mut doubtful = boxes.minus(board.goals);
        for dir in Dir::ALL {
            let shift = |spots: Bits<W>| board.shift(spots, !dir);
            let open = shift(free & board.live & shift(free)) & board.shift(free, dir);
            doubtful = doubtful.minus(open);
        }
        let is_stuck = |&spot: &usize| {
            let rest = Scene {
                floor: board.floor,
                goals: board.goals,
                boxes: boxes.without(spot),
                zone: Bits::EMPTY,
            };
            !Dir::ALL.into_iter().any(|dir| {
                let to = map.board.near(spot, dir);
                free.has(to)
                    && free.has(map.board.near(spot, !dir))
                    && !rest.locally_dead(&map.board, to, dir)
            })
        };
        doubtful.iter().filter(is_stuck).collect()
    }
}

/// Steps of the player to the nearest of the boxes that were stuck last, with no box around. After most
/// moves out of a position the same boxes are stuck.
#[derive(Debug)]
struct Walks<const W: usize> {
    stuck: Bits<W>,
    /// Per spot; nothing where there is no way.
    steps: Vec<u16>,
}

impl<const W: usize> Walks<W> {
    fn new() -> Self {
        Self { stuck: Bits::EMPTY, steps: Vec::new() }
    }

    /// Steps from all boxes to the nearest of the stuck ones, in all.
    fn count(&mut self, board: &Board<W>, stuck: Bits<W>, boxes: Bits<W>) -> usize {
        if self.stuck != stuck || self.steps.is_empty() {
            self.measure(board, stuck);
        }
        boxes.iter().map(|spot| usize::from(self.steps[spot])).sum()
    }

    fn measure(&mut self, board: &Board<W>, stuck: Bits<W>) {
        self.stuck = stuck;
        self.steps.clear();
        self.steps.resize(board.layout.len, 0);
        let (mut edge, mut unseen) = (stuck, board.floor.minus(stuck));
        for walk in 1.. {
            edge = board.around(edge) & unseen;
            if edge.is_empty() {
                break;
            }
            unseen = unseen.minus(edge);
            for spot in edge {
                self.steps[spot] = walk;
            }
        }
    }
}

impl<const W: usize> Order<W> for Opening<W> {
    fn here(&mut self, boxes: Bits<W>, regions: usize) -> Score {
        self.rank(boxes, regions)
    }

    fn after(&mut self, child: &Child<W>) -> Score {
        self.rank(child.boxes, usize::from(child.regions))
    }

    fn cell(&self, score: Score) -> u64 {
        score & REGIONS.mask()
    }

    fn bytes(&self) -> usize {
        self.walks.steps.capacity() * size_of::<u16>()
    }

    fn favours(&self, action: Macro) -> bool {
        self.shared.statics.stops.pockets.has(usize::from(action.to))
    }
}
