//! Pushes: the boxes, and the region the player can walk in.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use kuraban_level::Dir;
use kuraban_search::Claim;

use super::parts::{Candidate, Parts, RegionMoves};
use super::{Edge, Space, Successors};
use crate::board::Board;
use crate::bound::Bound;
use crate::cost::Cost;
use crate::key::Layout;
use crate::region::{Lowest, Region};
use crate::trail::Trail;
use crate::walk;
use crate::work::{Flow, Work};

/// A state is the set of boxes and the lowest cell the player reaches; an edge is a push.
pub(crate) struct Pushes {
    board: Arc<Board>,
    layout: Layout,
    bound: Option<Bound>,
    parts: Option<Parts>,
    boxes: Vec<u32>,
    moved: Vec<u32>,
    /// Boxes of the state that stand beside the goals.
    off_goals: usize,
    here: Region,
    there: Region,
}

impl Pushes {
    /// The pushes on a board. The bound is for searches that go by it.
    pub(crate) fn new(board: &Arc<Board>, bound: Option<Bound>) -> Self {
        Self {
            layout: Layout::new(board.len(), board.boxes.len(), 0),
            bound,
            parts: Parts::for_board(board),
            boxes: Vec::new(),
            moved: Vec::new(),
            off_goals: 0,
            here: Region::new(board),
            there: Region::new(board),
            board: Arc::clone(board),
        }
    }

    /// Reads a state.
    #[inline]
    fn read(&mut self, key: &[u8]) -> u32 {
        let (player, _) = self.layout.read(key, &mut self.boxes);
        let is_off = |&&at: &&u32| !self.board.is_goal[at as usize];
        self.off_goals = self.boxes.iter().filter(is_off).count();
        player
    }

    /// Enters the push of the box on `at` after which the boxes are `moved`.
    #[inline]
    fn add(&self, at: u32, dir: Dir, player: u32, out: &mut Successors) {
        let is_goal = |at: u32| usize::from(self.board.is_goal[at as usize]);
        self.layout.write(&self.moved, player, 0, &mut out.keys);
        let off_goals = self.off_goals + is_goal(at) - is_goal(self.board.step(at, dir));
        out.edges.push(Edge {
            cost: Cost::new(1, 0),
            is_final: off_goals == 0 && self.board.can_be_solved,
            action: at * 4 + dir.index() as u32,
        });
    }

    /// Makes all pushes in one go, on boards where that takes no time.
    fn expand_at_once(&mut self, key: &[u8], out: &mut Successors) {
        out.clear();
        let player = self.read(key);
        let lowest = self.here.fill(&self.board, &self.boxes, player);
        for index in 0..self.boxes.len() {
            let at = self.boxes[index];
            for dir in Dir::ALL {
                let board = &*self.board;
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
                self.add(at, dir, player, out);
            }
        }
    }
}

impl RegionMoves for Pushes {
    fn begin(&mut self, key: &[u8]) -> (u32, usize) {
        (self.read(key), self.boxes.len())
    }

    fn fill_here(&mut self, player: Option<u32>, cells: usize) -> Option<u32> {
        if let Some(player) = player {
            self.here.begin_parts(&self.boxes);
            self.here.fill_from(player);
        }
        self.here.fill_part(&self.board, self.board.outside(), cells)
    }

    fn fill_there(&mut self, target: u32, cells: usize) -> Option<u32> {
        self.there.fill_part(&self.board, target, cells)
    }

