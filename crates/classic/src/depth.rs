//! Depth-first search: to the first solution, to the best, and by iterative deepening.

use std::ops::ControlFlow::Continue;

use kuraban_board::store::Chunks;

use crate::cost::Cost;
use crate::expansion::Expansion;
use crate::nodes::{Id, Nodes, ROOT, reserve};
use crate::space::Space;
use crate::strategy::{DepthOf, Event, Strategy};
use crate::work::{Flow, Work};

/// Entries that are taken between two checks of the turn, for one unit of work (guessed).
const TAKEN: u64 = 16;
/// States that are opened between two checks of the turn, and their price (guessed).
const OPENED: usize = 1 << 12;
const OPENED_PRICE: u64 = 8;

/// How often a state is expanded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Visits {
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
    /// Goes on up to the solution's cost, so every state on some best path gets its cost.
    AllBest,
}

/// How one depth-first search is done.
#[derive(Clone, Copy, Debug)]
struct Dive {
    visits: Visits,
    then: Then,
    /// Ways that cost more are not followed.
    limit: Cost,
    /// Only solutions that cost less are handed over.
    beat: Cost,
    /// Whether the bound of what is left counts as cost.
    informed: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    /// The last and best solution, with its cost.
    best: Option<(Id, Cost)>,
    /// The least cost above the limit, if any path exceeded it.
    cut: Option<Cost>,
}

/// How a dive stands.
#[derive(Clone, Copy, Debug)]
enum Dived {
    /// A solution that is better than any before. There is more to do.
    Better(Id),
    /// It is over.
    Done(Outcome),
}

/// A step still to be tried: a state, the state before it, and the cost so far (as four
/// numbers).
type Pending = Chunks<u32>;

/// The states that depth-first searches have reached. A state's cost is the least at which
/// any dive has visited it. The state is closed once the current dive has visited it.
struct Depths {
    nodes: Nodes,
    pending: Pending,
    expansion: Expansion,
    /// The cost of the state that is being expanded.
    cost: Cost,
    taken: u64,
    dive: Option<Underway>,
}

/// A dive that is not over.
#[derive(Clone, Copy, Debug)]
struct Underway {
    dive: Dive,
    limit: Cost,
    outcome: Outcome,
    /// How many states were opened; the roots are entered after that.
    opened: usize,
    has_roots: bool,
}

impl Depths {
    fn new(space: &dyn Space) -> Self {
        Self {
            nodes: Nodes::new(space.key_bytes(), true),
            pending: Chunks::new(4),
            expansion: Expansion::default(),
            cost: Cost::ZERO,
            taken: 0,
            dive: None,
        }
    }

    /// Dives from the roots of the space and tries successors in order. Call it again until
    /// the dive is done.
    fn dive(
        &mut self,
        dive: Dive,
        space: &mut dyn Space,
        work: &mut Work<'_, '_>,
    ) -> Flow<Dived> {
        let mut underway = self.dive.take().unwrap_or(Underway {
            dive,
            limit: dive.limit,
            outcome: Outcome { best: None, cut: None },
            opened: 0,
            has_roots: false,
        });
        let dived = self.advance(&mut underway, space, work);
        if !matches!(dived, Continue(Dived::Done(_))) {
            self.dive = Some(underway);
        }
        dived
    }

    /// Opens all states and enters the roots.
    fn begin(
        &mut self,
        underway: &mut Underway,
        space: &mut dyn Space,
        work: &mut Work<'_, '_>,
    ) -> Flow {
        while underway.opened < self.nodes.len() {
            work.spend(OPENED_PRICE)?;
            underway.opened = self.nodes.open_from(underway.opened, OPENED);
        }
        let roots = space.roots();
        let count = roots.len() / space.key_bytes();
        self.nodes.make_room(count.max(1), work)?;
        for key in roots.chunks_exact(space.key_bytes()) {
            let (id, _) = self.nodes.insert(key, ROOT, Cost::MAX, work)?;
            self.push(id, ROOT, Cost::ZERO, work)?;
        }
        underway.has_roots = true;
        Continue(())
    }

