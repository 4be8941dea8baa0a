//! The model: a board with one of two rule sets, valid by construction.

use std::fmt;

use crate::Dir;

/// The largest board that is accepted, in squares. Larger ones are refused before any memory
/// is spent on them.
pub const MAX_SQUARES: usize = 1_000_000;

/// What it means to have solved a level.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Rules {
    /// Sokoban: every box stands on a goal.
    Boxes,
    /// Boulder puzzles: the player reaches the one goal square; boulders are only in the way.
    Boulders,
}

impl Rules {
    /// The stable name, as reports write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::Boulders => "boulders",
        }
    }
}

/// What lies on one square, apart from the player.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Square {
    /// Nothing can enter it.
    pub wall: bool,
    /// A box (or, with boulders, the player) belongs here.
    pub goal: bool,
    /// A box or boulder stands here.
    pub has_box: bool,
}

impl Square {
    /// An empty square.
    pub const FLOOR: Self = Self { wall: false, goal: false, has_box: false };
    /// A wall.
    pub const WALL: Self = Self { wall: true, goal: false, has_box: false };
    /// An empty goal.
    pub const GOAL: Self = Self { wall: false, goal: true, has_box: false };
    /// A box beside the goals.
    pub const BOX: Self = Self { wall: false, goal: false, has_box: true };
    /// A box on a goal.
    pub const BOX_ON_GOAL: Self = Self { wall: false, goal: true, has_box: true };
}

/// Why squares and players do not make a level. Squares are linear indices.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum Flaw {
    #[error("the board is empty")]
    Empty,
    #[error("the board has {0} squares, more than {MAX_SQUARES}")]
    TooLarge(usize),
    #[error("{squares} squares do not fill rows of {width}")]
    Ragged { squares: usize, width: usize },
    #[error("square {at} has the code {code}; the codes are 0 to 6")]
    Code { at: usize, code: u8 },
    #[error("there is no player")]
    NoPlayer,
    #[error("there are {} players, expected one", .0.len())]
    Players(Vec<usize>),
    #[error("{} but {}", counted(*boxes, "box", "boxes"), counted(*goals, "goal", "goals"))]
    Unbalanced { boxes: usize, goals: usize },
    #[error("the player is on square {0}, which is off the board")]
    PlayerOffBoard(usize),
    #[error("the player starts on a wall")]
    PlayerOnWall(usize),
    #[error("the player starts on a box")]
    PlayerOnBox(usize),
    #[error("a box or goal is on a wall")]
    ObjectOnWall(usize),
    #[error("there are {0} goal squares, expected one")]
    BoulderGoals(usize),
}

/// Everything that is wrong with the squares of a board; never empty.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Flaws(pub Vec<Flaw>);

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, flaw) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            flaw.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Flaws {}

impl From<Flaw> for Flaws {
    fn from(flaw: Flaw) -> Self {
        Self(vec![flaw])
    }
}

