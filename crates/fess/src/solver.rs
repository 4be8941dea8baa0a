//! The strategy: a plan by searching backward, then forward along it.

use std::sync::Arc;

use kuraban_board::Board;
use kuraban_level::Dir;

use crate::backward::{self, Backward};
use crate::forward::{Features, Forward};
use crate::level::Statics;
use crate::macros::Macro;
use crate::path;
use crate::tree::{Progress, Tree};

/// Where a solver stands after a step.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Status {
    Working,
    /// Working, and there is something worth telling.
    News,
    Solved(Vec<Dir>),
    GaveUp,
}

/// Moves of a position listed at a time.
const LISTED: usize = 16;
/// Expansions after which the plan search has to make do with what it has.
const MOST_PLANNING: usize = 20_000;

enum Phase<const W: usize> {
    Planning(Tree<Backward<W>>, Backward<W>),
    Forward(Tree<Forward<W>>, Box<Forward<W>>),
    Over,
}

/// One level being solved, step by step.
pub(crate) struct Solver<const W: usize> {
    statics: Arc<Statics<W>>,
    phase: Phase<W>,
    planned: u64,
    planned_generated: u64,
    steps: usize,
}

impl<const W: usize> Solver<W> {
    pub(crate) fn new(board: Arc<Board<W>>) -> Self {
        let statics = Arc::new(Statics::new(board));
        let mut space = Backward::new(Arc::clone(&statics));
        let mut tree = Tree::new(usize::MAX);
        let roots = space.roots();
        let phase = if roots.is_empty() {
            Phase::Over
        } else {
            tree.add_roots(&mut space, &roots);
            Phase::Planning(tree, space)
        };
        Self { statics, phase, planned: 0, planned_generated: 0, steps: 0 }
    }

    /// Takes one move of the current search.
    pub(crate) fn step(&mut self) -> Status {
        match &mut self.phase {
            Phase::Over => Status::GaveUp,
            Phase::Planning(tree, space) => {
                let progress = if tree.expanded() > MOST_PLANNING {
                    Progress::Exhausted
                } else {
                    tree.step(space)
                };
                let Some(node) = backward::ended(tree, progress) else {
                    return Status::Working;
                };
                let plan = backward::plan(&self.statics, tree, node);
                self.planned = tree.expanded() as u64;
                self.planned_generated = tree.generated;
                self.steps = plan.steps.len();
                let mut space = Box::new(Forward::new(Arc::clone(&self.statics), plan));
                let mut tree = Tree::new(LISTED);
                let start = space.start();
                let progress = tree.add_roots(&mut *space, &[start]);
                self.phase = Phase::Forward(tree, space);
                self.conclude(progress, Status::News)
            }
            Phase::Forward(tree, space) => {
                let before = tree.best();
                let progress = tree.step(space);
                let news = tree.best() != before;
                self.conclude(progress, if news { Status::News } else { Status::Working })
            }
        }
    }

    fn conclude(&mut self, progress: Progress, otherwise: Status) -> Status {
        let Phase::Forward(tree, _) = &self.phase else { return otherwise };
        match progress {
            Progress::Working => otherwise,
            Progress::Exhausted => {
                self.phase = Phase::Over;
                Status::GaveUp
            }
            Progress::Done(node, last) => {
                let (_, mut codes) = tree.path(node);
                codes.extend(last);
                let actions: Vec<Macro> = codes.into_iter().map(Macro::unpack).collect();
                let steps = path::steps(&self.statics.map, &actions)
                    .expect("the moves of a search can be made");
                Status::Solved(steps)
            }
        }
    }

    /// Expansions so far.
    pub(crate) fn expanded(&self) -> u64 {
        match &self.phase {
            Phase::Planning(tree, _) => tree.expanded() as u64,
            Phase::Forward(tree, _) => self.planned + tree.expanded() as u64,
            Phase::Over => self.planned,
        }
    }

    /// Successors generated so far.
    pub(crate) fn generated(&self) -> u64 {
        match &self.phase {
            Phase::Planning(tree, _) => tree.generated,
            Phase::Forward(tree, _) => self.planned_generated + tree.generated,
            Phase::Over => self.planned_generated,
        }
    }

    /// Bytes in the tables.
    pub(crate) fn bytes(&self) -> usize {
        match &self.phase {
            Phase::Planning(tree, _) => tree.bytes(),
            Phase::Forward(tree, space) => tree.bytes() + space.deadlocks.bytes(),
            Phase::Over => 0,
        }
    }

    /// One line about where it stands.
    pub(crate) fn describe(&self) -> String {
        match &self.phase {
            Phase::Planning(tree, _) => format!("plan search, {} expanded", tree.expanded()),
            Phase::Forward(tree, space) => format!(
                "planned in {}; packed {} of {}, {} expanded, {} turned down {:?}, {} cells, {} in corrals",
                self.planned,
                Features::packed_of(tree.best()),
                self.steps,
                tree.expanded(),
                tree.rejected,
                space.deadlocks.counts,
                tree.cells(),
                space.corrals,
            ),
            Phase::Over => "out of ideas".into(),
        }
    }
}
