//! Solutions as digits, as learning environments number their actions.

use std::str::FromStr;

use kuraban::{Dir, lurd};

use crate::Error;
use crate::answers::Answered;
use crate::columns::{Column, Kind, Value};

/// The column's name.
pub(super) const NAME: &str = "actions";

/// How an environment numbers its actions.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum ActionSet {
    /// gym-sokoban: 1 to 4 push up, down, left, right; 5 to 8 move.
    Gym,
    /// The Sokoban of envpool: 0 to 3 are up, down, left, right.
    Envpool,
    /// Jumanji, and the published solutions of Boxoban: 0 to 3 are up, right, down, left.
    Jumanji,
}

impl ActionSet {
    /// All of them, with their names.
    pub const NAMED: [(Self, &'static str); 3] =
        [(Self::Gym, "gym"), (Self::Envpool, "envpool"), (Self::Jumanji, "jumanji")];

    /// The digits of a solution; `None` where it is none.
    ///
    /// ```
    /// use kuraban_batch::ActionSet;
    ///
    /// assert_eq!(ActionSet::Jumanji.digits("uRdl").as_deref(), Some("0123"));
    /// assert_eq!(ActionSet::Gym.digits("uRdl").as_deref(), Some("5467"));
    /// ```
    pub fn digits(self, solution: &str) -> Option<String> {
        let steps = lurd::read(solution).ok()?;
        let digit = |step: &lurd::Step| {
            let [up, down, left, right] = match (self, step.push) {
                (Self::Gym, true) => ['1', '2', '3', '4'],
                (Self::Gym, false) => ['5', '6', '7', '8'],
                (Self::Envpool, _) => ['0', '1', '2', '3'],
                (Self::Jumanji, _) => ['0', '2', '3', '1'],
            };
            match step.dir {
                Dir::Up => up,
                Dir::Down => down,
                Dir::Left => left,
                Dir::Right => right,
            }
        };
        Some(steps.iter().map(digit).collect())
    }
}

impl ActionSet {
    /// Solutions as a column of a table.
    pub(super) const fn column(self) -> Column {
        let value: for<'a> fn(&'a Answered<'a>) -> Value<'a> = match self {
            Self::Gym => |answered| Self::Gym.of(answered),
            Self::Envpool => |answered| Self::Envpool.of(answered),
            Self::Jumanji => |answered| Self::Jumanji.of(answered),
        };
        Column { name: NAME, kind: Kind::Text, of_level: false, value }
    }

    fn of<'a>(self, answered: &Answered<'_>) -> Value<'a> {
        let solution = answered.row.solution.as_deref();
        let digits = solution.and_then(|solution| self.digits(solution));
        digits.map_or(Value::Null, |digits| Value::Text(digits.into()))
    }
}

impl FromStr for ActionSet {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = Self::NAMED.into_iter().find(|&(_, known)| known == name);
        let names = Self::NAMED.map(|(_, name)| name).join(", ");
        known.map(|(set, _)| set).ok_or_else(|| {
            Error::Usage(format!("`{name}` is no action set; they are {names}"))
        })
    }
}
