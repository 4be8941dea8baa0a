//! The rules by name.

use std::fmt;

/// A rule that shows positions to be lost.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Rule {
    /// A box or goal out of the player's reach is not paired with one.
    Sealed,
    /// A box stands where no goal can be reached from.
    DeadSpot,
    /// Boxes block each other for good, one of them off goal.
    Freeze,
    /// A goal can be filled only by a box that was there from the start.
    Unfillable,
    /// More boxes in a part of the board than goals to be reached from there.
    Capacity,
    /// No goal of its own for every box.
    Matching,
    /// No goal of its own for every box, boxes that never move again being in the way.
    Bipartite,
    /// A goal was sealed by frozen boxes before it was filled.
    Filling,
    /// Two boxes that cannot be finished even alone.
    Pair,
    /// Three boxes that cannot be finished even alone.
    Triple,
    /// A closed room into which no box can be pushed.
    Corral,
    /// A closed room that cannot be opened, whatever is pushed.
    Enclosed,
    /// A single spot that boxes hem in for good.
    Hemmed,
    /// A diagonal row of closed spots that can neither be opened nor stay as it is.
    Diagonal,
    /// Boxes that never move again, seen when those before them have become walls.
    Walls,
    /// Boxes that a search has found to be lost together. This and the following are rules over
    /// macro moves, of the feature-space search.
    Pattern,
    /// Boxes are missing that would have to be there.
    Forced,
    /// The boxes of a room cannot be finished, even alone.
    Room,
}

impl Rule {
    /// The rules about positions that need no macro moves, the cheapest first; [`Toolbox::ask`](super::Toolbox::ask) has a line for each.
    pub const ALL: [Self; 13] = [
        Self::DeadSpot,
        Self::Freeze,
        Self::Capacity,
        Self::Matching,
        Self::Bipartite,
        Self::Filling,
        Self::Pair,
        Self::Triple,
        Self::Corral,
        Self::Hemmed,
        Self::Diagonal,
        Self::Walls,
        Self::Enclosed,
    ];

    /// The stable name, as reports write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::DeadSpot => "dead-spot",
            Self::Freeze => "freeze",
            Self::Unfillable => "unfillable",
            Self::Capacity => "capacity",
            Self::Matching => "matching",
            Self::Bipartite => "bipartite",
            Self::Filling => "filling",
            Self::Pair => "pair",
            Self::Triple => "triple",
            Self::Corral => "corral",
            Self::Enclosed => "enclosed",
            Self::Hemmed => "hemmed",
            Self::Diagonal => "diagonal",
            Self::Walls => "walls",
            Self::Pattern => "pattern",
            Self::Forced => "forced",
            Self::Room => "room",
        }
    }
}

/// The rules that a search asks. All are sound: switching one off costs time only.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct RuleSet(u32);

impl Default for RuleSet {
    fn default() -> Self {
        Self::ALL
    }
}

impl RuleSet {
    /// All of them.
    pub const ALL: Self = Self(u32::MAX);

    /// These rules without one.
    #[must_use]
    pub const fn without(self, rule: Rule) -> Self {
        Self(self.0 & !(1 << rule as u32))
    }

    /// Whether a rule is asked.
    #[inline]
    pub const fn has(self, rule: Rule) -> bool {
        self.0 & 1 << rule as u32 != 0
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sealed => "a box or goal that nobody can reach has no partner",
            Self::DeadSpot => "no goal can be reached from there",
            Self::Freeze => "these boxes block each other for good",
            Self::Unfillable => "no box can ever be brought to this goal",
            Self::Capacity => "more boxes than goals that can be reached from here",
            Self::Matching => "there is no goal of its own for every box",
            Self::Bipartite => {
                "boxes that cannot move any more keep others from their goals"
            }
            Self::Pair | Self::Triple | Self::Pattern | Self::Room => {
                "these boxes cannot be finished, even if the others were gone"
            }
            Self::Filling => "these boxes cannot move any more and seal an empty goal",
            Self::Corral => {
                "nothing can be pushed into the closed room, and something must be"
            }
            Self::Enclosed => "the closed room cannot be opened any more",
            Self::Hemmed => "the boxes around this spot can never leave it",
            Self::Diagonal => "the closed diagonal can neither be opened nor finished",
            Self::Walls => "these boxes can never move again",
            Self::Forced => "a box is missing that would have to be there",
        })
    }
}
