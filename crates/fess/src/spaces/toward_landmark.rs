//! The order of a forward search toward a landmark: a position that a backward search has reached, or
//! the goals.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::moves::Macro;
use kuraban_search::BestCell;

use crate::features::landmark_distance::LandmarkDistance;
use crate::features::{bad_spots, overlap};
use crate::moves::pushes::Child;
use crate::shared::Shared;
use crate::spaces::ahead::Order;
use crate::spaces::nearness::{Near, Nearness};
use crate::strategy::Nearer;
use crate::tree::{Score, Worth};

/// Toward a landmark.
#[derive(Debug)]
pub(crate) struct Toward<const W: usize> {
    shared: Arc<Shared<W>>,
    landmark: Bits<W>,
    distance: LandmarkDistance<W>,
    nearness: Nearness,
}

impl<const W: usize> Toward<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, landmark: Bits<W>, nearer: Nearer) -> Self {
        let board = &shared.statics.map.board;
        let distances = board.distances_to_goals(landmark, Bits::EMPTY);
        let distance = LandmarkDistance::new(board, &distances, board.start.boxes);
        let nearness = Nearness::from_start(nearer);
        Self { shared, landmark, distance, nearness }
    }

    fn rank(&self, boxes: Bits<W>, regions: usize, distance: Option<u32>) -> Score {
        self.nearness.score(&Near {
            distance,
            regions,
            overlap: overlap::count(self.landmark, boxes),
            bad_spots: bad_spots::count(&self.shared.statics.map, self.landmark, boxes),
            ..Near::default()
        })
    }
}

/// The best cell of a search in such an order, from its best score.
pub(crate) fn best_cell<const W: usize>(
    shared: &Shared<W>,
    strategy: &'static str,
    nearer: Nearer,
    best: Score,
) -> BestCell {
    let nearness = Nearness::from_start(nearer);
    BestCell {
        strategy,
        packed: nearness.overlap_of(best),
        boxes: shared.statics.map.board.goals.len(),
        regions: nearness.regions_of(best),
        plan: None,
    }
}

impl<const W: usize> Order<W> for Toward<W> {
    fn here(&mut self, boxes: Bits<W>, regions: usize) -> Score {
        let distance = self.distance.here(boxes);
        self.rank(boxes, regions, distance)
    }

    fn after(&mut self, child: &Child<W>) -> Score {
        let distance = self.distance.after(child.action);
        self.rank(child.boxes, usize::from(child.regions), distance)
    }

    fn bytes(&self) -> usize {
        self.distance.bytes()
    }

    fn is_aside(&self, boxes: Bits<W>, action: Macro) -> bool {
        self.shared.statics.map.is_far(action, self.landmark ^ boxes)
    }

    fn worth(&self, score: Score) -> Worth {
        self.nearness.worth(score, self.landmark.len())
    }

    fn cell(&self, score: Score) -> u64 {
        self.nearness.cell(score)
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::{Dir, Level};

    use super::*;
    use crate::spaces::ahead::Ahead;
    use crate::tree::{Expanded, Serving, Tree, Ways};

    #[test]
    fn what_is_left_to_be_done_is_where_boxes_and_landmark_differ() {
        let text = "##################\n#@ $  .         $#\n#               .#\n##################";
        let level: Level = text.parse().expect("a level");
        let shared: Arc<Shared<2>> = Shared::alone(kuraban_board::Board::new(&level));
        let board = &shared.statics.map.board;
        let spot = |column: usize, row: usize| {
            let at = |&spot: &usize| board.layout.square(spot) == 18 * row + column;
            board.floor.iter().find(at).expect("floor")
        };
        let boxes: Bits<2> = [spot(3, 1), spot(16, 1)].into_iter().collect();
        let landmark = boxes.without(spot(3, 1)).with(spot(4, 1));
        let order = Toward::new(Arc::clone(&shared), landmark, Nearer::ByBoxes);
        let push = |from: usize, to: usize| Macro {
            from: from as u16,
            to: to as u16,
            side: Dir::Left,
        };
        assert!(!order.is_aside(boxes, push(spot(3, 1), spot(4, 1))));
        assert!(order.is_aside(boxes, push(spot(16, 1), spot(16, 2))), "it is in place");
        let moved = boxes.without(spot(16, 1)).with(spot(16, 2));
        assert!(!order.is_aside(moved, push(spot(16, 2), spot(16, 1))), "it is not");
    }

    /// Both ways to serve a tree come to all positions.
    #[test]
    fn cells_and_worth_leave_nothing_out() {
        let text = "#########\n#  .    #\n# $#$   #\n# @  .  #\n#  $   .#\n#########";
        let level: Level = text.parse().expect("a level");
        let expanded = [Serving::Cells, Serving::ByWorth(3)].map(|serving| {
            let shared: Arc<Shared<2>> = Shared::alone(kuraban_board::Board::new(&level));
            let start = shared.start();
            let order = Toward::new(Arc::clone(&shared), start.boxes, Nearer::ByPushes);
            let mut space = Ahead::by_order(&shared, order);
            let mut tree = Tree::new(Ways {
                listed: 2,
                renews: false,
                weighs: true,
                localizes: false,
                serving,
            });
            kuraban_search::without_limits(|turn| {
                tree.add_roots(&mut space, &[start], turn);
                while tree.step(&mut space, turn) != Expanded::Exhausted {}
            });
            tree.expanded()
        });
        assert!(expanded[0] > 100, "{expanded:?}");
        assert_eq!(expanded[0], expanded[1]);
    }
}
