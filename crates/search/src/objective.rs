//! What "best" means, and what was proved about a solution.

use kuraban_level::Rules;
use kuraban_verify::Figures;

/// What the solution should minimise.
///
/// ```
/// use kuraban_search::Objective;
///
/// let objective: Objective = "pushes".parse()?;
/// assert_eq!(objective, Objective::Pushes);
/// # Ok::<(), kuraban_search::NoObjective>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Objective {
    /// Any solution will do.
    #[default]
    Any,
    /// Fewest pushes, then fewest moves.
    Pushes,
    /// Fewest moves, then fewest pushes.
    Moves,
    /// Fewest half movements of a robot that pushes cans: two for each step, two for each push
    /// run.
    Robot,
    /// Fewest actions, where a push leaves the player in place. Boulders only.
    Actions,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Self; 5] =
        [Self::Any, Self::Pushes, Self::Moves, Self::Robot, Self::Actions];

    /// The objectives that can be proved: all but [`Any`](Self::Any).
    pub const LEAST: &'static [Self] = match &Self::ALL {
        [_any, least @ ..] => least,
    };

    /// All that the program has to know of an objective.
    const fn meaning(self) -> Meaning {
        const BOTH: &[Rules] = &[Rules::Boxes, Rules::Boulders];
        match self {
            Self::Any => Meaning {
                name: "any",
                rules: BOTH,
                claim: None,
                ties: None,
                rank: |figures| (figures.pushes, figures.moves),
            },
            Self::Pushes => Meaning {
                name: "pushes",
                rules: BOTH,
                claim: Some(Claim::Pushes),
                ties: None,
                rank: |figures| (figures.pushes, figures.moves),
            },
            Self::Moves => Meaning {
                name: "moves",
                rules: BOTH,
                claim: Some(Claim::Moves),
                ties: Some(Claim::MovesThenPushes),
                rank: |figures| (figures.moves, figures.pushes),
            },
            Self::Robot => Meaning {
                name: "robot",
                rules: BOTH,
                claim: Some(Claim::Robot),
                ties: None,
                rank: |figures| (figures.robot_half_moves, figures.pushes),
            },
            Self::Actions => Meaning {
                name: "actions",
                rules: &[Rules::Boulders],
                claim: Some(Claim::Actions),
                ties: None,
                rank: |figures| (figures.pushes, figures.moves),
            },
        }
    }

    /// The stable name, as typed on the command line.
    pub const fn name(self) -> &'static str {
        self.meaning().name
    }

    /// The rules by which it means something.
    pub const fn rules(self) -> &'static [Rules] {
        self.meaning().rules
    }

    /// What is proved of a solution that is least; nothing where any will do.
    pub const fn claim(self) -> Option<Claim> {
        self.meaning().claim
    }

    /// What a least solution has to bring with it about ties. Only the search that found it can
    /// prove this.
    pub const fn ties(self) -> Option<Claim> {
        self.meaning().ties
    }

    /// The figures by which solutions are compared: less is better.
    pub fn rank(self, figures: &Figures) -> (usize, usize) {
        (self.meaning().rank)(figures)
    }
}

/// What an objective means; [`Objective`] explains its parts.
struct Meaning {
    name: &'static str,
    rules: &'static [Rules],
    claim: Option<Claim>,
    ties: Option<Claim>,
    rank: fn(&Figures) -> (usize, usize),
}

/// Why a text is no objective.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is no objective; they are {known}", known = Objective::ALL.map(Objective::name).join(", "))]
pub struct NoObjective(String);

kuraban_level::by_name!(Objective, in Objective::ALL, else NoObjective);

/// Something proved about a solution: no solution of the level has less of it.
///
/// ```
/// use kuraban_search::Claim;
///
/// assert_eq!(Claim::PushesThenMoves.name(), "pushes,moves");
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Claim {
    /// No solution has fewer moves.
    Moves,
    /// No solution has fewer pushes.
    Pushes,
    /// No solution costs the robot fewer half movements.
    Robot,
    /// No solution has fewer actions.
    Actions,
    /// Of all solutions with the fewest pushes none has fewer moves.
    PushesThenMoves,
    /// Of all solutions with the fewest moves none has fewer pushes.
    MovesThenPushes,
}

impl Claim {
    /// All claims, in the order in which people are told of them.
    pub const ALL: [Self; 6] = [
        Self::Moves,
        Self::Pushes,
        Self::Robot,
        Self::Actions,
        Self::PushesThenMoves,
        Self::MovesThenPushes,
    ];

    /// The stable name, as reports write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Pushes => "pushes",
            Self::Robot => "robot",
            Self::Actions => "actions",
            Self::PushesThenMoves => "pushes,moves",
            Self::MovesThenPushes => "moves,pushes",
        }
    }

    /// What is proved of a level that is solved at the start: no solution has less of anything.
    pub fn all_by(rules: Rules) -> Vec<Self> {
        let is_for = |claim: &Self| *claim != Self::Actions || rules == Rules::Boulders;
        Self::ALL.into_iter().filter(is_for).collect()
    }

    /// The figure that it is about, where that is a single one and the referee counts it.
    pub fn figure(self, figures: &Figures) -> Option<u64> {
        let figure = match self {
            Self::Moves => figures.moves,
            Self::Pushes => figures.pushes,
            Self::Robot => figures.robot_half_moves,
            Self::Actions | Self::PushesThenMoves | Self::MovesThenPushes => return None,
        };
        Some(figure as u64)
    }
}
