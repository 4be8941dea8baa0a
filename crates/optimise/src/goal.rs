//! What is to become less, and how costs are packed into one number.

use std::fmt;
use std::str::FromStr;

use kuraban_board::{Board, Push};
use kuraban_search::Claim;
use kuraban_verify::Figures;

use crate::way::Stance;

/// A figure by which solutions are compared.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Figure {
    /// Steps, pushes included.
    Moves,
    /// Steps that push a box.
    Pushes,
    /// Straight runs of pushes of one box.
    BoxLines,
    /// Changes of the pushed box.
    BoxChanges,
    /// Blocks of pushes without a move between them.
    Sessions,
    /// Straight runs of the player.
    PlayerLines,
    /// Half movements of a robot.
    Robot,
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 7] = [
        Self::Moves,
        Self::Pushes,
        Self::BoxLines,
        Self::BoxChanges,
        Self::Sessions,
        Self::PlayerLines,
        Self::Robot,
    ];

    /// The stable name, as typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Pushes => "pushes",
            Self::BoxLines => "box-lines",
            Self::BoxChanges => "box-changes",
            Self::Sessions => "sessions",
            Self::PlayerLines => "player-lines",
            Self::Robot => "robot",
        }
    }

    /// The figure as the referee counted it.
    pub const fn of(self, figures: &Figures) -> usize {
        match self {
            Self::Moves => figures.moves,
            Self::Pushes => figures.pushes,
            Self::BoxLines => figures.box_lines,
            Self::BoxChanges => figures.box_changes,
            Self::Sessions => figures.pushing_sessions,
            Self::PlayerLines => figures.player_lines,
            Self::Robot => figures.robot_half_moves,
        }
    }

    /// Whether every push adds to it.
    const fn rises(self) -> bool {
        matches!(self, Self::Moves | Self::Pushes | Self::Robot)
    }
}

/// Figures in the order in which solutions are compared by them.
///
/// ```
/// use kuraban_optimise::{Figure, Goal};
///
/// let goal: Goal = "pushes,moves,box-lines".parse()?;
/// assert_eq!(goal.figures()[0], Figure::Pushes);
/// assert!("moves,steps".parse::<Goal>().is_err());
/// # Ok::<(), kuraban_optimise::NoGoal>(())
/// ```
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Goal(Vec<Figure>);

/// Why a text is no goal.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
pub enum NoGoal {
    #[error("`{0}` is no figure; they are {known}", known = Figure::ALL.map(Figure::name).join(", "))]
    Unknown(String),
    #[error("`{0}` is named twice")]
    Twice(&'static str),
    #[error("a goal names one figure at least")]
    Empty,
}

impl Goal {
    /// A goal of these figures, the most important one first.
    pub fn new(figures: Vec<Figure>) -> Result<Self, NoGoal> {
        if figures.is_empty() {
            return Err(NoGoal::Empty);
        }
        for (index, figure) in figures.iter().enumerate() {
            if figures[..index].contains(figure) {
                return Err(NoGoal::Twice(figure.name()));
            }
        }
        Ok(Self(figures))
    }

    /// Fewest moves, then fewest pushes.
    pub fn moves() -> Self {
        Self(vec![Figure::Moves, Figure::Pushes])
    }

    /// Fewest pushes, then fewest moves.
    pub fn pushes() -> Self {
        Self(vec![Figure::Pushes, Figure::Moves])
    }

    /// Fewest half movements of a robot, then fewest pushes.
    pub fn robot() -> Self {
        Self(vec![Figure::Robot, Figure::Pushes])
    }

    /// Its figures, the most important one first.
    pub fn figures(&self) -> &[Figure] {
        &self.0
    }

    /// The figures of a solution in the order of the goal: less is better.
    pub fn rank(&self, figures: &Figures) -> Vec<usize> {
        self.0.iter().map(|figure| figure.of(figures)).collect()
    }

    /// What is proved of a solution when no other one is better.
    pub fn claims(&self) -> Vec<Claim> {
        match *self.0 {
            [Figure::Moves, Figure::Pushes, ..] => {
                vec![Claim::Moves, Claim::MovesThenPushes]
            }
            [Figure::Pushes, Figure::Moves, ..] => {
                vec![Claim::Pushes, Claim::PushesThenMoves]
            }
            [Figure::Moves, ..] => vec![Claim::Moves],
            [Figure::Pushes, ..] => vec![Claim::Pushes],
            [Figure::Robot, ..] => vec![Claim::Robot],
            _ => Vec::new(),
        }
    }
}

impl Default for Goal {
    fn default() -> Self {
        Self::moves()
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(|figure| figure.name()).collect();
        f.write_str(&names.join(","))
    }
}

impl FromStr for Goal {
    type Err = NoGoal;

    fn from_str(text: &str) -> Result<Self, NoGoal> {
        let named = |text: &str| {
            // Also as reports name them.
            let name = text.to_lowercase().replace('_', "-");
            let name = match &*name {
                "pushing-sessions" => "sessions",
                "robot-half-moves" => "robot",
                name => name,
            };
            let known = Figure::ALL.into_iter().find(|figure| figure.name() == name);
            known.ok_or_else(|| NoGoal::Unknown(text.to_owned()))
        };
        Self::new(text.split(',').map(str::trim).map(named).collect::<Result<_, _>>()?)
    }
}

/// What it costs to walk somewhere and push once, in the order of a goal.
///
/// A cost is one number: a field for each figure, the most important one on top. Costs are added
/// and compared as numbers. All figures are sums over pushes, given the position before each and
/// the direction of the push that led there.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    /// One of each figure, as a cost; zero where the goal does not name it.
    unit: [u128; Figure::ALL.len()],
    bits: u32,
    /// Where the field of the first figure begins.
    top: u32,
    /// Whether every push adds to the first figure.
    pub(crate) rises: bool,
    /// Whether the bound of pushes bounds the first figure closely.
    pub(crate) by_pushes: bool,
    /// Whether turns of the player count, and if so, whether they count more than moves.
    pub(crate) turns: Option<Turns>,
}

