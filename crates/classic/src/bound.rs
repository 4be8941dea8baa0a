//! Lower bounds of what is left to do.

use kuraban_board::bound::matching::least_assignment;
use kuraban_board::{Cell, PushDistances};

use crate::board::Board;

/// The bounds of one board. The push distances are made when they are first asked for.
pub(crate) struct Bound<'a> {
    board: &'a Board,
    distances: Option<PushDistances>,
}

impl<'a> Bound<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        Self { board, distances: None }
    }

    /// The least total of push distances when every box gets a goal of its own; `None` where
    /// that cannot be. Admissible, and falls by at most one with a push: a push changes one
    /// distance by at most one for each goal.
    pub(crate) fn pushes(&mut self, boxes: &[u32]) -> Option<u32> {
        let board = self.board;
        if !board.can_be_solved {
            return None;
        }
        let distances =
            self.distances.get_or_insert_with(|| PushDistances::new(&board.cells));
        least_assignment(boxes.len(), |index, goal| {
            distances.to_goal(goal, Cell::new(boxes[index] as usize))
        })
    }

    /// Steps before the player can push any box at all, walls ignored.
    pub(crate) fn walk_to_box(&self, player: u32, boxes: &[u32]) -> u32 {
        let nearest = boxes.iter().map(|&at| self.apart(player, at)).min();
        nearest.map_or(0, |steps| steps.saturating_sub(1))
    }

    /// Steps to the player's goal with boulders, boulders ignored.
    pub(crate) fn steps_to_goal(&self, player: u32) -> u32 {
        self.board.goals.first().map_or(0, |&goal| self.apart(player, goal))
    }

    fn apart(&self, a: u32, b: u32) -> u32 {
        let ((a_row, a_column), (b_row, b_column)) =
            (self.board.place[a as usize], self.board.place[b as usize]);
        a_row.abs_diff(b_row) + a_column.abs_diff(b_column)
    }
}
