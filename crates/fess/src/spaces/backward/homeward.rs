//! Backward search with all boxes: for the most open board, in which the player can go everywhere,
//! or toward a landmark, a position that a forward search has reached.

use std::sync::Arc;

use kuraban_board::moves::Macro;
use kuraban_board::{Bits, Position, WIDE};
use kuraban_search::Turn;

use super::counts::open;
use super::{Backward, Remaining};
use crate::features::distance::to_all_goals;
use crate::features::landmark_distance::LandmarkDistance;
use crate::features::{overlap, regions};
use crate::moves::pushes::WIDE_MOVE;
use crate::shared::Shared;
use crate::spaces::nearness::{Near, Nearness};
use crate::strategy::Nearer;
use crate::tree::{Choice, Judgement, Keep, Listing, Score, Space, Worth, advise_best};

/// The space of that search.
#[derive(Debug)]
pub(crate) struct Homeward<const W: usize> {
    backward: Backward<W>,
    landmark: Option<Landmark<W>>,
}

/// What the search heads for.
#[derive(Debug)]
struct Landmark<const W: usize> {
    boxes: Bits<W>,
    distance: LandmarkDistance<W>,
    nearness: Nearness,
}

impl<const W: usize> Homeward<W> {
    /// A search for the most open board.
    pub(crate) fn open(shared: &Arc<Shared<W>>) -> Self {
        let backward = Backward::new(Arc::clone(shared), shared.start());
        Self { backward, landmark: None }
    }

    /// A search toward a landmark.
    pub(crate) fn toward(
        shared: &Arc<Shared<W>>,
        landmark: Bits<W>,
        nearer: Nearer,
    ) -> Self {
        let board = &shared.statics.map.board;
        let distances = board.distances_from(landmark);
        let landmark = Landmark {
            boxes: landmark,
            distance: LandmarkDistance::new(board, &distances, board.goals),
            nearness: Nearness::from_goals(nearer),
        };
        Self { landmark: Some(landmark), ..Self::open(shared) }
    }

    /// The solved position with the player in each region that has pulls.
    pub(crate) fn roots(&self, turn: &mut Turn<'_>) -> Vec<Position<W>> {
        self.backward.roots(turn).iter().map(Remaining::place).collect()
    }

    /// How many boxes are on spots of the landmark, from a score.
    pub(crate) fn overlap_of(&self, score: Score) -> Option<usize> {
        self.landmark.as_ref().map(|landmark| landmark.nearness.overlap_of(score))
    }

    fn shared(&self) -> &Shared<W> {
        &self.backward.shared
    }

    fn whole(&self, state: &Position<W>) -> Remaining<W> {
        let bases = self.backward.home.boxes;
        Remaining { boxes: state.boxes, player: state.player, bases }
    }

    /// The score of a position, after a move out of the one that was scored last or, without a move,
    /// itself.
    fn rank(&mut self, action: Option<Macro>, boxes: Bits<W>, regions: usize) -> Score {
        let Some(Landmark { boxes: landmark, distance, nearness }) = &mut self.landmark
        else {
            return self.backward.openness(boxes, regions);
        };
        let map = &self.backward.shared.statics.map;
        nearness.score(&Near {
            distance: match action {
                Some(action) => distance.after(action),
                None => distance.here(boxes),
            },
            regions,
            overlap: overlap::count(*landmark, boxes),
            spread: if regions > 1 { to_all_goals(map, boxes) as usize } else { 0 },
            ..Near::default()
        })
    }
}

impl<const W: usize> Space for Homeward<W> {
    type State = Position<W>;

    fn keeper(&self) -> &impl Keep<Position<W>> {
        &self.shared().statics
    }

    fn score(&mut self, state: &Position<W>) -> Score {
        let regions = regions::count(&self.shared().statics.map, state.boxes);
        self.rank(None, state.boxes, regions)
    }

    fn cell(&self, score: Score) -> u64 {
        match &self.landmark {
            Some(landmark) => landmark.nearness.cell(score),
            None => score & (open::REGIONS.mask() | open::ROOMS.mask()),
        }
    }

    fn worth(&self, score: Score) -> Worth {
        let boxes = self.backward.home.boxes.len();
        let landmark = self.landmark.as_ref();
        landmark.map_or(Worth::EQUAL, |landmark| landmark.nearness.worth(score, boxes))
    }

    fn choices(&mut self, state: &Position<W>, list: &mut Listing<'_, '_>) {
        let whole = self.whole(state);
        let here = self.score(state);
        let mut hints: Vec<(Score, u64)> = Vec::new();
        for (action, regions, after) in self.backward.moves(&whole, list.turn) {
            if W > WIDE && list.turn.overdraw(WIDE_MOVE).is_break() {
                return;
            }
            let key = self.key(&after);
            if (list.known)(key) {
                continue;
            }
            let score = self.rank(Some(action), after.boxes, usize::from(regions));
            let (code, done) = (action.pack(), self.is_done(&after));
            list.choices.push(Choice::new(code, score, done));
            hints.push((score, key));
        }
        self.shared().leave_hints(hints);
        // A board is not opened by emptying goals with one way in.
        let pockets = self.shared().statics.stops.pockets;
        let opens = self.landmark.is_none();
        let is_fit = |choice: &&mut Choice| {
            !(opens && pockets.has(usize::from(Macro::unpack(choice.code).from)))
        };
        advise_best(list.choices.iter_mut().filter(is_fit), here);
    }

    fn play(&self, state: &Position<W>, code: u32) -> Position<W> {
        let (action, board) = (Macro::unpack(code), &self.shared().statics.map.board);
        Position::new(board, action.boxes(state.boxes), action.player(board))
    }

    fn are_far(&self, one: u32, other: u32) -> bool {
        self.shared().statics.map.are_far(Macro::unpack(one), Macro::unpack(other))
    }

    fn is_aside(&self, state: &Position<W>, code: u32) -> bool {
        let map = &self.shared().statics.map;
        self.landmark.as_ref().is_some_and(|landmark| {
            map.is_far(Macro::unpack(code), landmark.boxes ^ state.boxes)
        })
    }

    fn judge(&mut self, _: &Position<W>, _: u32, child: &Position<W>) -> Judgement {
        let child = self.whole(child);
        if self.backward.is_lost(&child, true) {
            Judgement::Dead
        } else {
            Judgement::Alive
        }
    }

    fn bytes(&self) -> usize {
        let landmark = self.landmark.as_ref();
        self.backward.bytes() + landmark.map_or(0, |landmark| landmark.distance.bytes())
    }

    fn is_done(&self, state: &Position<W>) -> bool {
        self.shared().is_pushed(state)
    }

    fn enter(&self, from: &Position<W>, code: u32, state: &Position<W>) {
        self.shared().enter_pulled(from, code, state);
    }
}
