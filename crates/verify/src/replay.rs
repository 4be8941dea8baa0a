//! Playing steps on a level.

use kuraban_level::{Dir, Level, Rules, Step};

use crate::Figures;
use crate::figures::Counter;

/// Why a step cannot be made.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Illegal {
    /// The player would enter a wall.
    #[error("there is a wall")]
    Wall,
    /// The player would leave the board.
    #[error("that leaves the board")]
    Edge,
    /// The box in the way has a wall, a box or the edge behind it.
    #[error("what stands there cannot be pushed")]
    Blocked,
}

/// A step that cannot be made, and why.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("step {index} (counted from zero) is illegal: {why}")]
pub struct IllegalStep {
    /// Which one, counted from zero.
    pub index: usize,
    /// Why not.
    pub why: Illegal,
}

/// A position that steps are played on.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    level: &'a Level,
    has_box: Vec<bool>,
    player: usize,
    open_goals: usize,
}

impl<'a> Replay<'a> {
    /// The start position of `level`.
    pub fn new(level: &'a Level) -> Self {
        let has_box: Vec<bool> =
            level.squares().iter().map(|square| square.has_box).collect();
        let open_goals = level.goals().iter().filter(|&&goal| !has_box[goal]).count();
        Self { level, has_box, player: level.player(), open_goals }
    }

    /// Makes one step; tells which box was pushed, if any: the squares it left and came to. An
    /// illegal step changes nothing.
    pub fn step(&mut self, dir: Dir) -> Result<Option<(usize, usize)>, Illegal> {
        let to = self.enter(self.player, dir)?;
        let mut pushed = None;
        if self.has_box[to] {
            let beyond = self.enter(to, dir).map_err(|_| Illegal::Blocked)?;
            if self.has_box[beyond] {
                return Err(Illegal::Blocked);
            }
            self.has_box[to] = false;
            self.has_box[beyond] = true;
            self.open_goals += usize::from(self.level.square(to).goal);
            self.open_goals -= usize::from(self.level.square(beyond).goal);
            pushed = Some((to, beyond));
        }
        self.player = to;
        Ok(pushed)
    }

    /// The square next to `at`, unless a wall or the edge is there.
    fn enter(&self, at: usize, dir: Dir) -> Result<usize, Illegal> {
        let (row, column) = (at / self.level.width(), at % self.level.width());
        let (row, column) = match dir {
            Dir::Up => (row.checked_sub(1).ok_or(Illegal::Edge)?, column),
            Dir::Down => (row + 1, column),
            Dir::Left => (row, column.checked_sub(1).ok_or(Illegal::Edge)?),
            Dir::Right => (row, column + 1),
        };
        if row >= self.level.height() || column >= self.level.width() {
            return Err(Illegal::Edge);
        }
        let to = row * self.level.width() + column;
        if self.level.square(to).wall { Err(Illegal::Wall) } else { Ok(to) }
    }

    /// Whether the position is solved by the level's rules.
    pub fn is_solved(&self) -> bool {
        match self.level.rules() {
            // As many boxes as goals: when no goal is open, no box is elsewhere.
            Rules::Boxes => self.open_goals == 0,
            Rules::Boulders => self.level.square(self.player).goal,
        }
    }

    /// The position as a level of its own, to be solved from here.
    pub fn to_level(&self) -> Level {
        let mut squares = self.level.squares().to_vec();
        for (square, &has_box) in squares.iter_mut().zip(&self.has_box) {
            square.has_box = has_box;
        }
        // Decorations outside the level stay where they are.
        for &(at, decoration) in self.level.decorations() {
            squares[at] = decoration;
        }
        let (rules, width) = (self.level.rules(), self.level.width());
        Level::new(rules, width, squares, &[self.player])
            .expect("playing by the rules leaves a level a level")
    }

    /// Where the player stands.
    pub fn player(&self) -> usize {
        self.player
    }

    /// Whether a box stands on a square.
    pub fn has_box(&self, at: usize) -> bool {
        self.has_box[at]
    }
}

/// The result of playing a string of steps.
#[derive(Clone, Debug)]
pub struct Played<'a> {
    /// The steps before the first illegal one, with pushes marked as they happened.
    pub steps: Vec<Step>,
    /// The first step that cannot be made, counted from zero, and why.
    pub illegal: Option<(usize, Illegal)>,
    /// Legal steps whose letter case is wrong, counted from zero.
    pub case_errors: Vec<usize>,
    /// The count of the legal steps.
    pub figures: Figures,
    /// The position after them.
    pub position: Replay<'a>,
}

impl Played<'_> {
    /// Whether all steps are legal and the last position is solved.
    pub fn solves(&self) -> bool {
        self.illegal.is_none() && self.position.is_solved()
    }
}

/// Plays `steps` until the first illegal one. Letter case is checked, not trusted.
pub fn play<'a>(level: &'a Level, steps: &[Step]) -> Played<'a> {
    let mut position = Replay::new(level);
    let mut counter = Counter::default();
    let mut played = Vec::with_capacity(steps.len());
    let mut case_errors = Vec::new();
    let mut illegal = None;
    for (index, step) in steps.iter().enumerate() {
        match position.step(step.dir) {
            Ok(pushed) => {
                let push = pushed.is_some();
                if push != step.push {
                    case_errors.push(index);
                }
                played.push(Step { dir: step.dir, push });
                counter.count(step.dir, pushed);
            }
            Err(why) => {
                illegal = Some((index, why));
                break;
            }
        }
    }
    let figures = counter.figures;
    Played { steps: played, illegal, case_errors, figures, position }
}

/// The level as it stands after some steps. Only their directions count: the board shows
/// whether a step pushes.
///
/// ```
/// use kuraban_level::{Level, lurd};
/// use kuraban_verify::after;
///
/// let level: Level = "######\n#@$ .#\n######".parse()?;
/// let next = after(&level, &lurd::read("R")?)?;
/// assert_eq!(next, "######\n# @$.#\n######".parse()?);
/// assert!(after(&next, &lurd::read("rr")?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn after(level: &Level, steps: &[Step]) -> Result<Level, IllegalStep> {
    let mut position = Replay::new(level);
    for (index, step) in steps.iter().enumerate() {
        position.step(step.dir).map_err(|why| IllegalStep { index, why })?;
    }
    Ok(position.to_level())
}
