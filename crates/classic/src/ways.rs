//! The second pass of a push search: the fewest moves among all solutions with the fewest
//! pushes.
//!
//! Regions lose the player's square, so the first pass cannot tell. The second one looks only at
//! states on some way of fewest pushes. [`sweep`] marks them in a forward search, by pulls from
//! the end; [`fewest_moves`] walks over them layer by layer, now with the player's square.

use kuraban_search::{Run, Stop};

use crate::board::Board;
use crate::nodes::{Id, Nodes};
use crate::space::{Pulls, Space, Successors};
use crate::walk;

/// One bit per state of a table.
pub(crate) struct Marks(Vec<u64>);

impl Marks {
    fn new(states: usize, run: &mut Run<'_>) -> Result<Self, Stop> {
        let words = states.div_ceil(64);
        run.hold(run.statistics.bytes + words * size_of::<u64>())?;
        Ok(Self(vec![0; words]))
    }

    pub(crate) fn contains(&self, id: Id) -> bool {
        self.0[id as usize / 64] >> (id % 64) & 1 == 1
    }

    fn insert(&mut self, id: Id) -> bool {
        let is_new = !self.contains(id);
        self.0[id as usize / 64] |= 1 << (id % 64);
        is_new
    }
}

/// Marks the states of a forward search from which the solution is reached in time: the
/// predecessors, step by step, of the states in `from` (keys one behind the other), which lie at
/// depth `depth`. `at_depth` tells whether a state was reached with just that many pushes.
pub(crate) fn sweep(
    pulls: &mut Pulls<'_>,
    nodes: &Nodes,
    from: Vec<u8>,
    depth: u32,
    at_depth: impl Fn(Id, u32) -> bool,
    run: &mut Run<'_>,
) -> Result<Marks, Stop> {
    let key_bytes = pulls.key_bytes();
    let mut marks = Marks::new(nodes.len(), run)?;
    let mut successors = Successors::default();
    let mut later = from;
    for depth in (0..depth).rev() {
        let mut layer = Vec::new();
        for key in later.chunks_exact(key_bytes) {
            pulls.expand(key, &mut successors);
            for (before, _) in successors.iter(key_bytes) {
                if let Some(id) = nodes.find(before)
                    && at_depth(id, depth)
                    && marks.insert(id)
                {
                    layer.extend_from_slice(before);
                }
            }
        }
        run.look()?;
        later = layer;
    }
    Ok(marks)
}

/// One way to stand in a state: the player's cell, the fewest moves to get there, and the
/// standing before.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Standing {
    /// Index into the layer's list of states.
    state: u32,
    player: u32,
    moves: u32,
    before: u32,
}

/// All standings of one depth, and the states they belong to.
struct Layer {
    keys: Vec<u8>,
    standings: Vec<Standing>,
}

/// The pushes (from, to) of a solution with `depth` pushes and as few moves as possible.
/// `leads_on` tells whether a state is on some way of that many pushes, at a given depth; the
/// start must be.
pub(crate) fn fewest_moves(
    board: &Board,
    space: &mut dyn Space,
    depth: u32,
    mut leads_on: impl FnMut(&[u8], u32) -> bool,
    run: &mut Run<'_>,
) -> Result<Vec<(u32, u32)>, Stop> {
    let start = Standing { state: 0, player: board.player, moves: 0, before: u32::MAX };
    let mut layers = vec![Layer { keys: space.roots(), standings: vec![start] }];
    let mut walker = Walker::new(board);
    for depth in 0..depth {
        let last = layers.last().expect("there is a first layer");
        let next = walker.next_layer(space, last, |key| leads_on(key, depth + 1), run)?;
        layers.push(next);
    }
    Ok(retrace(&layers, space))
}

/// Scratch memory of the forward walk.
struct Walker<'a> {
    board: &'a Board,
    has_box: Vec<bool>,
    steps: Vec<u32>,
    queue: Vec<u32>,
    successors: Successors,
}

