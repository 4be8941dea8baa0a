//! The strategies and what they have in common.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kuraban_level::Dir;
use kuraban_search::BestCell;

use crate::alternate::Alternate;
use crate::backward::First;
use crate::landmark::Landmark;
use crate::planned::Planned;
use crate::shared::Shared;

/// A strategy of the engine.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Strategy {
    /// Along a plan that empties the goals far from the start squares first.
    PlanBest,
    /// Along a plan that empties the goals near the start squares first; an advisor whose move
    /// is lost names another.
    PlanNear,
    /// As [`Strategy::PlanNear`], and steps count that are done out of turn.
    PlanLoose,
    /// As [`Strategy::PlanNear`]; boxes may be parked anywhere in a room, and room is made around
    /// the box that stands in the way of most others.
    PlanParking,
    /// Backward to an open board with few dead ends, then forward toward it.
    LandmarkEnds,
    /// Forward to an open board, backward toward it, and then each end toward the best board of
    /// the other one.
    Alternate,
}

impl Strategy {
    /// All strategies, in the order in which they take turns. More of them would solve less in
    /// the same time.
    pub const ALL: [Self; 6] = [
        Self::PlanNear,
        Self::PlanLoose,
        Self::PlanBest,
        Self::Alternate,
        Self::LandmarkEnds,
        Self::PlanParking,
    ];

    /// Those that take turns unless others are chosen.
    pub const USUAL: [Self; 6] = Self::ALL;

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PlanBest => "plan-best",
            Self::PlanNear => "plan-near",
            Self::PlanLoose => "plan-loose",
            Self::PlanParking => "plan-parking",
            Self::LandmarkEnds => "landmark-ends",
            Self::Alternate => "alternate",
        }
    }

    /// One line for people.
    pub const fn about(self) -> &'static str {
        match self {
            Self::PlanBest => "usual: a plan; the goals far from the start emptied first",
            Self::PlanNear => "usual: a plan; the goals near the start emptied first",
            Self::PlanLoose => "usual: as plan-near; steps count out of turn",
            Self::PlanParking => {
                "usual: as plan-near; boxes parked anywhere in a room, the worst blocker first"
            }
            Self::LandmarkEnds => {
                "usual: backward to a board with few dead ends, then forward toward it"
            }
            Self::Alternate => "usual: each end toward the best board of the other",
        }
    }

    /// Whether it follows a packing plan.
    pub fn plans(self) -> bool {
        !matches!(self, Self::LandmarkEnds | Self::Alternate)
    }

    /// The goals that its plan empties first.
    pub(crate) fn first(self) -> First {
        if self == Self::PlanBest { First::Far } else { First::Near }
    }

    /// Whether an advisor whose move is lost names another.
    pub(crate) fn renews(self) -> bool {
        self != Self::PlanBest
    }

    /// Whether room is made around the box that stands in the way of most others.
    pub(crate) fn unblocks(self) -> bool {
        self == Self::PlanParking
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
        Strategy::LandmarkEnds => Box::new(Landmark::new(shared, strategy)),
        Strategy::Alternate => Box::new(Alternate::new(shared, strategy)),
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
