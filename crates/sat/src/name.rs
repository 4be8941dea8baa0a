//! What variables mean, in words.

use std::fmt;

use kuraban_level::Dir;

/// A square, counted from the top left corner: `x` to the right, `y` down.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[expect(missing_docs, reason = "the type explains them")]
pub struct Place {
    pub x: u32,
    pub y: u32,
}

impl Place {
    /// The place of a level's square on a board of this width.
    pub const fn of_square(square: usize, width: usize) -> Self {
        Self { x: (square % width) as u32, y: (square / width) as u32 }
    }
}

/// The meaning of a variable. The last number is the time step `t`: a state for fluents, the
/// transition from `t` to `t + 1` for actions.
///
/// `wall` to `noop` speak of the game, with the same meaning in all encodings; the rest are
/// helpers.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Name {
    /// There is a wall.
    Wall(Place),
    /// There is a storage.
    Storage(Place),
    /// A crate stands there.
    Crate(Place, u32),
    /// The player stands there.
    Sokoban(Place, u32),
    /// The player walks from there.
    Move(Place, Dir, u32),
    /// The player pushes from there: the crate is one place ahead and goes to the next.
    Push(Place, Dir, u32),
    /// Nothing happens.
    Noop(u32),
    /// The player can walk there before push `t`.
    Reach(Place, u32),
    /// At least that many pushes before `t` were not on a shortest path to a goal.
    Slack(u32, u32),
    /// One action of this group is chosen; makes "at most one" cheap.
    Group(u32, u32),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Wall(Place { x, y }) => write!(f, "wall({x},{y})"),
            Self::Storage(Place { x, y }) => write!(f, "storage({x},{y})"),
            Self::Crate(Place { x, y }, t) => write!(f, "crate({x},{y},{t})"),
            Self::Sokoban(Place { x, y }, t) => write!(f, "sokoban({x},{y},{t})"),
            Self::Move(Place { x, y }, dir, t) => write!(f, "move({x},{y},{dir},{t})"),
            Self::Push(Place { x, y }, dir, t) => write!(f, "push({x},{y},{dir},{t})"),
            Self::Noop(t) => write!(f, "noop({t})"),
            Self::Reach(Place { x, y }, t) => write!(f, "reach({x},{y},{t})"),
            Self::Slack(used, t) => write!(f, "slack({used},{t})"),
            Self::Group(index, t) => write!(f, "group({index},{t})"),
        }
    }
}
