//! The strategies as values: to add one, write a constant and list it in [`Strategy::ALL`].

use std::fmt;

/// A strategy of the engine.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Strategy {
    /// The stable name.
    pub(crate) name: &'static str,
    /// One line for people.
    about: &'static str,
    pub(crate) method: Method,
}

/// How a strategy searches.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Method {
    /// Filling goals, along a packing plan or without one.
    Pack(Along),
    /// Each end toward the best board of the other, in turns.
    Alternate(Alternation),
}

/// How each end heads for the best board of the other.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Alternation {
    pub(crate) begins: Begins,
    /// What guides the searches from the goals. Those from the start go by boxes and by pushes in
    /// turns. Where searches go by worth, this still tells which position is their best, and so the
    /// next landmark.
    pub(crate) backward: Nearer,
    /// Whether moves far from the last one weigh more.
    pub(crate) localizes: bool,
    /// Whether searches toward a landmark go by what positions are worth, and not by cells.
    pub(crate) by_worth: bool,
}

/// How it begins, when no end has anything to head for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Begins {
    /// A search from the start opens the board.
    AtStart,
    /// A search from the goals does.
    AtGoals,
    /// A search from the start heads for the goals.
    Straight,
}

/// What makes one position nearer to a landmark than another, of those with equal regions.
///
/// Neither is better: each solves levels at once on which the other is at a loss.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Nearer {
    /// More boxes are on it.
    ByBoxes,
    /// Fewer pushes are left to it.
    ByPushes,
}

/// How goals are filled.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Along {
    /// The goals that the plan empties first; `None` where no plan is made.
    pub(crate) first: Option<First>,
    /// Whether an advisor whose move is lost names another.
    pub(crate) renews: bool,
    pub(crate) counts: Counts,
    /// Whether room is made around the box that stands in the way of most others.
    pub(crate) unblocks: bool,
    /// Whether plans are made on the way: from an open board, and from wherever the last plan got
    /// stuck.
    pub(crate) anew: bool,
}

impl Along {
    /// Whether moves far from the last one weigh more. Along a plan its steps tell what comes next.
    /// Measured together with nearness to what is not in place, 1 CPU s each on XSokoban: `settle`
    /// solves 73 so and 71 without, `plan-near` 88 and 89.
    pub(crate) fn localizes(self) -> bool {
        self.first.is_none()
    }
}

/// Of boxes that can vanish in a plan search, which one goes first.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum First {
    /// The one that vanishes farthest away.
    Far,
    /// The one that vanishes nearest.
    Near,
}

/// What counts as packed: steps of a plan that are done, or boxes.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Counts {
    /// Steps done in turn.
    InTurn,
    /// Steps done out of turn too, where they shut no goal that comes before.
    OutOfTurn,
    /// Steps done in turn, with boxes parked anywhere in the room of the square that the plan
    /// names.
    ParkedAnywhere,
    /// Boxes on goals that shut off no others, in any order.
    Settled,
}

/// Along a plan that empties near goals first, one step after the other.
pub(crate) const NEAR: Along = Along {
    first: Some(First::Near),
    renews: true,
    counts: Counts::InTurn,
    unblocks: false,
    anew: false,
};

/// From the start first, and from the goals by the boxes on the landmark.
const BY_BOXES: Alternation = Alternation {
    begins: Begins::AtStart,
    backward: Nearer::ByBoxes,
    localizes: false,
    by_worth: false,
};
/// The same by what positions are worth. The best position from the goals is the one with the fewest
/// pushes left.
const BY_WORTH: Alternation =
    Alternation { backward: Nearer::ByPushes, by_worth: true, ..BY_BOXES };

impl Strategy {
    /// Along a plan that empties the goals near the start squares first.
    pub const PLAN_NEAR: Self = Self {
        name: "plan-near",
        about: "follows a packing plan that fills the goals nearest to the boxes last",
        method: Method::Pack(NEAR),
    };

    /// Along a plan that empties the goals near the start squares first; steps done out of turn
    /// count too.
    pub const PLAN_LOOSE: Self = Self {
        name: "plan-loose",
        about: "follows a packing plan, and counts steps that are done out of turn",
        method: Method::Pack(Along { counts: Counts::OutOfTurn, ..NEAR }),
    };

    /// Along a plan that empties the goals far from the start squares first.
    pub const PLAN_BEST: Self = Self {
        name: "plan-best",
        about: "follows a packing plan that fills the goals farthest from the boxes last",
        method: Method::Pack(Along { first: Some(First::Far), renews: false, ..NEAR }),
    };

