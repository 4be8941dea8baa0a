//! Expands one state after another, and describes each expansion in the trace.

use std::ops::ControlFlow::Continue;

use crate::nodes::{Id, Nodes};
use crate::space::{Space, Successors};
use crate::work::{Flow, Work};

/// The expansion of a state, which may take several turns.
#[derive(Default)]
pub(crate) struct Expansion {
    step: Step,
    id: Id,
    pub(crate) successors: Successors,
    pub(crate) tracer: Tracer,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum Step {
    /// There is no state to expand.
    #[default]
    Idle,
    /// There is one.
    Chosen,
    /// It was counted.
    Counted,
    /// Its successors are there.
    Spread,
}

impl Expansion {
    /// Whether a state can be chosen.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.step == Step::Idle
    }

    /// The state that was chosen.
    #[inline]
    pub(crate) fn id(&self) -> Id {
        self.id
    }

    /// Chooses the state to expand.
    #[inline]
    pub(crate) fn choose(&mut self, id: Id) {
        (self.id, self.step) = (id, Step::Chosen);
    }

    /// Makes room for its successors, counts it and makes them. Once that is done, every
    /// further call returns `Continue`.
    #[inline]
    pub(crate) fn spread(
        &mut self,
        space: &mut dyn Space,
        nodes: &mut Nodes,
        price: u64,
        work: &mut Work<'_, '_>,
    ) -> Flow {
        if self.step == Step::Spread {
            return Continue(());
        }
        let is_counted = space.is_counted();
        if self.step == Step::Chosen {
            nodes.make_room(space.most_successors(), work)?;
            if is_counted {
                work.expand(price)?;
            } else {
                work.spend(price)?;
            }
            self.tracer.begin(is_counted && work.traces());
            self.step = Step::Counted;
        }
        space.expand(nodes.key(self.id), &mut self.successors, work)?;
        if is_counted {
            work.account.generated += self.successors.len() as u64;
        }
        self.step = Step::Spread;
        Continue(())
    }

    /// Ends the expansion.
    #[inline]
    pub(crate) fn end(
        &mut self,
        space: &mut dyn Space,
        nodes: &Nodes,
        work: &mut Work<'_, '_>,
    ) {
        if self.tracer.is_on {
            self.tracer.tell(space, nodes.key(self.id), &self.successors, work);
        }
        self.step = Step::Idle;
    }
}

/// Collects what became of the successors of one state, where a trace is wanted.
#[derive(Default)]
pub(crate) struct Tracer {
    is_on: bool,
    is_new: Vec<bool>,
}

impl Tracer {
    #[inline]
    fn begin(&mut self, is_on: bool) {
        self.is_on = is_on;
        self.is_new.clear();
    }

    /// The next successor was new, or was seen before.
    #[inline]
    pub(crate) fn note(&mut self, is_new: bool) {
        if self.is_on {
            self.is_new.push(is_new);
        }
    }

    /// Tells the state and its actions: possible, already seen or impossible. Where there
    /// is no short list of actions, the impossible ones are left out.
    fn tell(
        &self,
        space: &mut dyn Space,
        key: &[u8],
        successors: &Successors,
        work: &mut Work<'_, '_>,
    ) {
        let (number, depth) = (work.account.expanded, work.account.depth);
        let state = space.describe(key);
        work.trace(|| format!("expansion {number}, depth {depth}: {state}"));
        let what = |index: usize| match self.is_new.get(index) {
            Some(true) if successors.edges[index].is_final => "possible, the goal",
            Some(true) => "possible",
            Some(false) => "already seen",
            None => "possible, not looked at",
        };
        let all = space.actions();
        if all.is_empty() {
            for (index, edge) in successors.edges.iter().enumerate() {
                work.trace(|| format!("  {} {}", space.name(edge.action), what(index)));
            }
        }
        for action in all {
            let index = successors.edges.iter().position(|edge| edge.action == action);
            let told = index.map_or("impossible", what);
            work.trace(|| format!("  {} {told}", space.name(action)));
        }
    }
}