impl<'a> Walker<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            has_box: vec![false; board.len() + 1],
            steps: Vec::new(),
            queue: Vec::new(),
            successors: Successors::default(),
        }
    }

    fn next_layer(
        &mut self,
        space: &mut dyn Space,
        layer: &Layer,
        mut leads_on: impl FnMut(&[u8]) -> bool,
        run: &mut Run<'_>,
    ) -> Result<Layer, Stop> {
        let key_bytes = space.key_bytes();
        // Candidates name their state by its key's place in this list, which may hold a key
        // several times.
        let mut keys: Vec<u8> = Vec::new();
        let mut standings: Vec<Standing> = Vec::new();
        let mut first = 0;
        for group in layer.standings.chunk_by(|a, b| a.state == b.state) {
            let at = group[0].state as usize * key_bytes;
            let key = &layer.keys[at..at + key_bytes];
            space.expand(key, &mut self.successors);
            let boxes = space.boxes(key);
            for &at in &boxes {
                self.has_box[at as usize] = true;
            }
            let useful: Vec<(u32, u32)> = self
                .successors
                .iter(key_bytes)
                .filter(|(key, _)| leads_on(key))
                .map(|(key, edge)| {
                    keys.extend_from_slice(key);
                    (edge.action, (keys.len() / key_bytes - 1) as u32)
                })
                .collect();
            for (index, standing) in group.iter().enumerate() {
                let (board, from) = (self.board, standing.player);
                walk::distances(
                    board,
                    &self.has_box,
                    from,
                    &mut self.steps,
                    &mut self.queue,
                );
                for &(action, state) in &useful {
                    let (at, dir) =
                        (action / 4, kuraban_level::Dir::from_index(action as usize));
                    let walk = self.steps[board.step(at, !dir) as usize];
                    standings.push(Standing {
                        state,
                        player: at,
                        moves: standing.moves + walk + 1,
                        before: (first + index) as u32,
                    });
                }
            }
            first += group.len();
            for &at in &boxes {
                self.has_box[at as usize] = false;
            }
        }
        run.look()?;
        let layer = distinct(&keys, key_bytes, standings);
        run.hold(
            run.statistics.bytes + layer.keys.len() + size_of_val(&layer.standings[..]),
        )?;
        Ok(layer)
    }
}

/// Each state once, and of its standings on one cell the one with the fewest moves.
fn distinct(keys: &[u8], key_bytes: usize, mut standings: Vec<Standing>) -> Layer {
    let key = |index: u32| &keys[index as usize * key_bytes..][..key_bytes];
    let mut order: Vec<u32> = (0..(keys.len() / key_bytes) as u32).collect();
    order.sort_by(|&a, &b| key(a).cmp(key(b)).then(a.cmp(&b)));
    let mut number = vec![0; order.len()];
    let mut distinct_keys = Vec::new();
    for group in order.chunk_by(|&a, &b| key(a) == key(b)) {
        for &index in group {
            number[index as usize] = (distinct_keys.len() / key_bytes) as u32;
        }
        distinct_keys.extend_from_slice(key(group[0]));
    }
    for standing in &mut standings {
        standing.state = number[standing.state as usize];
    }
    standings.sort_unstable();
    standings.dedup_by_key(|standing| (standing.state, standing.player));
    standings.shrink_to_fit();
    Layer { keys: distinct_keys, standings }
}

/// The pushes that lead to the best standing of the last layer.
fn retrace(layers: &[Layer], space: &mut dyn Space) -> Vec<(u32, u32)> {
    let key_bytes = space.key_bytes();
    let last = layers.last().expect("there is a first layer");
    let (mut index, _) = last
        .standings
        .iter()
        .enumerate()
        .min_by_key(|(_, standing)| standing.moves)
        .expect("some way leads to the end");
    let mut pushes = Vec::new();
    for pair in layers.windows(2).rev() {
        let after = pair[1].standings[index];
        let before = pair[0].standings[after.before as usize];
        let key = |layer: &Layer, state: u32| {
            layer.keys[state as usize * key_bytes..][..key_bytes].to_vec()
        };
        let boxes = space.boxes(&key(&pair[0], before.state));
        let moved = space.boxes(&key(&pair[1], after.state));
        pushes.push(walk::push_between(&boxes, &moved));
        index = after.before as usize;
    }
    pushes.reverse();
    pushes
}
