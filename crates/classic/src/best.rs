//! Best-first search: uniform cost, A* and greedy.

use std::ops::ControlFlow::Continue;

use crate::cost::Cost;
use crate::expansion::Expansion;
use crate::nodes::{Id, Nodes, ROOT};
use crate::open::Open;
use crate::space::Space;
use crate::strategy::{DepthOf, Event, Strategy};
use crate::work::{Flow, Work};

/// Entries that are skipped between two checks of the turn, for one unit of work (guessed).
const SKIPS: u64 = 16;
/// Bounds that cost more are paid for one by one.
const DEAR: u64 = 8;

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

impl Guide {
    /// How many bounds an expansion is charged for. Where a bound costs 3, A* comes to 10
    /// units and greedy search to 7 (measured on `XSokoban` 29: 78,000 and 144,000
    /// expansions a second).
    fn bounds_per_expansion(self) -> u64 {
        match self {
            Self::Cost => 0,
            Self::CostAndBound => 3,
            Self::Bound => 2,
        }
    }
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
    reached: Reached,
    until: Until,
    /// Whether the roots were entered.
    has_begun: bool,
    expansion: Expansion,
    /// How many successors of the state that is being expanded were entered.
    entered: usize,
    best: Option<Id>,
    /// The least cost that was proved.
    proved: u32,
    skipped: u64,
}

/// The states, and those that wait.
struct Reached {
    nodes: Nodes,
    open: Open,
    guide: Guide,
}

impl BestFirst {
    pub(crate) fn new(space: &dyn Space, guide: Guide, until: Until) -> Self {
        let nodes = Nodes::new(space.key_bytes(), true);
        Self {
            reached: Reached { nodes, open: Open::default(), guide },
            until,
            has_begun: false,
            expansion: Expansion::default(),
            entered: 0,
            best: None,
            proved: 0,
            skipped: 0,
        }
    }

    pub(crate) fn nodes(&self) -> &Nodes {
        &self.reached.nodes
    }

    /// Searches from the roots of a space to a final state. In every space the bound falls
    /// by at most the cost of the edge. So no state is reached at less cost after its
    /// expansion, and each is expanded once.
    pub(crate) fn search(
        &mut self,
        space: &mut dyn Space,
        work: &mut Work<'_, '_>,
    ) -> Flow<Option<Id>> {
        if !self.has_begun {
            let roots = space.roots();
            let count = roots.len() / space.key_bytes();
            self.reached.nodes.make_room(count.max(1), work)?;
            for key in roots.chunks_exact(space.key_bytes()) {
                self.reached.enter(space, key, ROOT, Cost::ZERO, work)?;
            }
            self.has_begun = true;
        }
        let greedy = self.reached.guide == Guide::Bound;
        while !(greedy && self.best.is_some()) {
            if self.expansion.is_idle() && !self.choose(space, work)? {
                break;
            }
            self.expand(space, work)?;
        }
        Continue(self.best)
    }

    /// Chooses the next state; `false` when the search is over.
    fn choose(&mut self, space: &mut dyn Space, work: &mut Work<'_, '_>) -> Flow<bool> {
        let guide = self.reached.guide;
        while let Some((priority, id)) = self.reached.open.pop() {
            let nodes = &mut self.reached.nodes;
            if let Some(best) = self.best
                && priority.first() > nodes.cost(best).first()
            {
                return Continue(false);
            }
            if !nodes.close(id) {
                // It was reached at less cost after it was queued, and is expanded already.
                self.skipped += 1;
                if self.skipped.is_multiple_of(SKIPS) {
                    work.spend(1)?;
                }
                continue;
            }
            if guide != Guide::Bound && space.is_final(nodes.key(id)) {
                self.best = self.best.or(Some(id));
                if self.until == Until::Found {
                    return Continue(false);
                }
                continue;
            }
            if space.is_counted() {
                work.account.open = self.reached.open.len() as u64;
                work.account.depth = u64::from(priority.first());
                if guide != Guide::Bound
                    && priority != Cost::MAX
                    && priority.first() > self.proved
                {
                    self.proved = priority.first();
                    space.prove(self.proved, work);
                }
            }
            self.expansion.choose(id);
            self.entered = 0;
            return Continue(true);
        }
        Continue(false)
    }

    /// Expands the state that was chosen.
    fn expand(&mut self, space: &mut dyn Space, work: &mut Work<'_, '_>) -> Flow {
        let Self { reached, expansion, .. } = self;
        let key_bytes = space.key_bytes();
        let bound = space.bound_price();
        let is_dear = bound > DEAR && reached.guide != Guide::Cost;
        let bounds = if is_dear { 0 } else { reached.guide.bounds_per_expansion() };
        let price = space.price() + bounds * bound;
        expansion.spread(space, &mut reached.nodes, price, work)?;
        let (id, cost) = (expansion.id(), reached.nodes.cost(expansion.id()));
        while self.entered < expansion.successors.len() {
            if is_dear {
                work.spend(bound)?;
            }
            let (key, edge) = expansion.successors.get(self.entered, key_bytes);
            let (child, is_new) =
                reached.enter(space, key, id, cost + edge.cost, work)?;
            expansion.tracer.note(is_new);
            self.entered += 1;
            if edge.is_final && reached.guide == Guide::Bound {
                self.best = Some(child);
                break;
            }
        }
        expansion.end(space, &reached.nodes, work);
        Continue(())
    }
}

impl Reached {
    /// Notes that a state was reached, and queues it where it is new or cheaper than before.
    fn enter(
        &mut self,
        space: &mut dyn Space,
        key: &[u8],
        parent: Id,
        cost: Cost,
        work: &mut Work<'_, '_>,
    ) -> Flow<(Id, bool)> {
        let (id, is_new) = self.nodes.insert(key, parent, cost, work)?;
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
            self.open.push(priority, id, work)?;
        }
        Continue((id, is_new))
    }
}

impl Strategy for BestFirst {
    fn advance(&mut self, space: &mut dyn Space, work: &mut Work<'_, '_>) -> Flow<Event> {
        let Some(id) = self.search(space, work)? else { return Continue(Event::Nothing) };
        Continue(match self.reached.guide {
            Guide::Bound => Event::Any(id),
            Guide::Cost | Guide::CostAndBound => {
                let cost = self.nodes().cost(id).first();
                Event::Least { id, cost, settled: true }
            }
        })
    }

    fn nodes(&self) -> &Nodes {
        &self.reached.nodes
    }

    fn into_depths(self: Box<Self>) -> DepthOf {
        Box::new(move |key| {
            let nodes = self.nodes();
            nodes.find(key).map(|id| nodes.cost(id).first())
        })
    }
}
