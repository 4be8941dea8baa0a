//! Pulls: pushes read backwards, from every solved position.

use std::sync::Arc;

use kuraban_level::Dir;

use super::parts::Candidate;
use super::zones::{Ground, Moves, Zones};
use crate::board::Board;
use crate::zone::Lowest;

/// The states of [`super::Pushes`] with all edges turned round. The roots are the solved
/// positions with the player in each of the rooms that the boxes on the goals leave; the search
/// is over at the start position.
pub(crate) type Pulls = Zones<Pull>;

/// The pulls of [`Pulls`]. Each is named by the push that it undoes: the box stood on `from`, the
/// player behind it.
pub(crate) struct Pull {
    start: Vec<u8>,
}

impl Pulls {
    pub(crate) fn new(board: &Arc<Board>) -> Self {
        let mut ground = Ground::new(board);
        let start = ground.start();
        Self::of(ground, Pull { start })
    }
}

/// Where the player ends after a pull.
#[inline]
fn behind(board: &Board, at: u32, dir: Dir) -> u32 {
    board.step(board.step(at, !dir), !dir)
}

impl Moves for Pull {
    const NAME: &str = "pull";

    fn roots(&self, ground: &mut Ground) -> Vec<u8> {
        let board = &*ground.board;
        let mut keys = Vec::new();
        if !board.can_be_solved {
            return keys;
        }
        let mut in_a_room = board.is_goal.clone();
        for cell in 0..board.len() as u32 {
            if in_a_room[cell as usize] {
                continue;
            }
            ground.layout.write(&board.goals, cell, 0, &mut keys);
            in_a_room[cell as usize] = true;
            let mut stack = vec![cell];
            while let Some(at) = stack.pop() {
                for to in board.next[at as usize] {
                    if to != board.outside() && !in_a_room[to as usize] {
                        in_a_room[to as usize] = true;
                        stack.push(to);
                    }
                }
            }
        }
        keys
    }

    fn is_final(&self, _: &mut Ground, key: &[u8]) -> bool {
        key == self.start
    }

    #[inline]
    fn goes(&self, ground: &Ground, at: u32, dir: Dir) -> Option<u32> {
        let Ground { board, here, .. } = ground;
        let from = board.step(at, !dir);
        (here.contains(from) && !here.is_blocked(behind(board, at, dir))).then_some(from)
    }

    #[inline]
    fn lowest_after(&self, ground: &mut Ground, at: u32, dir: Dir, lowest: u32) -> u32 {
        let Ground { board, moved, here, there, .. } = ground;
        let player = behind(board, at, dir);
        match here.after_pull(board, lowest, at, dir) {
            Lowest::Known(player) => player,
            Lowest::IfReached => there.fill_until(board, moved, player, lowest),
            Lowest::Opened | Lowest::Unknown => there.fill(board, moved, player),
        }
    }

    fn begin_after(
        &self,
        ground: &mut Ground,
        at: u32,
        dir: Dir,
        lowest: u32,
    ) -> Candidate {
        let Ground { board, moved, here, there, .. } = ground;
        let target = match here.after_pull(board, lowest, at, dir) {
            Lowest::Known(player) => return Candidate::Known(player),
            Lowest::IfReached => lowest,
            Lowest::Opened | Lowest::Unknown => board.outside(),
        };
        there.begin_parts(moved);
        there.fill_from(behind(board, at, dir));
        Candidate::Fill { target, no_more_than: u32::MAX }
    }

    #[inline]
    fn ends(&self, _: &Board, _: u32, _: Dir, key: &[u8]) -> bool {
        key == self.start
    }

    fn way(dir: Dir) -> Dir {
        !dir
    }
}
