//! What an action means.

use kuraban_level::{Dir, by_name};

/// A set of actions, as the environments people compare with number them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Actions {
    /// Up, down, left, right.
    #[default]
    Envpool,
    /// Nothing; push up, down, left, right; move up, down, left, right. A push that finds no
    /// box moves; a move does not push.
    Gym,
    /// Up, right, down, left.
    Jumanji,
}

/// What a player tries to do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Try {
    Nothing,
    Go(Dir),
    /// Go where no box is.
    Walk(Dir),
}

impl Actions {
    /// All sets.
    pub const ALL: [Self; 3] = [Self::Envpool, Self::Gym, Self::Jumanji];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Envpool => "envpool",
            Self::Gym => "gym",
            Self::Jumanji => "jumanji",
        }
    }

    /// How many actions there are.
    pub const fn count(self) -> usize {
        self.meanings().len()
    }

    /// The action that goes in a direction and pushes what is there.
    ///
    /// ```
    /// use kuraban_env::Actions;
    /// use kuraban_level::Dir;
    ///
    /// assert_eq!(Actions::ALL.map(|set| set.number(Dir::Right)), [3, 4, 1]);
    /// ```
    pub fn number(self, dir: Dir) -> u8 {
        let meaning = self.meanings().iter().position(|&what| what == Try::Go(dir));
        meaning.expect("every set has every direction") as u8
    }

    pub(crate) const fn meanings(self) -> &'static [Try] {
        use Dir::{Down, Left, Right, Up};
        use Try::{Go, Nothing, Walk};
        match self {
            Self::Envpool => &[Go(Up), Go(Down), Go(Left), Go(Right)],
            Self::Jumanji => &[Go(Up), Go(Right), Go(Down), Go(Left)],
            Self::Gym => &[
                Nothing,
                Go(Up),
                Go(Down),
                Go(Left),
                Go(Right),
                Walk(Up),
                Walk(Down),
                Walk(Left),
                Walk(Right),
            ],
        }
    }
}

by_name!(Actions, in Self::ALL, else NoActions);

/// A text that names no set of actions.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("there are no actions `{0}`; there are envpool, gym, jumanji")]
pub struct NoActions(pub String);
