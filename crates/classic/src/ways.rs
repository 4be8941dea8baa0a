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
use crate::space::{Edge, Pulls, Pushes, Space, Successors};
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
    /// The space of the regions, which knows the pushes or pulls.
    regions: Box<dyn Space + 'a>,
    layout: Layout,
    boxes: Vec<u32>,
    moved: Vec<u32>,
    key: Vec<u8>,
    region: Region,
    successors: Successors,
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
            regions: match from {
                From::Start => Box::new(Pushes::new(board)),
                From::End => Box::new(Pulls::new(board)),
            },
            layout: Layout::new(board.len(), board.boxes.len(), 0),
            boxes: Vec::new(),
            moved: Vec::new(),
            key: Vec::new(),
            region: Region::new(board),
            successors: Successors::default(),
            distances: Distances::new(board),
        }
    }

    /// Where the player must walk to for an action, and where he stands after it.
    fn ends(&self, action: u32) -> (u32, u32) {
        let (at, dir) = (action / 4, Dir::from_index(action as usize));
        let beside = self.board.step(at, !dir);
        match self.from {
            From::Start => (beside, at),
            From::End => (beside, self.board.step(beside, !dir)),
        }
    }

    fn enter(&mut self, player: u32, moves: u32, out: &mut Successors) {
        self.layout.write(&self.moved, player, 0, &mut out.keys);
        let is_final = false; // told when it is taken from the queue
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
        let board = self.board;
        let (player, _) = self.layout.read(key, &mut self.boxes);
        let lowest = self.region.fill(board, &self.boxes, player);
        self.key.clear();
        self.layout.write(&self.boxes, lowest, 0, &mut self.key);
        let depth = if board.all_on_goals(&self.boxes) {
            self.pushes
        } else {
            (self.depth_of)(&self.key).expect("only states on a way are entered")
        };
        self.distances.measure(board, &self.boxes, player);
        let next = match self.from {
            From::Start => depth + 1,
            From::End if depth > 0 => depth - 1,
            From::End => {
                // All that is left is the walk from where the player starts.
                let walk = self.distances.to(board.player).expect("one region");
                self.moved.clone_from(&self.boxes);
                return self.enter(board.player, walk, out);
            }
        };
        let mut successors = std::mem::take(&mut self.successors);
        self.regions.expand(&self.key, &mut successors);
        for (key, edge) in successors.iter(self.layout.bytes()) {
            let is_end = self.from == From::Start && edge.is_final && next == self.pushes;
            if is_end || (self.depth_of)(key) == Some(next) {
                self.layout.read(key, &mut self.moved);
                let (goes, stands) = self.ends(edge.action);
                let walk = self.distances.to(goes).expect("the player reaches the cell");
                self.enter(stands, walk + 1, out);
            }
        }
        self.successors = successors;
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
