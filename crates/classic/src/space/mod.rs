//! Search spaces: what a state is, what its successors are, and what they cost.

mod parts;
mod pull;
mod push;
mod step;
mod zones;

pub(crate) use pull::Pulls;
pub(crate) use push::Pushes;
pub(crate) use step::{Measure, Steps};
pub(crate) use zones::prove_pushes;

use kuraban_search::Claim;

use crate::cost::Cost;
use crate::trail::Trail;
use crate::work::{Flow, Work};

/// A graph of states that is explored from its roots.
pub(crate) trait Space: Send {
    /// Length of a state's key.
    fn key_bytes(&self) -> usize;

    /// The keys of the states a search begins with, joined.
    fn roots(&mut self) -> Vec<u8>;

    /// Whether the search is over when it reaches this state.
    fn is_final(&mut self, key: &[u8]) -> bool;

    /// Fills in all successors of a state, in a fixed order. If the turn ends before that,
    /// call it again with the same state and list, and it goes on.
    fn expand(
        &mut self,
        key: &[u8],
        out: &mut Successors,
        work: &mut Work<'_, '_>,
    ) -> Flow;

    /// The most successors that a state has.
    fn most_successors(&self) -> usize;

    /// The work of an expansion, besides what [`Space::expand`] spends itself.
    fn price(&self) -> u64;

    /// Whether expansions count, and are worth a line in the trace.
    fn is_counted(&self) -> bool {
        true
    }

    /// A lower bound of what is left to pay; [`Cost::MAX`] in a dead end. Along an edge it
    /// falls by at most the edge's cost.
    fn bound(&mut self, _: &[u8]) -> Cost {
        Cost::ZERO
    }

    /// The work of a bound.
    fn bound_price(&self) -> u64 {
        0
    }

    /// Goes from one state of a path to the next, in playing order.
    fn follow(&mut self, from: &[u8], to: &[u8], trail: &mut Trail);

    /// Whether all edges cost one in the first measure, so that a queue finds the least.
    fn is_uniform(&self) -> bool;

    /// Whether the second measure is counted.
    fn has_ties(&self) -> bool {
        false
    }

    /// What a path of least cost proves: in the first measure, and in both.
    fn claims(&self) -> (Claim, Option<Claim>);

    /// Tells what follows when no solution costs less than this in the first measure.
    fn prove(&self, at_least: u32, work: &mut Work<'_, '_>);

    /// A state in words.
    fn describe(&mut self, key: &[u8]) -> String;

    /// An edge in words.
    fn name(&self, action: u32) -> String;

    /// All actions there are, where that is a short list.
    fn actions(&self) -> Vec<u32> {
        Vec::new()
    }
}

/// The successors of a state.
#[derive(Debug, Default)]
pub(crate) struct Successors {
    pub(crate) keys: Vec<u8>,
    pub(crate) edges: Vec<Edge>,
}

/// How a successor is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) cost: Cost,
    /// Whether the search is over there.
    pub(crate) is_final: bool,
    /// Which action leads there.
    pub(crate) action: u32,
}

impl Successors {
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.edges.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Key and edge of one successor.
    pub(crate) fn get(&self, index: usize, key_bytes: usize) -> (&[u8], Edge) {
        (&self.keys[index * key_bytes..][..key_bytes], self.edges[index])
    }

    /// Key and edge of each successor.
    pub(crate) fn iter(
        &self,
        key_bytes: usize,
    ) -> impl DoubleEndedIterator<Item = (&[u8], Edge)> {
        self.keys.chunks_exact(key_bytes).zip(self.edges.iter().copied())
    }
}
