//! Strategies: one way of finding a plan and following it, left and gone on with at will.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

use kuraban_level::Dir;

use crate::backward::{self, Backward};
use crate::deadlock::Deadlocks;
use crate::forward::{Features, Forward};
use crate::level::Statics;
use crate::macros::Macro;
use crate::path;
use crate::tree::{Progress, Tree, Ways};

/// A strategy of the engine.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Strategy {
    /// Along a packing plan; of few moves the first one made is free.
    PlanFirst,
    /// Along a packing plan; of few moves the best one is free.
    PlanBest,
    /// As [`Strategy::PlanFirst`], and an advisor whose move is lost names another.
    PlanFirstAgain,
    /// As [`Strategy::PlanBest`], and an advisor whose move is lost names another.
    PlanBestAgain,
}

impl Strategy {
    /// All strategies in the order in which they take turns.
    pub const ALL: [Self; 4] =
        [Self::PlanBest, Self::PlanFirstAgain, Self::PlanFirst, Self::PlanBestAgain];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PlanFirst => "plan-first",
            Self::PlanBest => "plan-best",
            Self::PlanFirstAgain => "plan-first-again",
            Self::PlanBestAgain => "plan-best-again",
        }
    }

    fn renews(self) -> bool {
        matches!(self, Self::PlanFirstAgain | Self::PlanBestAgain)
    }

    fn frees_best(self) -> bool {
        matches!(self, Self::PlanBest | Self::PlanBestAgain)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|strategy| strategy.name() == text)
            .ok_or_else(|| format!("`{text}` is no strategy"))
    }
}

/// Where a strategy stands after a step.
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
    Planning(Box<(Tree<Backward<W>>, Backward<W>)>),
    Forward(Box<(Tree<Forward<W>>, Forward<W>)>),
    Over,
}

/// A strategy at work.
pub(crate) struct Worker<const W: usize> {
    statics: Arc<Statics<W>>,
    deadlocks: Arc<Mutex<Deadlocks<W>>>,
    strategy: Strategy,
    phase: Phase<W>,
    planned: (u64, u64),
    steps: usize,
}

impl<const W: usize> Worker<W> {
    pub(crate) fn new(
        statics: &Arc<Statics<W>>,
        deadlocks: &Arc<Mutex<Deadlocks<W>>>,
        strategy: Strategy,
    ) -> Self {
        let mut space = Backward::new(Arc::clone(statics));
        let mut tree = Tree::new(Ways {
            listed: usize::MAX,
            renews: false,
            frees_best: strategy.frees_best(),
        });
        let roots = space.roots();
        let phase = if roots.is_empty() {
            Phase::Over
        } else {
            tree.add_roots(&mut space, &roots);
            Phase::Planning(Box::new((tree, space)))
        };
        Self {
            statics: Arc::clone(statics),
            deadlocks: Arc::clone(deadlocks),
            strategy,
            phase,
            planned: (0, 0),
            steps: 0,
        }
    }

    /// Takes one move of the current search.
    pub(crate) fn step(&mut self) -> Status {
        match &mut self.phase {
            Phase::Over => Status::GaveUp,
            Phase::Planning(work) => {
                let (tree, space) = &mut **work;
                let progress = if tree.expanded() > MOST_PLANNING {
                    Progress::Exhausted
                } else {
                    tree.step(space)
                };
                match backward::ended(tree, progress) {
                    None => Status::Working,
                    Some(node) => self.follow(node),
                }
            }
            Phase::Forward(work) => {
                let (tree, space) = &mut **work;
                let before = tree.best();
                let progress = tree.step(space);
                let news = tree.best() != before;
                self.conclude(progress, if news { Status::News } else { Status::Working })
            }
        }
    }

    /// Goes over from planning to searching along the plan.
    fn follow(&mut self, node: u32) -> Status {
        let Phase::Planning(work) = &self.phase else { return Status::Working };
        let tree = &work.0;
        let plan = backward::plan(&self.statics, tree, node);
        self.planned = (tree.expanded() as u64, tree.generated);
        self.steps = plan.steps.len();
        let deadlocks = Arc::clone(&self.deadlocks);
        let mut space = Forward::new(Arc::clone(&self.statics), plan, deadlocks);
        let mut tree = Tree::new(Ways {
            listed: LISTED,
            renews: self.strategy.renews(),
            frees_best: self.strategy.frees_best(),
        });
        let start = space.start();
        let progress = tree.add_roots(&mut space, &[start]);
        self.phase = Phase::Forward(Box::new((tree, space)));
        self.conclude(progress, Status::News)
    }

    fn conclude(&mut self, progress: Progress, otherwise: Status) -> Status {
        let Phase::Forward(work) = &self.phase else { return otherwise };
        match progress {
            Progress::Working => otherwise,
            Progress::Exhausted => {
                self.planned = (self.expanded(), self.generated());
                self.phase = Phase::Over;
                Status::GaveUp
            }
            Progress::Done(node, last) => {
                let (_, mut codes) = work.0.path(node);
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
        self.planned.0
            + match &self.phase {
                Phase::Planning(work) => work.0.expanded() as u64,
                Phase::Forward(work) => work.0.expanded() as u64,
                Phase::Over => 0,
            }
    }

    /// Successors generated so far.
    pub(crate) fn generated(&self) -> u64 {
        self.planned.1
            + match &self.phase {
                Phase::Planning(work) => work.0.generated,
                Phase::Forward(work) => work.0.generated,
                Phase::Over => 0,
            }
    }

    /// Bytes in the tables.
    pub(crate) fn bytes(&self) -> usize {
        match &self.phase {
            Phase::Planning(work) => work.0.bytes(),
            Phase::Forward(work) => work.0.bytes(),
            Phase::Over => 0,
        }
    }

    /// One line about where it stands.
    pub(crate) fn describe(&self) -> String {
        let name = self.strategy;
        match &self.phase {
            Phase::Planning(work) => format!("{name}: planning, {} expanded", work.0.expanded()),
            Phase::Forward(work) => format!(
                "{name}: planned in {}; packed {} of {}, {} expanded, {} turned down, {} cells, \
                 {} in corrals",
                self.planned.0,
                Features::packed_of(work.0.best()),
                self.steps,
                work.0.expanded(),
                work.0.rejected,
                work.0.cells(),
                work.1.corrals,
            ),
            Phase::Over => format!("{name}: out of ideas"),
        }
    }
}
