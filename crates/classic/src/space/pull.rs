//! Pulls: pushes read backwards, from every solved position.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use kuraban_level::Dir;
use kuraban_search::Claim;

use super::parts::{Candidate, Parts, RegionMoves};
use super::push::{describe, move_box, prove_pushes};
use super::{Edge, Space, Successors};
use crate::board::Board;
use crate::cost::Cost;
use crate::key::Layout;
use crate::region::{Lowest, Region};
use crate::trail::Trail;
use crate::walk;
use crate::work::{Flow, Work};

/// The states of [`super::Pushes`] with all edges turned round. The roots are the solved
/// positions with the player in each of the rooms that the boxes on the goals leave; the search
/// is over at the start position.
pub(crate) struct Pulls {
    board: Arc<Board>,
    layout: Layout,
    parts: Option<Parts>,
    boxes: Vec<u32>,
    moved: Vec<u32>,
    here: Region,
    there: Region,
    start: Vec<u8>,
}

impl Pulls {
    pub(crate) fn new(board: &Arc<Board>) -> Self {
        let layout = Layout::new(board.len(), board.boxes.len(), 0);
        let mut here = Region::new(board);
        let player = here.fill(board, &board.boxes, board.player);
        let mut start = Vec::new();
        layout.write(&board.boxes, player, 0, &mut start);
        Self {
            layout,
            parts: Parts::for_board(board),
            boxes: Vec::new(),
            moved: Vec::new(),
            here,
            there: Region::new(board),
            start,
            board: Arc::clone(board),
        }
    }

    /// Enters the pull of the box on `at` after which the boxes are `moved`.
    #[inline]
    fn add(&self, at: u32, dir: Dir, player: u32, out: &mut Successors) {
        let begin = out.keys.len();
        self.layout.write(&self.moved, player, 0, &mut out.keys);
        out.edges.push(Edge {
            cost: Cost::new(1, 0),
            is_final: out.keys[begin..] == self.start,
            action: at * 4 + dir.index() as u32,
        });
    }

    /// Makes all pulls in one go, on boards where that takes no time.
    fn expand_at_once(&mut self, key: &[u8], out: &mut Successors) {
        out.clear();
        let (player, _) = self.layout.read(key, &mut self.boxes);
        let lowest = self.here.fill(&self.board, &self.boxes, player);
        for index in 0..self.boxes.len() {
            let at = self.boxes[index];
            for dir in Dir::ALL {
                // The push in direction `dir` that brought the box here: it stood on `from`, the
                // player behind it.
                let board = &*self.board;
                let from = board.step(at, !dir);
                let behind = board.step(from, !dir);
                if !self.here.contains(from) || self.here.is_blocked(behind) {
                    continue;
                }
                move_box(&self.boxes, index, from, &mut self.moved);
                let player = match self.here.after_pull(board, lowest, at, dir) {
                    Lowest::Known(player) => player,
                    Lowest::IfReached => {
                        self.there.fill_until(board, &self.moved, behind, lowest)
                    }
                    Lowest::Opened | Lowest::Unknown => {
                        self.there.fill(board, &self.moved, behind)
                    }
                };
                self.add(at, dir, player, out);
            }
        }
    }
}

impl RegionMoves for Pulls {
    fn begin(&mut self, key: &[u8]) -> (u32, usize) {
        let (player, _) = self.layout.read(key, &mut self.boxes);
        (player, self.boxes.len())
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
        let from = board.step(at, !dir);
        let behind = board.step(from, !dir);
        if !self.here.contains(from) || self.here.is_blocked(behind) {
            return None;
        }
        move_box(&self.boxes, index, from, &mut self.moved);
        let target = match self.here.after_pull(board, lowest, at, dir) {
            Lowest::Known(player) => return Some(Candidate::Known(player)),
            Lowest::IfReached => lowest,
            Lowest::Opened | Lowest::Unknown => board.outside(),
        };
        self.there.begin_parts(&self.moved);
        self.there.fill_from(behind);
        Some(Candidate::Fill { target, no_more_than: u32::MAX })
    }

    fn enter(&mut self, index: usize, dir: Dir, player: u32, out: &mut Successors) {
        self.add(self.boxes[index], dir, player, out);
    }
}

impl Space for Pulls {
    fn key_bytes(&self) -> usize {
        self.layout.bytes()
    }

    fn roots(&mut self) -> Vec<u8> {
        let board = &*self.board;
        let mut keys = Vec::new();
        if !board.can_be_solved {
            return keys;
        }
        let mut in_a_room = board.is_goal.clone();
        for cell in 0..board.len() as u32 {
            if in_a_room[cell as usize] {
                continue;
            }
            self.layout.write(&board.goals, cell, 0, &mut keys);
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

    fn is_final(&mut self, key: &[u8]) -> bool {
        key == self.start
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

    fn bound(&mut self, _: &[u8]) -> Cost {
        Cost::ZERO
    }

    fn bound_price(&self) -> u64 {
        0
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
            "pull {} {}",
            self.board.name(action / 4),
            !Dir::from_index(action as usize)
        )
    }
}