/// A number with its word.
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A valid level: one player on a free square, as many boxes as goals (or, with boulders, one
/// goal square), nothing on walls.
///
/// Squares are numbered row by row from zero on the board padded to a rectangle; the
/// board's edge blocks. Boxes and goals outside the walls of a closed level are
/// *decorations*: they are kept so that the level can be written again, and play no part in
/// the rules.
///
/// ```
/// use kuraban_level::{Level, Rules, Square};
///
/// let row = [Square::WALL, Square::FLOOR, Square::BOX, Square::GOAL, Square::WALL];
/// let level = Level::new(Rules::Boxes, 5, row.to_vec(), &[1])?;
/// assert_eq!((level.boxes(), level.goals(), level.player()), (&[2][..], &[3][..], 1));
/// # Ok::<(), kuraban_level::Flaws>(())
/// ```
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Level {
    rules: Rules,
    width: usize,
    squares: Vec<Square>,
    player: usize,
    boxes: Vec<usize>,
    goals: Vec<usize>,
    decorations: Vec<(usize, Square)>,
    enclosed: bool,
}

impl Level {
    /// Builds a level from the squares of a `width`-wide rectangle and the player squares that
    /// were found; lists everything that is wrong with them.
    pub fn new(
        rules: Rules,
        width: usize,
        squares: Vec<Square>,
        players: &[usize],
    ) -> Result<Self, Flaws> {
        let count = squares.len();
        if width == 0 || count == 0 {
            return Err(Flaw::Empty.into());
        }
        if !count.is_multiple_of(width) {
            return Err(Flaw::Ragged { squares: count, width }.into());
        }
        if count > MAX_SQUARES {
            return Err(Flaw::TooLarge(count).into());
        }
        if let Some(&at) = players.iter().find(|&&at| at >= count) {
            return Err(Flaw::PlayerOffBoard(at).into());
        }
        let mut flaws = Vec::new();
        match players {
            [] => flaws.push(Flaw::NoPlayer),
            [_] => {}
            several => flaws.push(Flaw::Players(several.to_vec())),
        }
        for (at, square) in squares.iter().enumerate() {
            if square.wall && (square.goal || square.has_box) {
                flaws.push(Flaw::ObjectOnWall(at));
            }
        }
        let player = players.first().copied().unwrap_or(0);
        if !players.is_empty() && squares[player].wall {
            flaws.push(Flaw::PlayerOnWall(player));
        }
        if !players.is_empty() && squares[player].has_box {
            flaws.push(Flaw::PlayerOnBox(player));
        }
        let mut level = Self {
            rules,
            width,
            squares,
            player,
            boxes: Vec::new(),
            goals: Vec::new(),
            decorations: Vec::new(),
            enclosed: false,
        };
        if players.len() == 1 {
            level.set_decorations_aside();
        }
        level.boxes = level.indices(|square| square.has_box);
        level.goals = level.indices(|square| square.goal);
        match rules {
            Rules::Boxes if level.boxes.len() != level.goals.len() => {
                flaws.push(Flaw::Unbalanced {
                    boxes: level.boxes.len(),
                    goals: level.goals.len(),
                });
            }
            Rules::Boulders if level.goals.len() != 1 => {
                flaws.push(Flaw::BoulderGoals(level.goals.len()));
            }
            _ => {}
        }
        if flaws.is_empty() { Ok(level) } else { Err(Flaws(flaws)) }
    }

    fn indices(&self, keep: impl Fn(&Square) -> bool) -> Vec<usize> {
        (0..self.squares.len()).filter(|&at| keep(&self.squares[at])).collect()
    }

    /// Finds out whether the level is closed; if so, removes what lies outside.
    fn set_decorations_aside(&mut self) {
        let inside = self.flood(vec![self.player], |_| true);
        let edge: Vec<usize> = (0..self.squares.len())
            .filter(|&at| self.is_on_edge(at) && !self.squares[at].wall)
            .collect();
        self.enclosed = !edge.iter().any(|&at| inside[at]);
        if !self.enclosed || self.rules == Rules::Boulders {
            return;
        }
        let outside = self.flood(edge, |_| true);
        for (at, _) in outside.iter().enumerate().filter(|&(_, &reached)| reached) {
            if self.squares[at] != Square::FLOOR {
                self.decorations.push((at, self.squares[at]));
                self.squares[at] = Square::FLOOR;
            }
        }
    }

    /// The squares that are connected to `from` through squares without a wall for which
    /// `enter` holds; `from` itself counts where it is not a wall.
    pub fn flood(&self, from: Vec<usize>, enter: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.squares.len()];
        let mut stack = from;
        stack.retain(|&at| !self.squares[at].wall);
        for &at in &stack {
            reached[at] = true;
        }
        while let Some(at) = stack.pop() {
            for dir in Dir::ALL {
                if let Some(to) = self.step(at, dir)
                    && !reached[to]
                    && enter(to)
                {
                    reached[to] = true;
                    stack.push(to);
                }
            }
        }
        reached
    }

    /// What counts as solved.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Columns of the padded board.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the padded board.
    pub fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// The start position's square `at`; decorations read as floor.
    pub fn square(&self, at: usize) -> Square {
        self.squares[at]
    }

    /// All squares, row by row.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Where the player starts.
    pub fn player(&self) -> usize {
        self.player
    }

    /// Where boxes or boulders start, ascending.
    pub fn boxes(&self) -> &[usize] {
        &self.boxes
    }

    /// The goal squares, ascending.
    pub fn goals(&self) -> &[usize] {
        &self.goals
    }

    /// What lies outside the closed level without being part of it.
    pub fn decorations(&self) -> &[(usize, Square)] {
        &self.decorations
    }

    /// Whether the player, even without boxes, can never reach the board's edge.
    pub fn is_enclosed(&self) -> bool {
        self.enclosed
    }

    /// Whether the start position is solved already.
    pub fn is_solved_at_start(&self) -> bool {
        match self.rules {
            Rules::Boxes => self.boxes == self.goals,
            Rules::Boulders => self.goals[0] == self.player,
        }
    }

    /// Row and column of a square.
    pub fn row_column(&self, at: usize) -> (usize, usize) {
        (at / self.width, at % self.width)
    }

    fn is_on_edge(&self, at: usize) -> bool {
        let (row, column) = self.row_column(at);
        row == 0 || column == 0 || row + 1 == self.height() || column + 1 == self.width
    }

    /// The neighbouring square on the board, unless it is a wall or beyond the edge.
    pub fn step(&self, at: usize, dir: Dir) -> Option<usize> {
        let to = match dir {
            Dir::Up => at.checked_sub(self.width)?,
            Dir::Down => at + self.width,
            Dir::Left if at.is_multiple_of(self.width) => return None,
            Dir::Left => at - 1,
            Dir::Right if (at + 1).is_multiple_of(self.width) => return None,
            Dir::Right => at + 1,
        };
        (to < self.squares.len() && !self.squares[to].wall).then_some(to)
    }
}