/// How walks are compared when the player's turns count.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Turns {
    /// Among the shortest walks, the one with the fewest turns.
    AfterMoves,
    /// The fewest turns, then the shortest walk.
    BeforeMoves,
}

impl Prices {
    /// Bits of a field at most.
    const MOST_BITS: u32 = 32;

    pub(crate) fn new(goal: &Goal) -> Self {
        let figures = goal.figures();
        let bits = (u128::BITS / figures.len() as u32).min(Self::MOST_BITS);
        let mut unit = [0; Figure::ALL.len()];
        for (index, &figure) in figures.iter().rev().enumerate() {
            unit[figure as usize] = 1 << (bits * index as u32);
        }
        let place = |figure| figures.iter().position(|&named| named == figure);
        let walks = place(Figure::Moves).into_iter().chain(place(Figure::Robot)).min();
        let turns = place(Figure::PlayerLines).map(|turns| match walks {
            Some(walks) if walks < turns => Turns::AfterMoves,
            _ => Turns::BeforeMoves,
        });
        Self {
            unit,
            bits,
            top: bits * (figures.len() as u32 - 1),
            rises: figures[0].rises(),
            by_pushes: figures[0] == Figure::Pushes,
            turns,
        }
    }

    /// Whether the figures of a solution are small enough for their fields.
    pub(crate) fn holds(&self, goal: &Goal, figures: &Figures) -> bool {
        goal.rank(figures).into_iter().all(|figure| figure < 1 << (self.bits - 1))
    }

    /// The cost of figures.
    #[cfg(test)]
    pub(crate) fn of(&self, figures: &Figures) -> u128 {
        Figure::ALL.iter().map(|&f| self.unit[f as usize] * f.of(figures) as u128).sum()
    }

    fn unit(&self, figure: Figure) -> u128 {
        self.unit[figure as usize]
    }

    /// The first figure of a cost.
    pub(crate) fn first(&self, cost: u128) -> usize {
        (cost >> self.top) as usize
    }

    /// The cost of so much of the first figure.
    pub(crate) fn of_first(&self, count: usize) -> u128 {
        (count as u128) << self.top
    }

    /// At least this much is still to be paid where so many pushes are still to be made.
    pub(crate) fn bound(&self, pushes: u32) -> u128 {
        let one = self.unit(Figure::Pushes)
            + self.unit(Figure::Moves)
            + 2 * self.unit(Figure::Robot);
        one * u128::from(pushes)
    }

    /// The cost of a push after a walk of so many steps and lines of the player, the push
    /// included in the lines.
    pub(crate) fn push<const W: usize>(
        &self,
        board: &Board<W>,
        before: &Stance<W>,
        push: Push,
        walked: u32,
        lines: u32,
    ) -> u128 {
        let goes_on = walked == 0 && before.last == Some(push.dir);
        let is_line = u128::from(!goes_on);
        let is_session = u128::from(walked > 0 || before.last.is_none());
        let is_change = u128::from(before.last.is_none_or(|last| {
            board.step(usize::from(before.player), last) != usize::from(push.from)
        }));
        let steps = u128::from(walked + 1);
        self.unit(Figure::Moves) * steps
            + self.unit(Figure::Pushes)
            + self.unit(Figure::BoxLines) * is_line
            + self.unit(Figure::BoxChanges) * is_change
            + self.unit(Figure::Sessions) * is_session
            + self.unit(Figure::PlayerLines) * u128::from(lines)
            + self.unit(Figure::Robot) * 2 * (steps + is_line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read_and_written() {
        for text in ["moves", "pushes,moves", "box-lines,box-changes,sessions,robot"] {
            assert_eq!(
                text.parse::<Goal>().map(|goal| goal.to_string()),
                Ok(text.into())
            );
        }
        assert_eq!(
            "Box_Lines, robot_half_moves".parse(),
            "box-lines,robot".parse::<Goal>()
        );
        for (text, why) in [
            ("", "`` is no figure; they are moves"),
            ("moves,moves", "`moves` is named twice"),
            ("pushes,turns", "`turns` is no figure"),
            ("moves,Moves", "`moves` is named twice"),
        ] {
            let told = text.parse::<Goal>().expect_err(text).to_string();
            assert!(told.contains(why), "{text}: {told}");
        }
    }

    #[test]
    fn costs_compare_as_figures_do() {
        let goal: Goal = "pushes,moves,player-lines".parse().expect("a goal");
        let prices = Prices::new(&goal);
        let figures = |pushes, moves, player_lines| {
            let figures = Figures { pushes, moves, player_lines, ..Figures::default() };
            (prices.of(&figures), goal.rank(&figures))
        };
        let all = [(3, 9, 2), (3, 9, 3), (3, 10, 1), (4, 5, 1)];
        let all = all.map(|(pushes, moves, lines)| figures(pushes, moves, lines));
        assert!(all.is_sorted() && all.is_sorted_by_key(|(cost, _)| *cost));
        assert_eq!(prices.first(all[3].0), 4);
        assert_eq!(prices.turns, Some(Turns::AfterMoves));
        assert!(prices.rises && prices.by_pushes);
    }
}