    fn advance(
        &mut self,
        underway: &mut Underway,
        space: &mut dyn Space,
        work: &mut Work<'_, '_>,
    ) -> Flow<Dived> {
        if !underway.has_roots {
            self.begin(underway, space, work)?;
        }
        let Underway { dive, limit, outcome, .. } = underway;
        let bound_price = if dive.informed { space.bound_price() } else { 0 };
        loop {
            if !self.expansion.is_idle() {
                self.expand(space, work)?;
            }
            if bound_price > 0 || self.taken.is_multiple_of(TAKEN) {
                work.spend(bound_price.max(1))?;
            }
            self.taken += 1;
            let Some((id, parent, cost)) = self.pop() else { break };
            if self.is_repeated(id, cost, dive.visits) {
                continue;
            }
            let bound =
                if dive.informed { space.bound(self.nodes.key(id)) } else { Cost::ZERO };
            let total = cost + bound;
            if total > *limit {
                outcome.cut = Some(outcome.cut.map_or(total, |cut| cut.min(total)));
                continue;
            }
            self.nodes.set(id, parent, cost);
            self.nodes.close(id);
            if space.is_final(self.nodes.key(id)) {
                *limit = match dive.then {
                    Then::Stop => *limit,
                    Then::Better => (*limit).min(cost.just_below()),
                    Then::AllBest => (*limit).min(cost.with_any_second()),
                };
                let is_best = outcome.best.is_none_or(|(_, best)| cost < best);
                if is_best {
                    outcome.best = Some((id, cost));
                }
                if dive.then == Then::Stop {
                    break;
                }
                if is_best && cost < dive.beat {
                    return Continue(Dived::Better(id));
                }
                continue;
            }
            work.account.open = self.pending.len() as u64;
            work.account.depth = u64::from(cost.first());
            self.cost = cost;
            self.expansion.choose(id);
        }
        self.pending.clear();
        Continue(Dived::Done(*outcome))
    }

    /// Whether there is no need to visit a state that was reached at this cost.
    ///
    /// The costs of earlier dives are kept. If one of them reached the state by a cheaper
    /// path, this dive can take that path too, unless its limit is so low that it rules out
    /// both. So a dive visits each state of the dive before once, not each time it reaches
    /// it.
    fn is_repeated(&self, id: Id, cost: Cost, visits: Visits) -> bool {
        let known = self.nodes.cost(id);
        match visits {
            Visits::Once => self.nodes.is_closed(id),
            Visits::WhenCheaper => {
                known < cost || known == cost && self.nodes.is_closed(id)
            }
        }
    }

    /// Puts all successors of the chosen state on the stack, the first one on top.
    fn expand(&mut self, space: &mut dyn Space, work: &mut Work<'_, '_>) -> Flow {
        let (key_bytes, price) = (space.key_bytes(), space.price());
        self.expansion.spread(space, &mut self.nodes, price, work)?;
        let id = self.expansion.id();
        for (key, _) in self.expansion.successors.iter(key_bytes) {
            let (_, is_new) = self.nodes.insert(key, ROOT, Cost::MAX, work)?;
            self.expansion.tracer.note(is_new);
        }
        for index in (0..self.expansion.successors.len()).rev() {
            let (key, edge) = self.expansion.successors.get(index, key_bytes);
            let child = self.nodes.find(key).expect("it was just put in");
            self.push(child, id, self.cost + edge.cost, work)?;
        }
        self.expansion.end(space, &self.nodes, work);
        Continue(())
    }

    fn push(&mut self, id: Id, parent: Id, cost: Cost, work: &mut Work<'_, '_>) -> Flow {
        reserve(&mut self.pending, work)?;
        self.pending.push(&[id, parent, cost.first(), cost.second()]);
        Continue(())
    }

    fn pop(&mut self) -> Option<(Id, Id, Cost)> {
        match self.pending.pop()? {
            &[id, parent, first, second] => Some((id, parent, Cost::new(first, second))),
            _ => unreachable!("records of four numbers"),
        }
    }

