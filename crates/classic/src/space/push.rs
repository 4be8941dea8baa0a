//! Pushes: the boxes, and the region the player can walk in.

use kuraban_level::Dir;
use kuraban_search::{Claim, Run};

use super::{Edge, Space, Successors};
use crate::board::Board;
use crate::bound::Bound;
use crate::cost::Cost;
use crate::key::Layout;
use crate::region::{Lowest, Region};
use crate::walk;

/// A state is the set of boxes and the lowest cell the player reaches; an edge is a push.
pub(crate) struct Pushes<'a> {
    board: &'a Board,
    layout: Layout,
    bound: Bound<'a>,
    boxes: Vec<u32>,
    moved: Vec<u32>,
    here: Region,
    there: Region,
}

impl<'a> Pushes<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        Self {
            board,
            layout: Layout::new(board.len(), board.boxes.len(), 0),
            bound: Bound::new(board),
            boxes: Vec::new(),
            moved: Vec::new(),
            here: Region::new(board),
            there: Region::new(board),
        }
    }
}

/// The box list after one box moved, ascending again.
#[inline]
pub(super) fn move_box(boxes: &[u32], index: usize, to: u32, moved: &mut Vec<u32>) {
    moved.clear();
    moved.extend_from_slice(boxes);
    moved[index] = to;
    let mut at = index;
    while at > 0 && moved[at - 1] > to {
        moved.swap(at - 1, at);
        at -= 1;
    }
    while at + 1 < moved.len() && moved[at + 1] < to {
        moved.swap(at, at + 1);
        at += 1;
    }
}

impl Space for Pushes<'_> {
    fn key_bytes(&self) -> usize {
        self.layout.bytes()
    }

    fn roots(&mut self) -> Vec<u8> {
        let board = self.board;
        let player = self.here.fill(board, &board.boxes, board.player);
        let mut key = Vec::new();
        self.layout.write(&board.boxes, player, 0, &mut key);
        key
    }

    fn is_final(&mut self, key: &[u8]) -> bool {
        self.layout.read(key, &mut self.boxes);
        self.board.all_on_goals(&self.boxes)
    }

    fn expand(&mut self, key: &[u8], out: &mut Successors) {
        out.clear();
        let board = self.board;
        let (player, _) = self.layout.read(key, &mut self.boxes);
        let lowest = self.here.fill(board, &self.boxes, player);
        let is_goal = |at: u32| board.is_goal[at as usize];
        let off_goals = self.boxes.iter().filter(|&&at| !is_goal(at)).count();
        for index in 0..self.boxes.len() {
            let at = self.boxes[index];
            for dir in Dir::ALL {
                let to = board.step(at, dir);
                if !self.here.contains(board.step(at, !dir)) || self.here.is_blocked(to) {
                    continue;
                }
                move_box(&self.boxes, index, to, &mut self.moved);
                let player = match self.here.after_push(board, lowest, at, dir) {
                    Lowest::Known(player) => player,
                    Lowest::IfReached => {
                        self.there.fill_until(board, &self.moved, at, lowest)
                    }
                    Lowest::Opened => {
                        // The box still stands on `at` in the list, so that only what lies
                        // behind it is filled.
                        let mut player = lowest.min(at);
                        for side in Dir::ALL {
                            let beside = board.step(at, side);
                            if side != dir && self.here.is_open_but_unreached(beside) {
                                player = player.min(self.there.fill_beside(
                                    board,
                                    &self.boxes,
                                    to,
                                    beside,
                                ));
                            }
                        }
                        player
                    }
                    Lowest::Unknown => self.there.fill(board, &self.moved, at),
                };
                self.layout.write(&self.moved, player, 0, &mut out.keys);
                let off_goals =
                    off_goals + usize::from(is_goal(at)) - usize::from(is_goal(to));
                out.edges.push(Edge {
                    cost: Cost::new(1, 0),
                    is_final: off_goals == 0 && board.can_be_solved,
                    action: at * 4 + dir.index() as u32,
                });
            }
        }
    }

    fn bound(&mut self, key: &[u8]) -> Cost {
        self.layout.read(key, &mut self.boxes);
        self.bound.pushes(&self.boxes).map_or(Cost::MAX, |pushes| Cost::new(pushes, 0))
    }

    fn steps(&mut self, path: &[&[u8]]) -> Vec<Dir> {
        let mut pushes = Vec::new();
        for pair in path.windows(2) {
            self.layout.read(pair[0], &mut self.boxes);
            self.layout.read(pair[1], &mut self.moved);
            pushes.push(walk::push_between(&self.boxes, &self.moved));
        }
        walk::steps_of_pushes(self.board, &pushes)
    }

    fn is_uniform(&self) -> bool {
        true
    }

    fn has_ties(&self) -> bool {
        false
    }

    fn claims(&self) -> (Claim, Option<Claim>) {
        (Claim::Pushes, None)
    }

    fn prove(&self, at_least: u32, run: &mut Run<'_>) {
        prove_pushes(at_least, run);
    }

    fn boxes(&mut self, key: &[u8]) -> Vec<u32> {
        self.layout.read(key, &mut self.boxes);
        self.boxes.clone()
    }

    fn describe(&mut self, key: &[u8]) -> String {
        let (player, _) = self.layout.read(key, &mut self.boxes);
        describe(self.board, &self.boxes, player)
    }

    fn name(&self, action: u32) -> String {
        format!(
            "push {} {}",
            self.board.name(action / 4),
            Dir::from_index(action as usize)
        )
    }
}

/// Every push is a step, and the robot pays two half movements for a step and for a run.
pub(crate) fn prove_pushes(at_least: u32, run: &mut Run<'_>) {
    let pushes = u64::from(at_least);
    if pushes > 0 {
        run.prove(Claim::Pushes, pushes);
        run.prove(Claim::Moves, pushes);
        run.prove(Claim::Robot, 2 * pushes + 2);
    }
}

/// A region state in words.
pub(super) fn describe(board: &Board, boxes: &[u32], player: u32) -> String {
    let boxes: Vec<String> = boxes.iter().map(|&at| board.name(at)).collect();
    format!("boxes {}, player's region from {}", boxes.join(" "), board.name(player))
}
