//! A lower bound of the pushes that are left.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use kuraban_board::bound::matching::least_assignment;
use kuraban_board::{Cell, NEVER, PullWaves, PushDistances};

use crate::board::Board;
use crate::work::{Flow, Work};

/// Boxes of the largest matching. In an open hall, the worst case, one takes about 3 ms with 80
/// boxes and 10 ms with 128 (measured).
const MOST_MATCHED: usize = 128;
/// Distances of the largest table, four bytes each.
const MOST_DISTANCES: usize = 1 << 24;
/// Cells between two checks of the turn while distances are made, and their price.
const PART: usize = 1 << 12;
const PART_PRICE: u64 = 40;

/// Bounds the pushes of one board with boxes.
pub(crate) struct Bound {
    board: Arc<Board>,
    method: Method,
}

/// How the pushes are bounded.
enum Method {
    /// There is no solution: some box or goal is out of reach.
    Hopeless,
    /// Every box gets a goal of its own.
    Matching(PushDistances),
    /// Every box goes to the nearest goal: for boards that are too large for the other.
    Nearest(PushDistances),
}

impl Bound {
    /// The least total of push distances when every box gets a goal of its own, or its
    /// nearest goal on large boards; `None` where no assignment exists. It is admissible,
    /// and falls by at most one with a push: a push changes one box's distance to each goal
    /// by at most one.
    pub(crate) fn pushes(&self, boxes: &[u32]) -> Option<u32> {
        match &self.method {
            Method::Hopeless => None,
            Method::Matching(distances) => {
                least_assignment(boxes.len(), |index, goal| {
                    distances.to_goal(goal, Cell::new(boxes[index] as usize))
                })
            }
            Method::Nearest(distances) => boxes.iter().try_fold(0u32, |sum, &at| {
                let pushes = distances.to_goal(0, Cell::new(at as usize));
                (pushes != NEVER).then(|| sum + pushes)
            }),
        }
    }

    /// The board it is for.
    pub(crate) fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The work of one bound. A matching takes about 3 microseconds with the 16 boxes of
    /// `XSokoban` 29 (measured), and grows with the cube of the boxes. In an open hall, where most
    /// goals are equally far, it takes up to ten times as much.
    pub(crate) fn price(&self) -> u64 {
        let boxes = self.board.boxes.len() as u64;
        match self.method {
            Method::Hopeless => 0,
            Method::Matching(_) => 1 + boxes.pow(3) / 2048,
            Method::Nearest(_) => 1 + boxes / 256,
        }
    }
}

/// Makes a bound in turns.
pub(crate) struct BoundMaker {
    board: Arc<Board>,
    pulls: Option<PullWaves>,
    has_memory: bool,
    is_matching: bool,
}

impl BoundMaker {
    pub(crate) fn new(board: &Arc<Board>) -> Self {
        let boxes = board.boxes.len();
        let is_matching = boxes <= MOST_MATCHED && boxes * board.len() <= MOST_DISTANCES;
        let pulls = board.can_be_solved.then(|| {
            if is_matching {
                PullWaves::from_each_goal(&board.cells)
            } else {
                PullWaves::from_all_goals(&board.cells)
            }
        });
        Self { board: Arc::clone(board), pulls, has_memory: false, is_matching }
    }

    /// Bytes of the finished bound.
    pub(crate) fn bytes(&self) -> usize {
        self.pulls.as_ref().map_or(0, |pulls| pulls.bytes(&self.board.cells))
    }

    /// Works on it; `Continue` when it is done.
    pub(crate) fn advance(&mut self, work: &mut Work<'_, '_>) -> Flow<Bound> {
        if !self.has_memory {
            work.take(self.bytes())?;
            self.has_memory = true;
        }
        let price = PART_PRICE.min(1 + self.board.len() as u64 / 100);
        if let Some(pulls) = &mut self.pulls {
            loop {
                work.spend(price)?;
                if pulls.spread(&self.board.cells, PART) {
                    break;
                }
            }
        }
        let distances = self.pulls.take().map(PullWaves::finish);
        let method = match distances {
            None => Method::Hopeless,
            Some(distances) if self.is_matching => Method::Matching(distances),
            Some(distances) => Method::Nearest(distances),
        };
        Continue(Bound { board: Arc::clone(&self.board), method })
    }
}

#[cfg(test)]
mod tests {
    use kuraban_board::Cells;

    use super::*;

    #[test]
    fn the_nearest_goals_bound_no_more_than_a_matching() {
        for seed in 0..100 {
            let level = kuraban_testkit::level(seed, kuraban_level::Rules::Boxes);
            let mut board = Board::begin(&level, Cells::new(&level));
            while !board.advance(&level, 5) {}
            let board = Arc::new(board);
            if !board.can_be_solved {
                continue;
            }
            let made = |mut pulls: PullWaves| {
                while !pulls.spread(&board.cells, 3) {}
                pulls.finish()
            };
            let pushes = |method: Method| {
                let bound = Bound { board: Arc::clone(&board), method };
                bound.pushes(&board.boxes)
            };
            let each = made(PullWaves::from_each_goal(&board.cells));
            let all = made(PullWaves::from_all_goals(&board.cells));
            let (matching, nearest) =
                (pushes(Method::Matching(each)), pushes(Method::Nearest(all)));
            let or_never = |pushes: Option<u32>| pushes.unwrap_or(NEVER);
            assert!(or_never(nearest) <= or_never(matching), "seed {seed}");
        }
    }
}
