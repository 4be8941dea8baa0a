//! What "best" means, and what was proved about a solution.

use std::fmt;
use std::str::FromStr;

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

    /// The stable name, as typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Pushes => "pushes",
            Self::Moves => "moves",
            Self::Robot => "robot",
            Self::Actions => "actions",
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a text is no objective.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is no objective; they are any, pushes, moves, robot, actions")]
pub struct NoObjective(String);

impl FromStr for Objective {
    type Err = NoObjective;

    fn from_str(text: &str) -> Result<Self, NoObjective> {
        Self::ALL
            .into_iter()
            .find(|objective| objective.name() == text)
            .ok_or_else(|| NoObjective(text.to_owned()))
    }
}

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
}
