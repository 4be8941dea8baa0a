//! Strategies that fill goals: a plan by searching backward, then forward along it; or forward
//! without a plan.

use std::sync::Arc;

use kuraban_board::WIDE;
use kuraban_search::{BestCell, Stage, Turn};

use crate::features::Features;
use crate::plan::Plan;
use crate::shared::Shared;
use crate::spaces::along_plan::{AlongPlan, ByPlan};
use crate::strategies::joined;
use crate::strategies::planning::Planning;
use crate::strategies::{LISTED, Work};
use crate::strategy::{Along, Counts, Method, Strategy};
use crate::tree::{Expanded, Tree, Ways};

/// Work of a move of the plan search. Measured, roughly.
const PLANNED: u64 = 40;

enum Phase<const W: usize> {
    /// At the start of a search without a plan.
    Unplanned,
    Planning(Box<Planning<W>>),
    Forward(Box<(Tree, AlongPlan<W>)>),
    Over,
}

/// A packing plan being made and followed.
pub(crate) struct Planned<const W: usize> {
    shared: Arc<Shared<W>>,
    name: &'static str,
    along: Along,
    phase: Phase<W>,
    /// Expansions and successors of searches that are over.
    gone: (u64, u64),
    steps: usize,
}

impl<const W: usize> Planned<W> {
    pub(crate) fn new(
        shared: &Arc<Shared<W>>,
        name: &'static str,
        along: Along,
        turn: &mut Turn<'_>,
    ) -> Self {
        let phase = match along.first.map(|first| Planning::new(shared, first, turn)) {
            Some(Some(planning)) => Phase::Planning(Box::new(planning)),
            Some(None) => Phase::Over,
            // There boxes and goals are too many to be matched for every move.
            None if W > WIDE => Phase::Over,
            None => Phase::Unplanned,
        };
        Self { shared: Arc::clone(shared), name, along, phase, gone: (0, 0), steps: 0 }
    }

    /// A strategy at its beginning; `None` where it does not fill goals.
    pub(crate) fn of(
        shared: &Arc<Shared<W>>,
        strategy: Strategy,
        turn: &mut Turn<'_>,
    ) -> Option<Self> {
        let Method::Pack(along) = strategy.method else { return None };
        Some(Self::new(shared, strategy.name, along, turn))
    }

    /// Makes the plan, if any, without following it: the forward search's view of it, and the
    /// expansions it took.
    pub(crate) fn view(mut self, turn: &mut Turn<'_>) -> Option<(AlongPlan<W>, u64)> {
        while matches!(self.phase, Phase::Unplanned | Phase::Planning(_)) {
            turn.overdraw(PLANNED).continue_value()?;
            self.step(turn);
        }
        match self.phase {
            Phase::Forward(work) => Some((work.1, self.gone.0)),
            Phase::Unplanned | Phase::Planning(_) | Phase::Over => None,
        }
    }

    /// Goes over from planning to searching along the plan.
    fn follow(&mut self, plan: Plan<W>, turn: &mut Turn<'_>) -> Stage {
        self.steps = plan.steps.len();
        let guide = ByPlan::new(Arc::clone(&self.shared), plan, self.along);
        let mut space = AlongPlan::new(&self.shared, guide);
        let mut tree =
            Tree::new(Ways { listed: LISTED, renews: self.along.renews, weighs: true });
        let outcome = tree.add_roots(&mut space, &[self.shared.start()], turn);
        self.phase = Phase::Forward(Box::new((tree, space)));
        let stage = self.conclude(outcome);
        self.tell(stage, turn)
    }

    /// What the outcome of a forward move means.
    fn conclude(&mut self, outcome: Expanded) -> Stage {
        let Phase::Forward(work) = &self.phase else { return Stage::GaveUp };
        match outcome {
            Expanded::More => Stage::Working,
            Expanded::Exhausted => {
                self.gone = (self.expanded(), self.generated());
                self.phase = Phase::Over;
                Stage::GaveUp
            }
            Expanded::Done(node, last) => {
                let (tree, space) = &**work;
                let shared = (&*self.shared, self.name);
                joined::pushed(shared, (tree, space), (node, last))
            }
        }
    }
}

impl<const W: usize> Work for Planned<W> {
    fn step(&mut self, turn: &mut Turn<'_>) -> Stage {
        match &mut self.phase {
            Phase::Over => Stage::GaveUp,
            Phase::Unplanned => self.follow(Plan::default(), turn),
            Phase::Planning(planning) => {
                let Some(plan) = planning.step(turn) else { return Stage::Working };
                self.gone = planning.counts();
                self.follow(plan, turn)
            }
            Phase::Forward(work) => {
                let (tree, space) = &mut **work;
                let before = tree.best();
                let outcome = tree.step(space, turn);
                let is_better = tree.best() != before;
                let stage = self.conclude(outcome);
                if is_better { self.tell(stage, turn) } else { stage }
            }
        }
    }

    fn expanded(&self) -> u64 {
        self.gone.0
            + match &self.phase {
                Phase::Planning(planning) => planning.counts().0,
                Phase::Forward(work) => work.0.expanded() as u64,
                Phase::Unplanned | Phase::Over => 0,
            }
    }

    fn generated(&self) -> u64 {
        self.gone.1
            + match &self.phase {
                Phase::Planning(planning) => planning.counts().1,
                Phase::Forward(work) => work.0.generated,
                Phase::Unplanned | Phase::Over => 0,
            }
    }

    /// Features of filled goals take longer, and counting settled boxes takes longest.
    fn price(&self) -> u64 {
        match self.along.counts {
            Counts::Settled => 6,
            _ => 3,
        }
    }

    fn bytes(&self) -> usize {
        match &self.phase {
            Phase::Planning(planning) => planning.bytes(),
            Phase::Forward(work) => work.0.bytes(),
            Phase::Unplanned | Phase::Over => 0,
        }
    }

    fn best_cell(&self) -> Option<BestCell> {
        let Phase::Forward(work) = &self.phase else { return None };
        let (tree, space) = &**work;
        let best = tree.best();
        let (plans, done) = (self.along.first.is_some(), Features::packed_of(best));
        Some(BestCell {
            strategy: self.name,
            packed: if plans { space.guide.plan.placed(done) } else { done },
            boxes: self.shared.statics.map.board.goals.len(),
            regions: Features::regions_of(best),
            plan: plans.then_some((done, self.steps)),
        })
    }

    fn best_place(&self) -> Option<(Vec<usize>, usize)> {
        let Phase::Forward(work) = &self.phase else { return None };
        let (tree, space) = &**work;
        Some(self.shared.squares(&tree.state(space, tree.best_node()?)))
    }

    fn describe(&self) -> String {
        let name = self.name;
        match &self.phase {
            Phase::Unplanned => format!("{name}: at the start"),
            Phase::Planning(planning) => {
                format!("{name}: planning, {} expanded", planning.counts().0)
            }
            Phase::Forward(work) => format!(
                "{name}: planned in {}; packed {} of {}, {} expanded, {} turned down, {} cells, \
                 {} in corrals",
                self.gone.0,
                Features::packed_of(work.0.best()),
                self.steps,
                work.0.expanded(),
                work.0.rejected,
                work.0.cells(),
                work.1.corrals(),
            ),
            Phase::Over => format!("{name}: out of ideas"),
        }
    }
}
