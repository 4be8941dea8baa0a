//! Pushes, from the start position.

use std::sync::Arc;

use kuraban_level::Dir;

use super::parts::Candidate;
use super::zones::{Ground, Moves, Zones};
use crate::board::Board;
use crate::bound::Bound;
use crate::zone::Lowest;

/// The space of the boxes and the player's zone, by pushes. The search is over when all boxes
/// are on goals.
pub(crate) type Pushes = Zones<Push>;

/// The pushes of [`Pushes`].
pub(crate) struct Push {
    bound: Option<Bound>,
    /// Boxes of the state that stand beside the goals.
    off_goals: usize,
}

impl Pushes {
    /// The pushes on a board. The bound is for searches that go by it.
    pub(crate) fn new(board: &Arc<Board>, bound: Option<Bound>) -> Self {
        Self::of(Ground::new(board), Push { bound, off_goals: 0 })
    }
}

impl Moves for Push {
    const NAME: &str = "push";

    fn roots(&self, ground: &mut Ground) -> Vec<u8> {
        ground.start()
    }

    fn is_final(&self, ground: &mut Ground, key: &[u8]) -> bool {
        ground.layout.read(key, &mut ground.boxes);
        ground.board.all_on_goals(&ground.boxes)
    }

    #[inline]
    fn begin(&mut self, ground: &Ground) {
        let is_off = |&&at: &&u32| !ground.board.is_goal[at as usize];
        self.off_goals = ground.boxes.iter().filter(is_off).count();
    }

    #[inline]
    fn goes(&self, ground: &Ground, at: u32, dir: Dir) -> Option<u32> {
        let to = ground.board.step(at, dir);
        let is_reached = ground.here.contains(ground.board.step(at, !dir));
        (is_reached && !ground.here.is_blocked(to)).then_some(to)
    }

    #[inline]
    fn lowest_after(&self, ground: &mut Ground, at: u32, dir: Dir, lowest: u32) -> u32 {
        let Ground { board, boxes, moved, here, there, .. } = ground;
        match here.after_push(board, lowest, at, dir) {
            Lowest::Known(player) => player,
            Lowest::IfReached => there.fill_until(board, moved, at, lowest),
            Lowest::Opened => {
                // The box still stands on `at` in the list, so that only what lies behind it
                // is filled.
                let mut player = lowest.min(at);
                for side in Dir::ALL {
                    let beside = board.step(at, side);
                    if side != dir && here.is_open_but_unreached(beside) {
                        let to = board.step(at, dir);
                        player = player.min(there.fill_beside(board, boxes, to, beside));
                    }
                }
                player
            }
            Lowest::Unknown => there.fill(board, moved, at),
        }
    }

    fn begin_after(
        &self,
        ground: &mut Ground,
        at: u32,
        dir: Dir,
        lowest: u32,
    ) -> Candidate {
        let Ground { board, boxes, moved, here, there, .. } = ground;
        let target = match here.after_push(board, lowest, at, dir) {
            Lowest::Known(player) => return Candidate::Known(player),
            Lowest::Opened => {
                // As above: the box still stands on `at`.
                there.begin_parts(boxes);
                there.block(board.step(at, dir));
                for side in Dir::ALL {
                    let beside = board.step(at, side);
                    if side != dir && here.is_open_but_unreached(beside) {
                        there.fill_from(beside);
                    }
                }
                let no_more_than = lowest.min(at);
                return Candidate::Fill { target: board.outside(), no_more_than };
            }
            Lowest::IfReached => lowest,
            Lowest::Unknown => board.outside(),
        };
        there.begin_parts(moved);
        there.fill_from(at);
        Candidate::Fill { target, no_more_than: u32::MAX }
    }

    #[inline]
    fn ends(&self, board: &Board, at: u32, dir: Dir, _: &[u8]) -> bool {
        let is_goal = |at: u32| usize::from(board.is_goal[at as usize]);
        let off_goals = self.off_goals + is_goal(at) - is_goal(board.step(at, dir));
        off_goals == 0 && board.can_be_solved
    }

    fn bound(&self) -> Option<&Bound> {
        self.bound.as_ref()
    }

    fn way(dir: Dir) -> Dir {
        dir
    }
}
