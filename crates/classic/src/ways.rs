//! The second pass of a push search: the fewest moves among all solutions with the fewest
//! pushes.
//!
//! Regions lose the player's square, so the first pass cannot tell. The second one is a search
//! of its own over (boxes, the player's square), by moves, that keeps to states on ways of
//! fewest pushes: those that the first pass reached at just the right depth.

use kuraban_level::Dir;
use kuraban_search::{Claim, Found, Run, Stop};

use crate::best::{BestFirst, Guide, Until};
use crate::board::Board;
use crate::breadth::Layers;
use crate::cost::Cost;
use crate::key::Layout;
use crate::region::Region;
use crate::space::{Edge, Pulls, Space, Successors, move_box};
use crate::walk::{self, Distances};

/// Expansions between two looks at clock and cancel token.
const LOOK_EVERY: u64 = 256;

/// From where the ways are followed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum From {
    /// From the start, by pushes: for first passes that know how far the end is.
    Start,
    /// From the solved positions, by pulls: for first passes that know how far the start is.
    End,
}

/// A solution with the fewest pushes, and among those the fewest moves; told to the run.
pub(crate) fn settle(
    board: &Board,
    from: From,
    pushes: u32,
    depth_of: &dyn Fn(&[u8]) -> Option<u32>,
    run: &mut Run<'_>,
) -> Result<Found, Stop> {
    let pushes = fewest_moves(board, from, pushes, depth_of, run)?;
    let steps = walk::steps_of_pushes(board, &pushes);
    let found = Found { steps, optimal: vec![Claim::Pushes, Claim::PushesThenMoves] };
    run.found(found.clone());
    Ok(found)
}

/// The states of a forward search that lead to some state in `ends` (keys one behind the other)
/// in time, as one bit for each. The ends lie one layer behind the last complete one.
pub(crate) fn leading_to(
    pulls: &mut Pulls<'_>,
    ahead: &Layers,
    complete: u32,
    ends: Vec<u8>,
    run: &mut Run<'_>,
) -> Result<Vec<u64>, Stop> {
    let key_bytes = pulls.key_bytes();
    let words = ahead.nodes.len().div_ceil(64);
    run.hold(run.statistics.bytes + words * size_of::<u64>())?;
    let mut marks = vec![0u64; words];
    let mut successors = Successors::default();
    let mut later = ends;
    for depth in (0..=complete).rev() {
        let mut before = Vec::new();
        for (count, key) in later.chunks_exact(key_bytes).enumerate() {
            if (count as u64).is_multiple_of(LOOK_EVERY) {
                run.look()?;
            }
            pulls.expand(key, &mut successors);
            for (key, _) in successors.iter(key_bytes) {
                if let Some(id) = ahead.nodes.find(key)
                    && ahead.depth_of(id) == depth
                    && marks[id as usize / 64] >> (id % 64) & 1 == 0
                {
                    marks[id as usize / 64] |= 1 << (id % 64);
                    before.extend_from_slice(key);
                }
            }
        }
        later = before;
    }
    Ok(marks)
}

/// The pushes (from, to) of a solution with `depth` pushes and as few moves as possible. Of a
/// state that the first pass knows to lie on such a way, `depth_of` tells after how many pushes
/// it comes.
fn fewest_moves(
    board: &Board,
    from: From,
    depth: u32,
    depth_of: &dyn Fn(&[u8]) -> Option<u32>,
    run: &mut Run<'_>,
) -> Result<Vec<(u32, u32)>, Stop> {
    let mut ways = Ways::new(board, from, depth, depth_of);
    let mut search = BestFirst::new(&ways, Guide::Cost, run)?;
    let statistics = run.statistics;
    let mut count = 0;
    let end = search.search(&mut ways, Until::Found, run, |_, _, run| {
        count += 1;
        if count % LOOK_EVERY == 0 { run.look() } else { Ok(()) }
    });
    // The first pass's counts are the answer's: the second one is not part of the space.
    run.statistics.generated = statistics.generated;
    run.statistics.open = statistics.open;
    let end = end?.expect("the first pass found a way");
    let path = match from {
        From::Start => search.nodes.path(end),
        From::End => search.nodes.path_to_root(end),
    };
    let boxes: Vec<Vec<u32>> = path.into_iter().map(|key| ways.boxes(key)).collect();
    let pushes = boxes.windows(2).filter(|pair| pair[0] != pair[1]);
    Ok(pushes.map(|pair| walk::push_between(&pair[0], &pair[1])).collect())
}

/// States with the player's very square: after a push seen from the start, before a push seen
/// from the end.
struct Ways<'a> {
    board: &'a Board,
    from: From,
    /// Pushes of the whole way.
    pushes: u32,
    depth_of: &'a dyn Fn(&[u8]) -> Option<u32>,
    layout: Layout,
    boxes: Vec<u32>,
    moved: Vec<u32>,
    key: Vec<u8>,
    region: Region,
    distances: Distances,
}

