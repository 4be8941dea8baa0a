//! Pulls: pushes read backwards, from every solved position.

use kuraban_level::Dir;
use kuraban_search::{Claim, Run};

use super::push::{describe, move_box, prove_pushes};
use super::{Edge, Space, Successors};
use crate::board::Board;
use crate::cost::Cost;
use crate::key::Layout;
use crate::region::{Lowest, Region};
use crate::walk;

/// The states of [`super::Pushes`] with all edges turned round. The roots are the solved
/// positions with the player in each of the rooms that the boxes on the goals leave; the search
/// is over at the start position.
pub(crate) struct Pulls<'a> {
    board: &'a Board,
    layout: Layout,
    boxes: Vec<u32>,
    moved: Vec<u32>,
    here: Region,
    there: Region,
    start: Vec<u8>,
}

impl<'a> Pulls<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        let layout = Layout::new(board.len(), board.boxes.len(), 0);
        let mut here = Region::new(board);
        let player = here.fill(board, &board.boxes, board.player);
        let mut start = Vec::new();
        layout.write(&board.boxes, player, 0, &mut start);
        Self {
            board,
            layout,
            boxes: Vec::new(),
            moved: Vec::new(),
            here,
            there: Region::new(board),
            start,
        }
    }
}

impl Space for Pulls<'_> {
    fn key_bytes(&self) -> usize {
        self.layout.bytes()
    }

    fn roots(&mut self) -> Vec<u8> {
        let board = self.board;
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

    fn expand(&mut self, key: &[u8], out: &mut Successors) {
        out.clear();
        let board = self.board;
        let (player, _) = self.layout.read(key, &mut self.boxes);
        let lowest = self.here.fill(board, &self.boxes, player);
        for index in 0..self.boxes.len() {
            let at = self.boxes[index];
            for dir in Dir::ALL {
                // The push in direction `dir` that brought the box here: it stood on `from`, the
                // player behind it.
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
                let begin = out.keys.len();
                self.layout.write(&self.moved, player, 0, &mut out.keys);
                out.edges.push(Edge {
                    cost: Cost::new(1, 0),
                    is_final: out.keys[begin..] == self.start,
                    action: at * 4 + dir.index() as u32,
                });
            }
        }
    }

    fn bound(&mut self, _: &[u8]) -> Cost {
        Cost::ZERO
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
            "pull {} {}",
            self.board.name(action / 4),
            !Dir::from_index(action as usize)
        )
    }
}
