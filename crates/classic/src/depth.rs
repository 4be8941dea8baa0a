//! Depth-first search: to the first solution, to the best, and by iterative deepening.

use kuraban_search::{Run, Stop};

use crate::chunks::Chunks;
use crate::cost::Cost;
use crate::nodes::{Id, Nodes, ROOT};
use crate::space::{Space, Successors};
use crate::trace::Tracer;

/// How often a state is expanded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Visits {
    /// Once, however it was reached.
    Once,
    /// Again when it is reached at less cost than before.
    WhenCheaper,
}

/// What a dive does after it has found a solution.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Then {
    /// Ends.
    Stop,
    /// Goes on below the solution's cost.
    Better,
    /// Goes on up to the solution's cost, so that every state on some best way gets its cost.
    AllBest,
}

/// How one depth-first search is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dive {
    pub(crate) visits: Visits,
    pub(crate) then: Then,
    /// Ways that cost more are not followed.
    pub(crate) limit: Cost,
    /// Only solutions that cost less are handed over.
    pub(crate) beat: Cost,
    /// Whether the bound of what is left counts as cost.
    pub(crate) informed: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// The last and best solution, with its cost.
    pub(crate) best: Option<(Id, Cost)>,
    /// The least cost that was over the limit, if any was.
    pub(crate) cut: Option<Cost>,
}

/// A step of a way that is still to be tried: a state, the one before it, and the cost up to
/// here (as four numbers).
type Pending = Chunks<u32>;

/// The states that depth-first searches have reached. A state's cost is the least with which any
/// dive has visited it, and it is closed when the current dive has.
pub(crate) struct Depths {
    pub(crate) nodes: Nodes,
    pending: Pending,
    successors: Successors,
}

impl Depths {
    pub(crate) fn new(space: &dyn Space, run: &mut Run<'_>) -> Result<Self, Stop> {
        Ok(Self {
            nodes: Nodes::new(space.key_bytes(), true, run)?,
            pending: Chunks::new(4),
            successors: Successors::default(),
        })
    }

    /// After how many pushes a state of a push space was visited, as the last dive knows it.
    pub(crate) fn depth_of(&self) -> impl Fn(&[u8]) -> Option<u32> {
        |key| self.nodes.find(key).map(|id| self.nodes.cost(id).first())
    }

    /// Goes deep from the roots of the space. Successors are tried in their order. Better
    /// solutions are handed to `found` as they come.
    pub(crate) fn dive(
        &mut self,
        space: &mut dyn Space,
        dive: Dive,
        run: &mut Run<'_>,
        mut found: impl FnMut(&mut dyn Space, &Nodes, Id, &mut Run<'_>),
    ) -> Result<Outcome, Stop> {
        self.nodes.open_all();
        let key_bytes = space.key_bytes();
        let mut limit = dive.limit;
        let mut result = Outcome { best: None, cut: None };
        for key in space.roots().chunks_exact(key_bytes) {
            let (id, _) = self.nodes.insert(key, ROOT, Cost::MAX, run)?;
            self.push(id, ROOT, Cost::ZERO, run)?;
        }
        while let Some((id, parent, cost)) = self.pop() {
            if self.is_repeated(id, cost, dive.visits) {
                continue;
            }
            let bound =
                if dive.informed { space.bound(self.nodes.key(id)) } else { Cost::ZERO };
            let total = cost + bound;
            if total > limit {
                result.cut = Some(result.cut.map_or(total, |cut| cut.min(total)));
                continue;
            }
            self.nodes.set(id, parent, cost);
            self.nodes.close(id);
            if space.is_final(self.nodes.key(id)) {
                if result.best.is_none_or(|(_, best)| cost < best) {
                    result.best = Some((id, cost));
                    if cost < dive.beat {
                        found(space, &self.nodes, id, run);
                    }
                }
                limit = match dive.then {
                    Then::Stop => break,
                    Then::Better => limit.min(cost.just_below()),
                    Then::AllBest => limit.min(cost.with_any_second()),
                };
                continue;
            }
            run.statistics.open = self.pending.len() as u64;
            run.statistics.depth = u64::from(cost.first());
            run.tick()?;
            self.expand(space, id, cost, run)?;
        }
        while self.pop().is_some() {}
        Ok(result)
    }

    /// Whether there is no need to visit a state that was reached at this cost.
    ///
    /// The costs of earlier dives are kept: the way that is known to be cheaper is open to this
    /// dive too, as its limit is either higher, or lower than all that costs as much. So a dive
    /// visits what the dive before has visited once, and not each time it is reached.
    fn is_repeated(&self, id: Id, cost: Cost, visits: Visits) -> bool {
        let known = self.nodes.cost(id);
        match visits {
            Visits::Once => self.nodes.is_closed(id),
            Visits::WhenCheaper => {
                known < cost || known == cost && self.nodes.is_closed(id)
            }
        }
    }

    /// Puts all successors on the stack, the first one on top.
    fn expand(
        &mut self,
        space: &mut dyn Space,
        id: Id,
        cost: Cost,
        run: &mut Run<'_>,
    ) -> Result<(), Stop> {
        let mut tracer = Tracer::new(space, run);
        let mut successors = std::mem::take(&mut self.successors);
        space.expand(self.nodes.key(id), &mut successors);
        run.statistics.generated += successors.len() as u64;
        for (key, _) in successors.iter(space.key_bytes()) {
            let (_, is_new) = self.nodes.insert(key, ROOT, Cost::MAX, run)?;
            tracer.note(is_new);
        }
        for (key, edge) in successors.iter(space.key_bytes()).rev() {
            let child = self.nodes.find(key).expect("it was just put in");
            self.push(child, id, cost + edge.cost, run)?;
        }
        tracer.tell(space, self.nodes.key(id), &successors, run);
        self.successors = successors;
        Ok(())
    }

    fn push(
        &mut self,
        id: Id,
        parent: Id,
        cost: Cost,
        run: &mut Run<'_>,
    ) -> Result<(), Stop> {
        self.pending.reserve(run)?;
        self.pending.push(&[id, parent, cost.first(), cost.second()]);
        Ok(())
    }

    fn pop(&mut self) -> Option<(Id, Id, Cost)> {
        match self.pending.pop()? {
            &[id, parent, first, second] => Some((id, parent, Cost::new(first, second))),
            _ => unreachable!("records of four numbers"),
        }
    }
}