    fn candidate(&mut self, index: usize, dir: Dir, lowest: u32) -> Option<Candidate> {
        let board = &*self.board;
        let at = self.boxes[index];
        let to = board.step(at, dir);
        if !self.here.contains(board.step(at, !dir)) || self.here.is_blocked(to) {
            return None;
        }
        move_box(&self.boxes, index, to, &mut self.moved);
        Some(match self.here.after_push(board, lowest, at, dir) {
            Lowest::Known(player) => Candidate::Known(player),
            Lowest::IfReached => {
                self.there.begin_parts(&self.moved);
                self.there.fill_from(at);
                Candidate::Fill { target: lowest, no_more_than: u32::MAX }
            }
            Lowest::Opened => {
                // As above: the box still stands on `at`.
                self.there.begin_parts(&self.boxes);
                self.there.block(to);
                for side in Dir::ALL {
                    let beside = board.step(at, side);
                    if side != dir && self.here.is_open_but_unreached(beside) {
                        self.there.fill_from(beside);
                    }
                }
                let no_more_than = lowest.min(at);
                Candidate::Fill { target: board.outside(), no_more_than }
            }
            Lowest::Unknown => {
                self.there.begin_parts(&self.moved);
                self.there.fill_from(at);
                Candidate::Fill { target: board.outside(), no_more_than: u32::MAX }
            }
        })
    }

    fn enter(&mut self, index: usize, dir: Dir, player: u32, out: &mut Successors) {
        self.add(self.boxes[index], dir, player, out);
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

impl Space for Pushes {
    fn key_bytes(&self) -> usize {
        self.layout.bytes()
    }

    fn roots(&mut self) -> Vec<u8> {
        let board = &*self.board;
        let player = self.here.fill(board, &board.boxes, board.player);
        let mut key = Vec::new();
        self.layout.write(&board.boxes, player, 0, &mut key);
        key
    }

    fn is_final(&mut self, key: &[u8]) -> bool {
        self.layout.read(key, &mut self.boxes);
        self.board.all_on_goals(&self.boxes)
    }

    fn expand(
        &mut self,
        key: &[u8],
        out: &mut Successors,
        work: &mut Work<'_, '_>,
    ) -> Flow {
        let Some(mut parts) = self.parts.take() else {
            self.expand_at_once(key, out);
            return Continue(());
        };
        let done = parts.expand(self, key, out, work);
        self.parts = Some(parts);
        done
    }

    fn most_successors(&self) -> usize {
        4 * self.board.boxes.len()
    }

    fn price(&self) -> u64 {
        match &self.parts {
            None => 1 + (self.board.len() / 512 + self.board.boxes.len() / 32) as u64,
            Some(_) => 1,
        }
    }

    fn bound(&mut self, key: &[u8]) -> Cost {
        self.layout.read(key, &mut self.boxes);
        let bound = self.bound.as_ref().expect("the search goes by the bound");
        bound.pushes(&self.boxes).map_or(Cost::MAX, |pushes| Cost::new(pushes, 0))
    }

    fn bound_price(&self) -> u64 {
        self.bound.as_ref().map_or(0, Bound::price)
    }

    fn follow(&mut self, from: &[u8], to: &[u8], trail: &mut Trail) {
        self.layout.read(from, &mut self.boxes);
        self.layout.read(to, &mut self.moved);
        trail.pushes.push(walk::push_between(&self.boxes, &self.moved));
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

    fn prove(&self, at_least: u32, work: &mut Work<'_, '_>) {
        prove_pushes(at_least, work);
    }

    fn describe(&mut self, key: &[u8]) -> String {
        let (player, _) = self.layout.read(key, &mut self.boxes);
        describe(&self.board, &self.boxes, player)
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
pub(crate) fn prove_pushes(at_least: u32, work: &mut Work<'_, '_>) {
    let pushes = u64::from(at_least);
    if pushes > 0 {
        work.prove(Claim::Pushes, pushes);
        work.prove(Claim::Moves, pushes);
        work.prove(Claim::Robot, 2 * pushes + 2);
    }
}

/// A region state in words.
pub(super) fn describe(board: &Board, boxes: &[u32], player: u32) -> String {
    let boxes: Vec<String> = boxes.iter().map(|&at| board.name(at)).collect();
    format!("boxes {}, player's region from {}", boxes.join(" "), board.name(player))
}
