//! How boards are played.

use kuraban_level::by_name;

use crate::{Actions, Observation};

/// How the boards of a batch are played.
///
/// ```
/// use kuraban_env::{Actions, Options};
///
/// let options = Options { actions: Actions::Gym, max_steps: 200, ..Options::default() };
/// assert_eq!((options.step_reward, options.min_steps), (-0.1, None));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What the numbers of actions mean.
    pub actions: Actions,
    /// What is seen of a board.
    pub observation: Observation,
    /// An episode ends undecided after so many steps; zero: never.
    pub max_steps: u32,
    /// If set, each episode draws its own most steps from here to `max_steps`.
    pub min_steps: Option<u32>,
    /// The reward of every step.
    pub step_reward: f64,
    /// The reward for a box that comes to a goal; a box that leaves one costs as much.
    pub box_reward: f64,
    /// The reward for solving the level.
    pub solved_reward: f64,
    /// Which level comes next.
    pub order: Order,
    /// What happens to a board whose episode has ended.
    pub autoreset: Autoreset,
    /// Whether a position that is proved lost ends the episode: a box on a square that no goal
    /// can be reached from, or boxes that block each other for good.
    pub end_on_deadlock: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            actions: Actions::default(),
            observation: Observation::default(),
            max_steps: 120,
            min_steps: None,
            step_reward: -0.1,
            box_reward: 1.0,
            solved_reward: 10.0,
            order: Order::default(),
            autoreset: Autoreset::default(),
            end_on_deadlock: false,
        }
    }
}

impl Options {
    pub(crate) fn check(&self) -> Result<(), OptionsError> {
        match self.min_steps {
            Some(least) if least == 0 || least > self.max_steps => {
                Err(OptionsError::Steps { least, most: self.max_steps })
            }
            _ => Ok(()),
        }
    }
}

/// Why boards cannot be played so.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum OptionsError {
    #[error("an episode cannot have {least} to {most} steps")]
    Steps { least: u32, most: u32 },
    #[error("there must be at least one board")]
    NoBoards,
    #[error("{boards} observations of {bytes} bytes do not fit into memory")]
    TooLarge { boards: usize, bytes: usize },
}

/// Which level comes next.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Order {
    /// Any, by the random stream of the board.
    #[default]
    Random,
    /// Of `n` boards the board `i` plays the levels `i`, `i + n`, `i + 2n`, …, so that each level
    /// is played once before one is played again.
    Sequential,
}

impl Order {
    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Sequential => "sequential",
        }
    }
}

by_name!(Order, in [Self::Random, Self::Sequential], else NoOrder);

/// A text that names no order.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("there is no order `{0}`; there are random, sequential")]
pub struct NoOrder(pub String);

/// What happens to a board whose episode has ended. The names are Gymnasium's.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Autoreset {
    /// The next step begins a new episode: its action is not played and its reward is zero.
    #[default]
    NextStep,
    /// The same step begins a new episode, and its first observation is told.
    SameStep,
    /// Nothing: the caller resets the board.
    Disabled,
}

impl Autoreset {
    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NextStep => "NextStep",
            Self::SameStep => "SameStep",
            Self::Disabled => "Disabled",
        }
    }
}

by_name!(
    Autoreset,
    in [Self::NextStep, Self::SameStep, Self::Disabled],
    else NoAutoreset
);

/// A text that names no way to go on.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("there is no autoreset `{0}`; there are NextStep, SameStep, Disabled")]
pub struct NoAutoreset(pub String);
