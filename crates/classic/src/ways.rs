//! The second pass of a push search: the fewest moves among all solutions with the fewest
//! pushes.
//!
//! Zones lose the player's square, so the first pass cannot count moves. The second one
//! searches (boxes, the player's square) by moves. It keeps to states on paths with the
//! fewest pushes: those that the first pass reached at exactly the right depth.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use kuraban_level::Dir;
use kuraban_search::{Claim, Found, Stage};

use crate::best::{BestFirst, Guide, Until};
use crate::board::Board;
use crate::breadth::Layers;
use crate::cost::Cost;
use crate::key::Layout;
use crate::space::{Edge, Pulls, Pushes, Space, Successors};
use crate::strategy::DepthOf;
use crate::trail::{Telling, Trail};
use crate::walk::{self, Distances};
use crate::work::{Flow, Work};
use crate::zone::Zone;

/// From where the ways are followed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum From {
    /// From the start, by pushes: for first passes that know how far the end is.
    Start,
    /// From the solved positions, by pulls: for first passes that know how far the start is.
    End,
}

/// The search for the fewest moves among all solutions with the fewest pushes. Its expansions do
/// not count: the answer's counts are those of the first pass.
pub(crate) struct SecondPass {
    board: Arc<Board>,
    ways: Ways,
    search: BestFirst,
    telling: Option<Telling>,
}

impl SecondPass {
    /// A search for the paths of that many pushes. For a state that the first pass knows to
    /// be on such a path, `depth_of` tells how many pushes lead to it.
    pub(crate) fn new(
        board: &Arc<Board>,
        from: From,
        pushes: u32,
        depth_of: DepthOf,
    ) -> Self {
        let ways = Ways::new(board, from, pushes, depth_of);
        let search = BestFirst::new(&ways, Guide::Cost, Until::Found);
        Self { board: Arc::clone(board), ways, search, telling: None }
    }

    /// Works on it.
    pub(crate) fn advance(&mut self, work: &mut Work<'_, '_>) -> Flow<Stage> {
        if self.telling.is_none() {
            let end = self.search.search(&mut self.ways, work)?;
            let end = end.expect("the first pass found a way");
            self.telling = Some(match self.ways.from {
                From::Start => Telling::from_root(end),
                From::End => Telling::to_root(end),
            });
        }
        let telling = self.telling.as_mut().expect("it was just made");
        let tables = [self.search.nodes(); 2];
        let steps = telling.advance(&self.board, &mut self.ways, tables, work)?;
        let optimal = vec![Claim::Pushes, Claim::PushesThenMoves];
        Continue(Stage::Solved(Found { steps, optimal, by: "" }))
    }
}

/// Finds the states of a forward search from which some end can be reached in time. The
/// ends lie one layer behind the last complete one.
pub(crate) struct Leading {
    /// One bit for each state; none before there is memory for them.
    marks: Vec<u64>,
    /// The layer to be found, and the keys of the layer after it, read so far.
    depth: Option<u32>,
    later: Vec<u8>,
    read: usize,
    /// Whether the expansion of the next key is paid for.
    is_paid: bool,
    before: Vec<u8>,
    successors: Successors,
}

impl Leading {
    /// Begins with the joined keys of the ends, and the number of the last complete layer.
    pub(crate) fn new(complete: u32, ends: Vec<u8>) -> Self {
        Self {
            marks: Vec::new(),
            depth: Some(complete),
            later: ends,
            read: 0,
            is_paid: false,
            before: Vec::new(),
            successors: Successors::default(),
        }
    }

    /// Works on it; one bit for each state when it is done.
    pub(crate) fn advance(
        &mut self,
        pulls: &mut Pulls,
        ahead: &Layers,
        work: &mut Work<'_, '_>,
    ) -> Flow<Vec<u64>> {
        let (key_bytes, price) = (pulls.key_bytes(), pulls.price());
        if self.marks.is_empty() {
            let words = ahead.nodes.len().div_ceil(64);
            work.take(words * size_of::<u64>())?;
            self.marks = vec![0; words];
        }
        let Self { marks, depth, later, read, is_paid, before, successors } = self;
        while let Some(layer) = *depth {
            while *read < later.len() {
                if !*is_paid {
                    work.spend(price)?;
                    *is_paid = true;
                }
                pulls.expand(&later[*read..][..key_bytes], successors, work)?;
                *is_paid = false;
                *read += key_bytes;
                for (key, _) in successors.iter(key_bytes) {
                    if let Some(id) = ahead.nodes.find(key)
                        && ahead.depth_of(id) == layer
                        && marks[id as usize / 64] >> (id % 64) & 1 == 0
                    {
                        marks[id as usize / 64] |= 1 << (id % 64);
                        before.extend_from_slice(key);
                    }
                }
            }
            std::mem::swap(later, before);
            before.clear();
            *read = 0;
            *depth = layer.checked_sub(1);
        }
        Continue(std::mem::take(marks))
    }
}

