//! Breadth-first search, layer by layer.

use std::ops::ControlFlow::Continue;
use std::ops::Range;

use crate::cost::Cost;
use crate::expansion::Expansion;
use crate::nodes::{Id, Nodes, ROOT};
use crate::space::{Edge, Space};
use crate::strategy::{DepthOf, Event, Strategy};
use crate::work::{Flow, Work};

/// The states of a breadth-first search. They are numbered by depth, so the queue is just
/// the number of the next state, and a layer is just the number of its last state.
pub(crate) struct Layers {
    pub(crate) nodes: Nodes,
    /// For each layer the number of states up to its end. None before the roots are there.
    ends: Vec<usize>,
    /// The next state to expand.
    next: Id,
    /// Final states in the layer that is being made.
    finals: Vec<Id>,
    expansion: Expansion,
    hashes: Vec<u64>,
}

impl Layers {
    pub(crate) fn new(space: &dyn Space) -> Self {
        Self {
            nodes: Nodes::new(space.key_bytes(), space.has_ties()),
            ends: Vec::new(),
            next: 0,
            finals: Vec::new(),
            expansion: Expansion::default(),
            hashes: Vec::new(),
        }
    }

    /// Enters the roots of a space as layer zero, unless that is done.
    pub(crate) fn begin(
        &mut self,
        space: &mut dyn Space,
        work: &mut Work<'_, '_>,
    ) -> Flow {
        if self.ends.is_empty() {
            let roots = space.roots();
            let count = roots.len() / space.key_bytes();
            self.nodes.make_room(count.max(1), work)?;
            for key in roots.chunks_exact(space.key_bytes()) {
                self.nodes.insert(key, ROOT, Cost::ZERO, work)?;
            }
            self.ends.push(self.nodes.len());
        }
        Continue(())
    }

    /// How many complete layers come before the last.
    pub(crate) fn depth(&self) -> u32 {
        (self.ends.len() - 1) as u32
    }

    /// The numbers of the last layer.
    pub(crate) fn frontier(&self) -> Range<Id> {
        self.layer(self.depth())
    }

    /// The numbers of a layer.
    pub(crate) fn layer(&self, depth: u32) -> Range<Id> {
        let depth = depth as usize;
        let begin = if depth == 0 { 0 } else { self.ends[depth - 1] };
        begin as Id..self.ends[depth] as Id
    }

    /// The layer of a state.
    pub(crate) fn depth_of(&self, id: Id) -> u32 {
        self.ends.partition_point(|&end| end <= id as usize) as u32
    }

    /// Expands the last layer. Stops at the first new final state. With `settle` it
    /// finishes the layer instead: every state of the new layer then has its least cost in
    /// the second measure, and the best final state is returned.
    pub(crate) fn deepen(
        &mut self,
        space: &mut dyn Space,
        work: &mut Work<'_, '_>,
        mut is_final: impl FnMut(&[u8], Edge) -> bool,
        settle: bool,
    ) -> Flow<Option<Id>> {
        let (key_bytes, price) = (space.key_bytes(), space.price());
        let end = self.frontier().end;
        let Self { nodes, next, finals, expansion, hashes, .. } = self;
        work.account.depth = (self.ends.len() - 1) as u64;
        while *next < end && (settle || finals.is_empty()) {
            let id = *next;
            work.account.open = (nodes.len() - id as usize) as u64;
            if expansion.is_idle() {
                expansion.choose(id);
            }
            expansion.spread(space, nodes, price, work)?;
            let cost = nodes.cost(id);
            nodes.hash_all(&expansion.successors.keys, hashes);
            for ((key, edge), &hash) in
                expansion.successors.iter(key_bytes).zip(hashes.iter())
            {
                let to = cost + edge.cost;
                let (child, is_new) = nodes.insert_hashed(key, hash, id, to, work)?;
                expansion.tracer.note(is_new);
                if is_new && is_final(key, edge) {
                    finals.push(child);
                    if !settle {
                        break;
                    }
                } else if settle && child >= end && to < nodes.cost(child) {
                    nodes.set(child, id, to);
                }
            }
            expansion.end(space, nodes, work);
            *next += 1;
        }
        *next = end;
        self.ends.push(self.nodes.len());
        let finals = std::mem::take(&mut self.finals);
        Continue(finals.into_iter().min_by_key(|&id| self.nodes.cost(id)))
    }
}

/// Layer by layer to the first solution: all edges cost the same.
pub(crate) struct Breadth {
    layers: Layers,
    /// Whether the second measure is settled, too.
    settle: bool,
    /// The least cost that was proved.
    proved: u32,
}

impl Breadth {
    pub(crate) fn new(space: &dyn Space, settle: bool) -> Self {
        Self { layers: Layers::new(space), settle, proved: 0 }
    }
}

impl Strategy for Breadth {
    fn advance(&mut self, space: &mut dyn Space, work: &mut Work<'_, '_>) -> Flow<Event> {
        let Self { layers, settle, proved } = self;
        layers.begin(space, work)?;
        while !layers.frontier().is_empty() {
            if *proved <= layers.depth() {
                *proved = layers.depth() + 1;
                space.prove(*proved, work);
            }
            let id = layers.deepen(space, work, |_, edge| edge.is_final, *settle)?;
            if let Some(id) = id {
                let (cost, settled) = (layers.depth(), *settle);
                return Continue(Event::Least { id, cost, settled });
            }
        }
        Continue(Event::Nothing)
    }

    fn nodes(&self) -> &Nodes {
        &self.layers.nodes
    }

    fn into_depths(self: Box<Self>) -> DepthOf {
        let layers = self.layers;
        Box::new(move |key| layers.nodes.find(key).map(|id| layers.depth_of(id)))
    }
}
