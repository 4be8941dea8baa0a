//! States of boxes and the zone the player can walk in: what pushes and pulls share.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use kuraban_level::Dir;
use kuraban_search::Claim;

use super::parts::{Candidate, Parts};
use super::{Edge, Space, Successors};
use crate::board::Board;
use crate::bound::Bound;
use crate::cost::Cost;
use crate::key::Layout;
use crate::trail::Trail;
use crate::walk;
use crate::work::{Flow, Work};
use crate::zone::Zone;

/// A state is the set of boxes and the lowest cell the player reaches; an edge is one of the
/// moves `M`.
pub(crate) struct Zones<M> {
    pub(super) ground: Ground,
    parts: Option<Parts>,
    pub(super) moves: M,
}

/// The state that is expanded, and the tables for it.
pub(crate) struct Ground {
    pub(super) board: Arc<Board>,
    pub(super) layout: Layout,
    pub(super) boxes: Vec<u32>,
    /// The boxes after the move under consideration.
    pub(super) moved: Vec<u32>,
    /// The player's zone, and the one after the move.
    pub(super) here: Zone,
    pub(super) there: Zone,
}

/// Pushes or pulls. A move is named by the box's cell and the direction of the push.
pub(crate) trait Moves: Send {
    /// What a move is called.
    const NAME: &str;

    /// The keys of the states a search begins with, joined.
    fn roots(&self, ground: &mut Ground) -> Vec<u8>;

    /// Whether the search is over when it reaches this state.
    fn is_final(&self, ground: &mut Ground, key: &[u8]) -> bool;

    /// Looks at the state that was read.
    fn begin(&mut self, _: &Ground) {}

    /// Where the box comes to stand, if the move is possible.
    fn goes(&self, ground: &Ground, at: u32, dir: Dir) -> Option<u32>;

    /// The lowest cell the player reaches after the move.
    fn lowest_after(&self, ground: &mut Ground, at: u32, dir: Dir, lowest: u32) -> u32;

    /// The same for large boards: begins the fill that it needs.
    fn begin_after(
        &self,
        ground: &mut Ground,
        at: u32,
        dir: Dir,
        lowest: u32,
    ) -> Candidate;

    /// Whether the search is over after the move, which leads to the state `key`.
    fn ends(&self, board: &Board, at: u32, dir: Dir, key: &[u8]) -> bool;

    /// The bound, for searches that go by it.
    fn bound(&self) -> Option<&Bound> {
        None
    }

    /// Which way the box goes.
    fn way(dir: Dir) -> Dir;
}

impl Ground {
    pub(super) fn new(board: &Arc<Board>) -> Self {
        Self {
            layout: Layout::new(board.len(), board.boxes.len(), 0),
            boxes: Vec::new(),
            moved: Vec::new(),
            here: Zone::new(board),
            there: Zone::new(board),
            board: Arc::clone(board),
        }
    }

    /// The key of the start position.
    pub(super) fn start(&mut self) -> Vec<u8> {
        let board = &*self.board;
        let player = self.here.fill(board, &board.boxes, board.player);
        let mut key = Vec::new();
        self.layout.write(&board.boxes, player, 0, &mut key);
        key
    }
}

impl<M: Moves> Zones<M> {
    pub(super) fn of(ground: Ground, moves: M) -> Self {
        Self { parts: Parts::for_board(&ground.board), ground, moves }
    }

    /// Reads a state; the player's cell.
    #[inline]
    fn read(&mut self, key: &[u8]) -> u32 {
        let (player, _) = self.ground.layout.read(key, &mut self.ground.boxes);
        self.moves.begin(&self.ground);
        player
    }

    /// Enters the move that was made.
    #[inline]
    fn add(&self, at: u32, dir: Dir, player: u32, out: &mut Successors) {
        let Ground { board, layout, moved, .. } = &self.ground;
        let begin = out.keys.len();
        layout.write(moved, player, 0, &mut out.keys);
        out.edges.push(Edge {
            cost: Cost::new(1, 0),
            is_final: self.moves.ends(board, at, dir, &out.keys[begin..]),
            action: at * 4 + dir.index() as u32,
        });
    }