/// States with the player's exact square: after a push when searching from the start,
/// before a push when searching from the end.
struct Ways {
    board: Arc<Board>,
    from: From,
    /// Pushes of the whole way.
    pushes: u32,
    depth_of: DepthOf,
    /// The space of the zones, which knows the pushes or pulls.
    zones: Box<dyn Space>,
    layout: Layout,
    step: Step,
    player: u32,
    boxes: Vec<u32>,
    moved: Vec<u32>,
    key: Vec<u8>,
    zone: Zone,
    successors: Successors,
    distances: Distances,
}

/// How far an expansion has come.
#[derive(Clone, Copy, Debug)]
enum Step {
    Begin,
    Fill,
    Measure,
    Spread,
}

impl Ways {
    fn new(board: &Arc<Board>, from: From, pushes: u32, depth_of: DepthOf) -> Self {
        Self {
            from,
            pushes,
            depth_of,
            zones: match from {
                From::Start => Box::new(Pushes::new(board, None)),
                From::End => Box::new(Pulls::new(board)),
            },
            layout: Layout::new(board.len(), board.boxes.len(), 0),
            step: Step::Begin,
            player: 0,
            boxes: Vec::new(),
            moved: Vec::new(),
            key: Vec::new(),
            zone: Zone::new(board),
            successors: Successors::default(),
            distances: Distances::new(board),
            board: Arc::clone(board),
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

    /// How many pushes lead to the successors of the state; none for the start when
    /// searching from the end.
    fn next_depth(&self) -> Option<u32> {
        let depth = if self.board.all_on_goals(&self.boxes) {
            self.pushes
        } else {
            (self.depth_of)(&self.key).expect("only states on a way are entered")
        };
        match self.from {
            From::Start => Some(depth + 1),
            From::End => depth.checked_sub(1),
        }
    }

    /// Enters the pushes or pulls that keep to the ways.
    fn keep_to_the_ways(&mut self, next: u32, out: &mut Successors) {
        let successors = std::mem::take(&mut self.successors);
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

    fn enter(&mut self, player: u32, moves: u32, out: &mut Successors) {
        self.layout.write(&self.moved, player, 0, &mut out.keys);
        let is_final = false; // told when it is taken from the queue
        out.edges.push(Edge { cost: Cost::new(moves, 0), is_final, action: 0 });
    }
}

impl Space for Ways {
    fn key_bytes(&self) -> usize {
        self.layout.bytes()
    }

    fn roots(&mut self) -> Vec<u8> {
        let board = &*self.board;
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

    fn expand(
        &mut self,
        key: &[u8],
        out: &mut Successors,
        work: &mut Work<'_, '_>,
    ) -> Flow {
        loop {
            let board = &*self.board;
            match self.step {
                Step::Begin => {
                    out.clear();
                    (self.player, _) = self.layout.read(key, &mut self.boxes);
                    self.zone.begin_parts(&self.boxes);
                    self.zone.fill_from(self.player);
                    self.step = Step::Fill;
                }
                Step::Fill => {
                    let outside = board.outside();
                    let Some(lowest) = self.zone.fill_part(board, outside, walk::PART)
                    else {
                        work.spend(walk::PART_PRICE)?;
                        continue;
                    };
                    self.key.clear();
                    self.layout.write(&self.boxes, lowest, 0, &mut self.key);
                    self.distances.begin(board, &self.boxes, self.player);
                    self.step = Step::Measure;
                }
                Step::Measure => {
                    self.distances.advance(board, work)?;
                    self.step = Step::Spread;
                }
                Step::Spread => {
                    let Some(next) = self.next_depth() else {
                        // All that is left is the walk from where the player starts.
                        let walk = self.distances.to(board.player).expect("one zone");
                        self.moved.clone_from(&self.boxes);
                        self.enter(self.board.player, walk, out);
                        break;
                    };
                    self.zones.expand(&self.key, &mut self.successors, work)?;
                    self.keep_to_the_ways(next, out);
                    break;
                }
            }
        }
        self.step = Step::Begin;
        Continue(())
    }

    fn most_successors(&self) -> usize {
        4 * self.board.boxes.len() + 1
    }

    fn price(&self) -> u64 {
        2 + (self.board.len() / 128).min(walk::PART) as u64
    }

    fn is_counted(&self) -> bool {
        false
    }

    fn follow(&mut self, from: &[u8], to: &[u8], trail: &mut Trail) {
        self.layout.read(from, &mut self.boxes);
        self.layout.read(to, &mut self.moved);
        if self.boxes != self.moved {
            trail.pushes.push(walk::push_between(&self.boxes, &self.moved));
        }
    }

    fn is_uniform(&self) -> bool {
        false
    }

    fn claims(&self) -> (Claim, Option<Claim>) {
        (Claim::PushesThenMoves, None)
    }

    fn prove(&self, _: u32, _: &mut Work<'_, '_>) {}

    fn describe(&mut self, _: &[u8]) -> String {
        String::new()
    }

    fn name(&self, _: u32) -> String {
        String::new()
    }
}
