//! Backward search toward a landmark: a position that a forward search has reached.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::Position;
use kuraban_board::WIDE;

use crate::features::distance::to_all_goals;
use crate::features::landmark_distance::LandmarkDistance;
use crate::features::{overlap, regions};
use crate::moves::pushes::WIDE_MOVE;
use crate::shared::Shared;
use crate::spaces::backward::{Aim, Backward, Remaining};
use crate::tree::{Choice, Field, Judgement, Keep, Listing, Score, Space, advise_best};

const DISTANCE: Field = Field::lowest(17);
const OVERLAP: Field = DISTANCE.above(10).more_is_better();
/// How far the boxes are from all goals, while there are several regions.
const CROWD: Field = OVERLAP.above(20).more_is_better();
const REGIONS: Field = CROWD.above(9);
/// Whether the boxes cannot come from the landmark.
const OUT_OF_REACH: Field = REGIONS.above(1);

/// The space of that search.
#[derive(Debug)]
pub(crate) struct Homeward<const W: usize> {
    shared: Arc<Shared<W>>,
    backward: Backward<W>,
    landmark: Bits<W>,
    distance: LandmarkDistance<W>,
}

impl<const W: usize> Homeward<W> {
    pub(crate) fn new(shared: &Arc<Shared<W>>, landmark: Bits<W>) -> Self {
        let board = &shared.statics.map.board;
        let distances = board.distances_from(landmark);
        Self {
            shared: Arc::clone(shared),
            backward: Backward::new(Arc::clone(shared), Aim::OpenBoard),
            landmark,
            distance: LandmarkDistance::new(board, &distances, board.goals),
        }
    }

    /// The solved position with the player in each region that has pulls.
    pub(crate) fn roots(&self) -> Vec<Position<W>> {
        self.backward.roots().iter().map(Remaining::place).collect()
    }

    /// How many boxes are on spots of the landmark, from a score.
    pub(crate) fn overlap_of(score: Score) -> usize {
        OVERLAP.of(score)
    }

    fn whole(&self, state: &Position<W>) -> Remaining<W> {
        let bases = self.shared.statics.map.board.start.boxes;
        Remaining { boxes: state.boxes, player: state.player, bases }
    }

    /// Most important first: whether the boxes can come from the landmark, regions, the distance
    /// from all goals (only while there are several regions), boxes on the landmark, pushes from it.
    fn rank(&self, boxes: Bits<W>, regions: usize, distance: Option<u32>) -> Score {
        let crowd = if regions > 1 {
            CROWD.put(to_all_goals(&self.shared.statics.map, boxes) as usize)
        } else {
            0
        };
        OUT_OF_REACH.put(usize::from(distance.is_none()))
            | REGIONS.put(regions)
            | crowd
            | OVERLAP.put(overlap::count(self.landmark, boxes))
            | DISTANCE.put(distance.unwrap_or(0) as usize)
    }
}

impl<const W: usize> Space for Homeward<W> {
    type State = Position<W>;

    fn keeper(&self) -> &impl Keep<Position<W>> {
        &self.shared.statics
    }

    fn score(&mut self, state: &Position<W>) -> Score {
        let map = &self.shared.statics.map;
        let regions = regions::count(map, state.boxes);
        let distance = self.distance.here(state.boxes);
        self.rank(state.boxes, regions, distance)
    }

    fn cell(&self, score: Score) -> u64 {
        score & (REGIONS.mask() | OVERLAP.mask())
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
            let distance = self.distance.after(action);
            let score = self.rank(after.boxes, usize::from(regions), distance);
            let (code, done) = (action.pack(), self.is_done(&after));
            list.choices.push(Choice { code, score, advised: false, done });
            hints.push((score, key));
        }
        self.shared.leave_hints(hints);
        advise_best(list.choices, here);
    }

    fn play(&self, state: &Position<W>, code: u32) -> Position<W> {
        self.backward.play(&self.whole(state), code).place()
    }

    fn judge(
        &mut self,
        state: &Position<W>,
        code: u32,
        child: &Position<W>,
    ) -> Judgement {
        let (state, child) = (self.whole(state), self.whole(child));
        self.backward.judge(&state, code, &child)
    }

    fn is_done(&self, state: &Position<W>) -> bool {
        self.shared.is_pushed(state)
    }

    fn enter(&self, from: &Position<W>, code: u32, state: &Position<W>) {
        self.shared.enter_pulled(from, code, state);
    }
}