    /// Makes all moves in one go, on boards where that takes no time.
    fn expand_at_once(&mut self, key: &[u8], out: &mut Successors) {
        out.clear();
        let player = self.read(key);
        let Ground { board, boxes, here, .. } = &mut self.ground;
        let lowest = here.fill(board, boxes, player);
        for index in 0..self.ground.boxes.len() {
            let at = self.ground.boxes[index];
            for dir in Dir::ALL {
                let Some(to) = self.moves.goes(&self.ground, at, dir) else { continue };
                move_box(&self.ground.boxes, index, to, &mut self.ground.moved);
                let player = self.moves.lowest_after(&mut self.ground, at, dir, lowest);
                self.add(at, dir, player, out);
            }
        }
    }

    /// Reads a state; the player's cell and the number of boxes.
    pub(super) fn begin(&mut self, key: &[u8]) -> (u32, usize) {
        (self.read(key), self.ground.boxes.len())
    }

    /// Fills that many cells of the player's zone, starting at the player where one is
    /// given; returns its lowest cell when it is done.
    pub(super) fn fill_here(&mut self, player: Option<u32>, cells: usize) -> Option<u32> {
        let Ground { board, boxes, here, .. } = &mut self.ground;
        if let Some(player) = player {
            here.begin_parts(boxes);
            here.fill_from(player);
        }
        here.fill_part(board, board.outside(), cells)
    }

    /// Looks at one move, and begins the fill that it needs.
    pub(super) fn candidate(
        &mut self,
        index: usize,
        dir: Dir,
        lowest: u32,
    ) -> Option<Candidate> {
        let at = self.ground.boxes[index];
        let to = self.moves.goes(&self.ground, at, dir)?;
        move_box(&self.ground.boxes, index, to, &mut self.ground.moved);
        Some(self.moves.begin_after(&mut self.ground, at, dir, lowest))
    }

    /// Fills that many cells of the zone after the move; returns its lowest cell when it is
    /// done.
    pub(super) fn fill_there(&mut self, target: u32, cells: usize) -> Option<u32> {
        self.ground.there.fill_part(&self.ground.board, target, cells)
    }

    /// Enters the move that was last looked at.
    pub(super) fn enter(
        &mut self,
        index: usize,
        dir: Dir,
        player: u32,
        out: &mut Successors,
    ) {
        self.add(self.ground.boxes[index], dir, player, out);
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

impl<M: Moves> Space for Zones<M> {
    fn key_bytes(&self) -> usize {
        self.ground.layout.bytes()
    }

    fn roots(&mut self) -> Vec<u8> {
        self.moves.roots(&mut self.ground)
    }

    fn is_final(&mut self, key: &[u8]) -> bool {
        self.moves.is_final(&mut self.ground, key)
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
        4 * self.ground.board.boxes.len()
    }

    fn price(&self) -> u64 {
        let board = &self.ground.board;
        match &self.parts {
            None => 1 + (board.len() / 512 + board.boxes.len() / 32) as u64,
            Some(_) => 1,
        }
    }

    fn bound(&mut self, key: &[u8]) -> Cost {
        let Some(bound) = self.moves.bound() else { return Cost::ZERO };
        self.ground.layout.read(key, &mut self.ground.boxes);
        let pushes = bound.pushes(&self.ground.boxes);
        pushes.map_or(Cost::MAX, |pushes| Cost::new(pushes, 0))
    }

    fn bound_price(&self) -> u64 {
        self.moves.bound().map_or(0, Bound::price)
    }

    fn follow(&mut self, from: &[u8], to: &[u8], trail: &mut Trail) {
        let Ground { layout, boxes, moved, .. } = &mut self.ground;
        layout.read(from, boxes);
        layout.read(to, moved);
        trail.pushes.push(walk::push_between(boxes, moved));
    }

    fn is_uniform(&self) -> bool {
        true
    }

    fn claims(&self) -> (Claim, Option<Claim>) {
        (Claim::Pushes, None)
    }

    fn prove(&self, at_least: u32, work: &mut Work<'_, '_>) {
        prove_pushes(at_least, work);
    }

    fn describe(&mut self, key: &[u8]) -> String {
        let Ground { board, layout, boxes, .. } = &mut self.ground;
        let (player, _) = layout.read(key, boxes);
        let boxes: Vec<String> = boxes.iter().map(|&at| board.name(at)).collect();
        format!("boxes {}, player's zone from {}", boxes.join(" "), board.name(player))
    }

    fn name(&self, action: u32) -> String {
        let (at, dir) = (action / 4, Dir::from_index(action as usize));
        format!("{} {} {}", M::NAME, self.ground.board.name(at), M::way(dir))
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
