//! Breadth-first search, layer by layer.

use kuraban_search::{Run, Stop};

use crate::cost::Cost;
use crate::nodes::{Id, Nodes, ROOT};
use crate::space::{Edge, Space, Successors};
use crate::trace::Tracer;

/// The states of a breadth-first search. Their numbers ascend with their depth, so that a queue
/// is no more than the next number, and a depth no more than the layer's last.
pub(crate) struct Layers {
    pub(crate) nodes: Nodes,
    /// For each layer the number of states up to its end.
    ends: Vec<usize>,
    successors: Successors,
    hashes: Vec<u64>,
}

impl Layers {
    /// The roots of a space as layer zero.
    pub(crate) fn new(space: &mut dyn Space, run: &mut Run<'_>) -> Result<Self, Stop> {
        let mut nodes = Nodes::new(space.key_bytes(), space.has_ties(), run)?;
        for key in space.roots().chunks_exact(space.key_bytes()) {
            nodes.insert(key, ROOT, Cost::ZERO, run)?;
        }
        let ends = vec![nodes.len()];
        Ok(Self { nodes, ends, successors: Successors::default(), hashes: Vec::new() })
    }

    /// How many layers are complete below the last.
    pub(crate) fn depth(&self) -> u32 {
        (self.ends.len() - 1) as u32
    }

    /// The numbers of the last layer.
    pub(crate) fn frontier(&self) -> std::ops::Range<Id> {
        self.layer(self.depth())
    }

    /// The numbers of a layer.
    pub(crate) fn layer(&self, depth: u32) -> std::ops::Range<Id> {
        let depth = depth as usize;
        let begin = if depth == 0 { 0 } else { self.ends[depth - 1] };
        begin as Id..self.ends[depth] as Id
    }

    /// The layer of a state.
    pub(crate) fn depth_of(&self, id: Id) -> u32 {
        self.ends.partition_point(|&end| end <= id as usize) as u32
    }

    /// Expands the last layer. Stops at the first new state that is final, unless `settle`:
    /// then the layer is finished, every state in the new one has its least cost in the second
    /// measure, and the best of the final states is returned.
    pub(crate) fn deepen(
        &mut self,
        space: &mut dyn Space,
        run: &mut Run<'_>,
        mut is_final: impl FnMut(&[u8], Edge) -> bool,
        settle: bool,
    ) -> Result<Option<Id>, Stop> {
        let key_bytes = space.key_bytes();
        let (layer, end) = (self.frontier(), self.nodes.len());
        run.statistics.depth = u64::from(self.depth());
        let mut finals: Vec<Id> = Vec::new();
        'layer: for id in layer {
            run.statistics.open = (self.nodes.len() - id as usize) as u64;
            run.tick()?;
            let mut tracer = Tracer::new(space, run);
            let cost = self.nodes.cost(id);
            space.expand(self.nodes.key(id), &mut self.successors);
            run.statistics.generated += self.successors.len() as u64;
            self.nodes.hash_all(&self.successors.keys, &mut self.hashes);
            for ((key, edge), &hash) in self.successors.iter(key_bytes).zip(&self.hashes)
            {
                let to = cost + edge.cost;
                let (child, is_new) = self.nodes.insert_hashed(key, hash, id, to, run)?;
                tracer.note(is_new);
                if is_new && is_final(key, edge) {
                    finals.push(child);
                    if !settle {
                        tracer.tell(space, self.nodes.key(id), &self.successors, run);
                        break 'layer;
                    }
                } else if settle && child as usize >= end && to < self.nodes.cost(child) {
                    self.nodes.set(child, id, to);
                }
            }
            tracer.tell(space, self.nodes.key(id), &self.successors, run);
        }
        self.ends.push(self.nodes.len());
        Ok(finals.into_iter().min_by_key(|&id| self.nodes.cost(id)))
    }
}