    /// To an open board, and along a plan that is made there; where it gets stuck, along another
    /// one made there, and so on.
    pub const PLAN_ANEW: Self = Self {
        name: "plan-anew",
        about: "opens the board first, follows a packing plan from there, and makes another where it gets stuck",
        method: Method::Pack(Along { anew: true, ..NEAR }),
    };

    /// Along a plan that empties the goals near the start squares first. Boxes may be parked
    /// anywhere in a room, and room is made around the box that stands in the way of most others.
    pub const PLAN_PARKING: Self = Self {
        name: "plan-parking",
        about: "follows a packing plan, parks boxes anywhere in a room, and moves boxes out of the way",
        method: Method::Pack(Along {
            counts: Counts::ParkedAnywhere,
            unblocks: true,
            ..NEAR
        }),
    };

    /// Forward to an open board, backward toward it, and then each end toward the best board of
    /// the other one.
    pub const ALTERNATE: Self = Self {
        name: "alternate",
        about: "searches from both ends, each toward the best position of the other",
        method: Method::Alternate(BY_BOXES),
    };

    /// Like [`Strategy::ALTERNATE`], but a move is followed up by moves near it before others are
    /// made elsewhere.
    pub const ALTERNATE_NEAR: Self = Self {
        name: "alternate-near",
        about: "like `alternate`, but follows a move up before it tries others elsewhere",
        method: Method::Alternate(Alternation { localizes: true, ..BY_BOXES }),
    };

    /// Like [`Strategy::ALTERNATE`], but by what positions are worth.
    pub const ALTERNATE_WORTH: Self = Self {
        name: "alternate-worth",
        about: "like `alternate`, but goes where a weighted sum of features is best",
        method: Method::Alternate(BY_WORTH),
    };

    /// Backward to an open board, forward toward it, and then each end toward the best board of
    /// the other one, by what positions are worth.
    pub const GOALS_WORTH: Self = Self {
        name: "goals-worth",
        about: "like `alternate-worth`, but begins at the goals",
        method: Method::Alternate(Alternation { begins: Begins::AtGoals, ..BY_WORTH }),
    };

    /// Forward toward the goals, backward toward the best board of that, and so on, by what positions
    /// are worth.
    pub const STRAIGHT_WORTH: Self = Self {
        name: "straight-worth",
        about: "like `alternate-worth`, but heads straight for the goals first",
        method: Method::Alternate(Alternation { begins: Begins::Straight, ..BY_WORTH }),
    };

    /// Goals in any order, as long as the others can still be filled. Room is made around the box
    /// that stands in the way of most others, and a move is followed up by moves near it.
    pub const SETTLE: Self = Self {
        name: "settle",
        about: "fills goals in any order that keeps the way to the others open",
        method: Method::Pack(Along {
            first: None,
            renews: true,
            counts: Counts::Settled,
            unblocks: true,
            anew: false,
        }),
    };

    /// All strategies, in the order in which they take turns: first those that fill goals, then
    /// those that head for landmarks.
    pub const ALL: [Self; 11] = [
        Self::PLAN_NEAR,
        Self::SETTLE,
        Self::PLAN_BEST,
        Self::PLAN_LOOSE,
        Self::PLAN_PARKING,
        Self::PLAN_ANEW,
        Self::ALTERNATE,
        Self::GOALS_WORTH,
        Self::ALTERNATE_WORTH,
        Self::STRAIGHT_WORTH,
        Self::ALTERNATE_NEAR,
    ];

    /// The strategies that fill goals, and those that head for landmarks.
    pub fn kinds() -> [&'static [Self]; 2] {
        let all: &'static [Self] = &Self::ALL;
        let is_filling = |one: &Self| matches!(one.method, Method::Pack(_));
        let (filling, heading) = all.split_at(all.partition_point(is_filling));
        [filling, heading]
    }

    /// The stable name.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// One line for people.
    pub const fn about(self) -> &'static str {
        self.about
    }

    /// Whether it follows a packing plan made at the start.
    pub const fn plans(self) -> bool {
        matches!(self.method, Method::Pack(Along { first: Some(_), anew: false, .. }))
    }
}

/// Why a text is no strategy.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NoStrategy(String);

impl fmt::Display for NoStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no strategy", self.0)
    }
}

impl std::error::Error for NoStrategy {}

kuraban_level::by_name!(Strategy, in Strategy::ALL, else NoStrategy);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_read_back() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy.name().parse(), Ok(strategy));
        }
    }

    #[test]
    fn strategies_that_fill_goals_come_first() {
        let [filling, heading] = Strategy::kinds();
        assert!(!filling.is_empty() && !heading.is_empty());
        assert!(heading.iter().all(|one| !matches!(one.method, Method::Pack(_))));
        assert_eq!([filling, heading].concat(), Strategy::ALL);
    }
}