    /// How many pushes lead to a state of a push space, as the last dive found it.
    fn into_depths(self) -> DepthOf {
        Box::new(move |key| self.nodes.find(key).map(|id| self.nodes.cost(id).first()))
    }
}

/// Searches for a first solution and then, if a measure was asked for, for the best.
pub(crate) struct ToBest {
    depths: Depths,
    /// What is left to do after a solution of least cost in the first measure.
    then: Then,
    /// Whether any solution will do.
    any: bool,
    /// What the first solution costs.
    first: Option<Cost>,
}

impl ToBest {
    pub(crate) fn new(space: &dyn Space, then: Then, any: bool) -> Self {
        Self { depths: Depths::new(space), then, any, first: None }
    }
}

impl Strategy for ToBest {
    fn advance(&mut self, space: &mut dyn Space, work: &mut Work<'_, '_>) -> Flow<Event> {
        let Some(first) = self.first else {
            let dive = Dive {
                visits: Visits::Once,
                then: Then::Stop,
                limit: Cost::MAX,
                beat: Cost::MAX,
                informed: false,
            };
            let dived = self.depths.dive(dive, space, work)?;
            let Dived::Done(outcome) = dived else {
                unreachable!("it stops at the first")
            };
            let Some((id, cost)) = outcome.best else { return Continue(Event::Nothing) };
            self.first = Some(cost);
            return Continue(if self.any { Event::Any(id) } else { Event::Better(id) });
        };
        let (then, limit) = match self.then {
            Then::AllBest => (Then::AllBest, first.with_any_second()),
            Then::Stop | Then::Better => (Then::Better, first.just_below()),
        };
        let visits = Visits::WhenCheaper;
        let dive = Dive { visits, then, limit, beat: first, informed: false };
        Continue(match self.depths.dive(dive, space, work)? {
            Dived::Better(id) => Event::Better(id),
            Dived::Done(outcome) => {
                let cost = outcome.best.map_or(first, |(_, cost)| cost).first();
                Event::LastIsLeast { cost }
            }
        })
    }

    fn nodes(&self) -> &Nodes {
        &self.depths.nodes
    }

    fn into_depths(self: Box<Self>) -> DepthOf {
        self.depths.into_depths()
    }
}

/// Iterative deepening: the limit of each dive is the least cost that exceeded the last
/// limit.
pub(crate) struct Deepening {
    depths: Depths,
    then: Then,
    informed: bool,
    /// How deep the current dive goes; none before the first.
    limit: Option<Cost>,
    proved: u32,
}

impl Deepening {
    pub(crate) fn new(space: &dyn Space, then: Then, informed: bool) -> Self {
        Self { depths: Depths::new(space), then, informed, limit: None, proved: 0 }
    }
}

impl Strategy for Deepening {
    fn advance(&mut self, space: &mut dyn Space, work: &mut Work<'_, '_>) -> Flow<Event> {
        let mut limit = match self.limit {
            Some(limit) => limit,
            None if self.informed => {
                let root = space.roots();
                space.bound(&root)
            }
            None => Cost::ZERO,
        };
        // A dead end by its bound is never visited: the bound is the proof.
        while limit != Cost::MAX {
            self.limit = Some(limit);
            if limit.first() > self.proved {
                self.proved = limit.first();
                space.prove(self.proved, work);
            }
            let dive = Dive {
                visits: Visits::WhenCheaper,
                then: self.then,
                limit: limit.with_any_second(),
                beat: Cost::MAX,
                informed: self.informed,
            };
            let outcome = match self.depths.dive(dive, space, work)? {
                Dived::Better(id) => return Continue(Event::Better(id)),
                Dived::Done(outcome) => outcome,
            };
            if let Some((id, cost)) = outcome.best {
                let (cost, settled) = (cost.first(), self.then == Then::Better);
                return Continue(Event::Least { id, cost, settled });
            }
            let Some(cut) = outcome.cut else { break };
            limit = cut;
        }
        Continue(Event::Nothing)
    }

    fn nodes(&self) -> &Nodes {
        &self.depths.nodes
    }

    fn into_depths(self: Box<Self>) -> DepthOf {
        self.depths.into_depths()
    }
}
