//! The strategies and what they have in common.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kuraban_level::Dir;
use kuraban_search::BestCell;

use crate::landmark::Landmark;
use crate::planned::Planned;
use crate::shared::Shared;

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
    /// As [`Strategy::PlanBestAgain`], by a plan that empties goals near the start squares
    /// first.
    PlanNear,
    /// As [`Strategy::PlanNear`], and steps count that are done out of turn.
    PlanLoose,
    /// Backward to an open board, then forward toward it.
    Landmark,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 7] = [
        Self::PlanNear,
        Self::PlanLoose,
        Self::PlanBest,
        Self::Landmark,
        Self::PlanFirstAgain,
        Self::PlanFirst,
        Self::PlanBestAgain,
    ];

    /// Those that take turns unless others are chosen, in their order: what the rest solves, these
    /// solve as well.
    pub const USUAL: [Self; 5] = [
        Self::PlanNear,
        Self::PlanLoose,
        Self::PlanBest,
        Self::Landmark,
        Self::PlanFirstAgain,
    ];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PlanFirst => "plan-first",
            Self::PlanBest => "plan-best",
            Self::PlanFirstAgain => "plan-first-again",
            Self::PlanBestAgain => "plan-best-again",
            Self::PlanNear => "plan-near",
            Self::PlanLoose => "plan-loose",
            Self::Landmark => "landmark",
        }
    }

    /// One line for people.
    pub const fn about(self) -> &'static str {
        match self {
            Self::PlanFirst => "a plan; of few moves the first one made is free",
            Self::PlanBest => "a plan; of few moves the best one is free",
            Self::PlanFirstAgain => {
                "as plan-first; after a lost move advisors name another"
            }
            Self::PlanBestAgain => {
                "as plan-best; after a lost move advisors name another"
            }
            Self::PlanNear => {
                "as plan-best-again, the goals near the start emptied first"
            }
            Self::PlanLoose => "as plan-near; steps count that are done out of turn",
            Self::Landmark => "backward to an open board, then forward toward it",
        }
    }

    /// Whether it follows a packing plan.
    pub fn plans(self) -> bool {
        self != Self::Landmark
    }

    /// Whether the goals near the start squares are emptied first.
    pub(crate) fn begins_near(self) -> bool {
        matches!(self, Self::PlanNear | Self::PlanLoose)
    }

    /// Whether an advisor whose move is lost names another.
    pub(crate) fn renews(self) -> bool {
        matches!(
            self,
            Self::PlanFirstAgain | Self::PlanBestAgain | Self::PlanNear | Self::PlanLoose
        )
    }

    /// Whether of few moves the best one is free.
    pub(crate) fn frees_best(self) -> bool {
        matches!(
            self,
            Self::PlanBest | Self::PlanBestAgain | Self::PlanNear | Self::PlanLoose
        )
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

/// A strategy at work, left and gone on with at will.
pub(crate) trait Work: Send {
    /// Takes one move.
    fn step(&mut self) -> Status;
    /// Expansions so far.
    fn expanded(&self) -> u64;
    /// Successors generated so far.
    fn generated(&self) -> u64;
    /// Bytes in the tables.
    fn bytes(&self) -> usize;
    /// The best cell so far; `None` while it does not search forward.
    fn best_cell(&self) -> Option<BestCell>;
    /// One line about where it stands.
    fn describe(&self) -> String;
}

/// Begins with a strategy.
pub(crate) fn begin<const W: usize>(
    shared: &Arc<Shared<W>>,
    strategy: Strategy,
) -> Box<dyn Work> {
    match strategy {
        Strategy::Landmark => Box::new(Landmark::new(shared)),
        _ => Box::new(Planned::new(shared, strategy)),
    }
}
