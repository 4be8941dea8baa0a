//! The strategies and what they have in common.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kuraban_level::Dir;
use kuraban_search::BestCell;

use crate::alternate::Alternate;
use crate::backward::Recipe;
use crate::greedy::GreedyPulls;
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
    /// As [`Strategy::PlanNear`], and the box that stands in the way of most others is seen to.
    PlanUnblock,
    /// As [`Strategy::PlanUnblock`], and boxes may be parked anywhere in a room.
    PlanParking,
    /// As [`Strategy::PlanNear`], by the most promising of several plans.
    PlanRanked,
    /// As [`Strategy::PlanRanked`], by plans in which boxes vanish in other start squares.
    PlanSecond,
    /// Backward to an open board, then forward toward it.
    Landmark,
    /// As [`Strategy::Landmark`], to a board with few dead ends.
    LandmarkEnds,
    /// As [`Strategy::Landmark`], to a board whose boxes are far from goals of their own.
    LandmarkFar,
    /// Forward to an open board, backward toward it, and then each end toward the best board of
    /// the other one.
    Alternate,
    /// As [`Strategy::Alternate`], several boards of the other end being tried.
    AlternatePool,
    /// Backward by the pushes that are left to the start, and nothing else.
    GreedyPulls,
}

impl Strategy {
    /// All strategies, the usual ones first.
    pub const ALL: [Self; 16] = [
        Self::PlanNear,
        Self::PlanLoose,
        Self::PlanBest,
        Self::Alternate,
        Self::LandmarkEnds,
        Self::PlanParking,
        Self::PlanUnblock,
        Self::PlanRanked,
        Self::PlanSecond,
        Self::Landmark,
        Self::LandmarkFar,
        Self::AlternatePool,
        Self::GreedyPulls,
        Self::PlanFirstAgain,
        Self::PlanFirst,
        Self::PlanBestAgain,
    ];

    /// Those that take turns unless others are chosen, in their order. More of them would solve
    /// less in the same time.
    pub const USUAL: [Self; 6] = [
        Self::PlanNear,
        Self::PlanLoose,
        Self::PlanBest,
        Self::Alternate,
        Self::LandmarkEnds,
        Self::PlanParking,
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
            Self::PlanUnblock => "plan-unblock",
            Self::PlanParking => "plan-parking",
            Self::PlanRanked => "plan-ranked",
            Self::PlanSecond => "plan-second",
            Self::Landmark => "landmark",
            Self::LandmarkEnds => "landmark-ends",
            Self::LandmarkFar => "landmark-far",
            Self::Alternate => "alternate",
            Self::AlternatePool => "alternate-pool",
            Self::GreedyPulls => "greedy-pulls",
        }
    }

    /// One line for people.
    pub const fn about(self) -> &'static str {
        match self {
            Self::PlanFirst => "a plan; of few moves the first one made is free",
            Self::PlanBest => "usual: a plan; the goals far from the start emptied first",
            Self::PlanFirstAgain => {
                "as plan-first; after a lost move advisors name another"
            }
            Self::PlanBestAgain => {
                "as plan-best; after a lost move advisors name another"
            }
            Self::PlanNear => "usual: a plan; the goals near the start emptied first",
            Self::PlanLoose => "usual: as plan-near; steps count out of turn",
            Self::PlanParking => {
                "usual: as plan-unblock; boxes parked anywhere in a room"
            }
            Self::PlanUnblock => "as plan-near; a box that blocks many others is seen to",
            Self::PlanRanked => "as plan-near, by the most promising of several plans",
            Self::PlanSecond => {
                "as plan-ranked, the boxes coming from other start squares"
            }
            Self::Landmark => "backward to an open board, then forward toward it",
            Self::LandmarkEnds => "usual: as landmark, to a board with few dead ends",
            Self::LandmarkFar => "as landmark, each box far from a goal of its own",
            Self::Alternate => "usual: each end toward the best board of the other",
            Self::AlternatePool => "as alternate, several boards of the other end tried",
            Self::GreedyPulls => "backward, by the pushes left to the start alone",
        }
    }

    /// Whether it follows a packing plan.
    pub fn plans(self) -> bool {
        !matches!(
            self,
            Self::Landmark
                | Self::LandmarkEnds
                | Self::LandmarkFar
                | Self::Alternate
                | Self::AlternatePool
                | Self::GreedyPulls
        )
    }

    /// The recipes of plans that others follow, and those of plans to choose from.
    pub(crate) fn recipes(self) -> (&'static [Recipe], &'static [Recipe]) {
        const NEAR: &[Recipe] = &[Recipe::NEAR];
        const ALL: &[Recipe] = &[Recipe::NEAR, Recipe::FAR, Recipe::CLUSTER];
        const SECOND: &[Recipe] =
            &[Recipe::NEAR.second(), Recipe::FAR.second(), Recipe::CLUSTER.second()];
        match self {
            Self::PlanNear | Self::PlanLoose | Self::PlanUnblock | Self::PlanParking => {
                (&[], NEAR)
            }
            Self::PlanRanked => (&[], ALL),
            Self::PlanSecond => (NEAR, SECOND),
            _ => (&[], &[Recipe::FAR]),
        }
    }

    /// Whether an advisor whose move is lost names another.
    pub(crate) fn renews(self) -> bool {
        !matches!(self, Self::PlanFirst | Self::PlanBest)
    }

    /// Whether the box that stands in the way of most others is seen to.
    pub(crate) fn unblocks(self) -> bool {
        matches!(self, Self::PlanUnblock | Self::PlanParking)
    }

    /// Whether of few moves the best one is free.
    pub(crate) fn frees_best(self) -> bool {
        !matches!(self, Self::PlanFirst | Self::PlanFirstAgain)
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
        Strategy::Landmark | Strategy::LandmarkEnds | Strategy::LandmarkFar => {
            Box::new(Landmark::new(shared, strategy))
        }
        Strategy::Alternate | Strategy::AlternatePool => {
            Box::new(Alternate::new(shared, strategy))
        }
        Strategy::GreedyPulls => Box::new(GreedyPulls::new(shared)),
        _ => Box::new(Planned::new(shared, strategy)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_ones_come_first_and_say_so() {
        assert_eq!(Strategy::ALL[..Strategy::USUAL.len()], Strategy::USUAL);
        for strategy in Strategy::ALL {
            let is_usual = Strategy::USUAL.contains(&strategy);
            assert_eq!(strategy.about().starts_with("usual: "), is_usual, "{strategy}");
            assert_eq!(strategy.name().parse(), Ok(strategy));
        }
    }
}
