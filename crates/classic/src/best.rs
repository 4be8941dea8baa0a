//! Best-first search: uniform cost, A* and greedy.

use kuraban_search::{Run, Stop};

use crate::cost::Cost;
use crate::nodes::{Id, Nodes, ROOT};
use crate::open::Open;
use crate::space::{Space, Successors};
use crate::trace::Tracer;

/// What makes a state better than another.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Guide {
    /// What it cost so far: Dijkstra's search.
    Cost,
    /// That, and the bound of what is left: A*.
    CostAndBound,
    /// The bound alone. The first solution is taken, whatever it costs.
    Bound,
}

/// When a search ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Until {
    /// At the first solution.
    Found,
    /// When every state that lies on some best way has been expanded.
    Settled,
}

/// A best-first search and the states it reached.
pub(crate) struct BestFirst {
    pub(crate) nodes: Nodes,
    open: Open,
    guide: Guide,
}

impl BestFirst {
    pub(crate) fn new(
        space: &dyn Space,
        guide: Guide,
        run: &mut Run<'_>,
    ) -> Result<Self, Stop> {
        let nodes = Nodes::new(space.key_bytes(), true, run)?;
        Ok(Self { nodes, open: Open::default(), guide })
    }

    /// Searches from the roots of a space to a final state. The bounds of all spaces fall by no
    /// more than an edge costs, so that a state is never reached at less cost after it was
    /// expanded, and is expanded once.
    ///
    /// `tick` is called before each expansion with the priority that was reached.
    pub(crate) fn search(
        &mut self,
        space: &mut dyn Space,
        until: Until,
        run: &mut Run<'_>,
        mut tick: impl FnMut(&mut dyn Space, Cost, &mut Run<'_>) -> Result<(), Stop>,
    ) -> Result<Option<Id>, Stop> {
        let key_bytes = space.key_bytes();
        for key in space.roots().chunks_exact(key_bytes) {
            self.reach(space, key, ROOT, Cost::ZERO, run)?;
        }
        let mut successors = Successors::default();
        let mut best: Option<Id> = None;
        while let Some((priority, id)) = self.open.pop() {
            if let Some(best) = best
                && priority.first() > self.nodes.cost(best).first()
            {
                break;
            }
            if !self.nodes.close(id) {
                continue; // reached at less cost after it was queued, and expanded then
            }
            if self.guide != Guide::Bound && space.is_final(self.nodes.key(id)) {
                best = best.or(Some(id));
                if until == Until::Found {
                    break;
                }
                continue;
            }
            run.statistics.open = self.open.len() as u64;
            tick(space, priority, run)?;
            let mut tracer = Tracer::new(space, run);
            let cost = self.nodes.cost(id);
            space.expand(self.nodes.key(id), &mut successors);
            run.statistics.generated += successors.len() as u64;
            for (key, edge) in successors.iter(key_bytes) {
                let (child, is_new) =
                    self.reach(space, key, id, cost + edge.cost, run)?;
                tracer.note(is_new);
                if edge.is_final && self.guide == Guide::Bound {
                    best = Some(child);
                    break;
                }
            }
            tracer.tell(space, self.nodes.key(id), &successors, run);
            if best.is_some() && self.guide == Guide::Bound {
                break;
            }
        }
        Ok(best)
    }

    /// Notes that a state was reached, and queues it where it is new or cheaper than before.
    fn reach(
        &mut self,
        space: &mut dyn Space,
        key: &[u8],
        parent: Id,
        cost: Cost,
        run: &mut Run<'_>,
    ) -> Result<(Id, bool), Stop> {
        let (id, is_new) = self.nodes.insert(key, parent, cost, run)?;
        let is_cheaper =
            !is_new && !self.nodes.is_closed(id) && cost < self.nodes.cost(id);
        if is_cheaper {
            self.nodes.set(id, parent, cost);
        }
        // Greedy search expands in the order of the bound, whatever a state cost.
        if is_new || is_cheaper && self.guide != Guide::Bound {
            let priority = match self.guide {
                Guide::Cost => cost,
                Guide::CostAndBound => cost + space.bound(key),
                Guide::Bound => space.bound(key),
            };
            self.open.push(priority, id, run)?;
        }
        Ok((id, is_new))
    }
}