impl<'a> Ways<'a> {
    fn new(
        board: &'a Board,
        from: From,
        pushes: u32,
        depth_of: &'a dyn Fn(&[u8]) -> Option<u32>,
    ) -> Self {
        Self {
            board,
            from,
            pushes,
            depth_of,
            layout: Layout::new(board.len(), board.boxes.len(), 0),
            boxes: Vec::new(),
            moved: Vec::new(),
            key: Vec::new(),
            region: Region::new(board),
            distances: Distances::new(board),
        }
    }

    /// After how many pushes the state `self.moved` comes, where it lies on a way.
    fn depth(&mut self, player: u32) -> Option<u32> {
        if self.board.all_on_goals(&self.moved) {
            return Some(self.pushes);
        }
        let lowest = self.region.fill(self.board, &self.moved, player);
        self.key.clear();
        self.layout.write(&self.moved, lowest, 0, &mut self.key);
        (self.depth_of)(&self.key)
    }

    fn push(&mut self, index: usize, dir: Dir, depth: u32, out: &mut Successors) {
        let board = self.board;
        let at = self.boxes[index];
        let (behind, to) = (board.step(at, !dir), board.step(at, dir));
        if let Some(walk) = self.distances.to(behind)
            && !self.distances.is_blocked(to)
        {
            move_box(&self.boxes, index, to, &mut self.moved);
            if self.depth(at) == Some(depth + 1) {
                self.enter(at, walk + 1, depth + 1 == self.pushes, out);
            }
        }
    }

    fn pull(&mut self, index: usize, dir: Dir, depth: u32, out: &mut Successors) {
        let board = self.board;
        let at = self.boxes[index];
        let before = board.step(at, !dir);
        let behind = board.step(before, !dir);
        if let Some(walk) = self.distances.to(before)
            && !self.distances.is_blocked(behind)
        {
            move_box(&self.boxes, index, before, &mut self.moved);
            if self.depth(behind) == Some(depth - 1) {
                self.enter(behind, walk + 1, false, out);
            }
        }
    }

    fn enter(&mut self, player: u32, moves: u32, is_final: bool, out: &mut Successors) {
        self.layout.write(&self.moved, player, 0, &mut out.keys);
        out.edges.push(Edge { cost: Cost::new(moves, 0), is_final, action: 0 });
    }
}

impl Space for Ways<'_> {
    fn key_bytes(&self) -> usize {
        self.layout.bytes()
    }

    fn roots(&mut self) -> Vec<u8> {
        let board = self.board;
        let mut keys = Vec::new();
        match self.from {
            From::Start => self.layout.write(&board.boxes, board.player, 0, &mut keys),
            From::End => {
                // After the last push the player stands where the box was, beside a goal.
                let is_goal = |cell: u32| board.is_goal[cell as usize];
                for cell in 0..board.len() as u32 {
                    if !is_goal(cell)
                        && board.next[cell as usize].into_iter().any(is_goal)
                    {
                        self.layout.write(&board.goals, cell, 0, &mut keys);
                    }
                }
            }
        }
        keys
    }

    fn is_final(&mut self, key: &[u8]) -> bool {
        let (player, _) = self.layout.read(key, &mut self.boxes);
        match self.from {
            From::Start => self.board.all_on_goals(&self.boxes),
            From::End => self.boxes == self.board.boxes && player == self.board.player,
        }
    }

    fn expand(&mut self, key: &[u8], out: &mut Successors) {
        out.clear();
        let (player, _) = self.layout.read(key, &mut self.boxes);
        self.moved.clone_from(&self.boxes);
        let depth = self.depth(player).expect("only states on a way are entered");
        self.distances.measure(self.board, &self.boxes, player);
        if self.from == From::End && depth == 0 {
            // All that is left is the walk from where the player starts.
            let walk = self.distances.to(self.board.player).expect("one region");
            self.moved.clone_from(&self.boxes);
            self.enter(self.board.player, walk, true, out);
            return;
        }
        for index in 0..self.boxes.len() {
            for dir in Dir::ALL {
                match self.from {
                    From::Start => self.push(index, dir, depth, out),
                    From::End => self.pull(index, dir, depth, out),
                }
            }
        }
    }

    fn boxes(&mut self, key: &[u8]) -> Vec<u32> {
        self.layout.read(key, &mut self.boxes);
        self.boxes.clone()
    }

    fn bound(&mut self, _: &[u8]) -> Cost {
        Cost::ZERO
    }

    fn steps(&mut self, _: &[&[u8]]) -> Vec<Dir> {
        unreachable!("the caller follows the boxes")
    }

    fn is_uniform(&self) -> bool {
        false
    }

    fn has_ties(&self) -> bool {
        false
    }

    fn claims(&self) -> (Claim, Option<Claim>) {
        (Claim::PushesThenMoves, None)
    }

    fn prove(&self, _: u32, _: &mut Run<'_>) {}

    fn is_traced(&self) -> bool {
        false
    }

    fn describe(&mut self, _: &[u8]) -> String {
        String::new()
    }

    fn name(&self, _: u32) -> String {
        String::new()
    }
}
