//! What levels are wanted, and how they are made.

use std::ops::RangeInclusive;

use kuraban::Rules;

use crate::grid::Grid;
use crate::table::{MOST_BOXES, Measure};
use crate::vary::Source;

/// A way to make levels.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Maker {
    /// Rooms dug by a random walk, boxes pulled out of sight of their goals: as Boxoban's.
    Rooms,
    /// Random rooms with all their positions: any distance from the goals can be had.
    Exact,
    /// Rooms annealed until they hold a position that is far from solved.
    Evolve,
    /// Variants of a given level, of any size.
    Vary,
}

impl Maker {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rooms, Self::Exact, Self::Evolve, Self::Vary];

    /// The stable name, as typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rooms => "rooms",
            Self::Exact => "exact",
            Self::Evolve => "evolve",
            Self::Vary => "vary",
        }
    }
}

/// What is proved about a level before it is handed over.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Label {
    /// That it can be solved; the solution is kept back.
    None,
    /// That it can be solved, with a solution.
    #[default]
    Greedy,
    /// The fewest pushes and, among those, the fewest moves; and with them its difficulty.
    Pushes,
    /// The fewest moves.
    Moves,
    /// Both; the solution is the one with the fewest pushes.
    All,
}

impl Label {
    /// All of them with their names.
    pub const NAMED: [(Self, &'static str); 5] = [
        (Self::None, "none"),
        (Self::Greedy, "greedy"),
        (Self::Pushes, "pushes"),
        (Self::Moves, "moves"),
        (Self::All, "all"),
    ];

    /// Whether the difficulty is known with it.
    pub fn judges(self) -> bool {
        matches!(self, Self::Pushes | Self::All)
    }
}

/// What a level has to be like; what is not said does not matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wants {
    /// Its difficulty, from 0 to 100.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Pushes of its solution.
    pub pushes: Option<RangeInclusive<usize>>,
    /// Moves of its solution.
    pub moves: Option<RangeInclusive<usize>>,
    /// Box lines of its solution.
    pub box_lines: Option<RangeInclusive<usize>>,
    /// Neither a box nor the player stands on a goal: Boxoban has no letters for that.
    pub off_goals: bool,
}

/// How levels are made. The same recipe makes the same levels, on every machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The way.
    pub maker: Maker,
    /// Width and height inside the outer walls.
    pub size: (usize, usize),
    /// How many boxes; one number of these is drawn for each level.
    pub boxes: RangeInclusive<usize>,
    /// What is to be far, where the farthest is looked for.
    pub aim: Measure,
    /// Positions that one attempt of [`Maker::Evolve`] may find in all its rooms.
    pub effort: usize,
    /// What levels have to be like.
    pub wants: Wants,
    /// As many levels in each tenth of the wanted difficulty, or of [`FLAT`]: level `i` is wanted in
    /// the tenth `i` modulo ten.
    pub flat: bool,
    /// What is proved.
    pub label: Label,
    /// This share of the levels cannot be solved, proved.
    pub unsolvable: f64,
    /// Other seeds make other levels.
    pub seed: u64,
    /// What [`Maker::Vary`] varies.
    pub source: Option<Source>,
}

/// Recipes by name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Preset {
    /// A small level that takes a little thought.
    Small,
    /// A tiny one.
    Pocket,
    /// A small and hard one.
    Hard,
    /// Levels in the size and manner of Boxoban.
    Boxoban,
}

impl Preset {
    /// All of them with their names.
    pub const NAMED: [(Self, &'static str); 4] = [
        (Self::Small, "small"),
        (Self::Pocket, "pocket"),
        (Self::Hard, "hard"),
        (Self::Boxoban, "boxoban"),
    ];

    /// What it stands for. Efforts are chosen so that a level of `small` and `pocket` takes some
    /// hundredths of a second, and one of `hard` a second.
    pub fn recipe(self) -> Recipe {
        let (maker, size, boxes, effort) = match self {
            Self::Small => (Maker::Evolve, (6, 5), 2..=3, 300_000),
            Self::Pocket => (Maker::Evolve, (5, 4), 2..=3, 60_000),
            Self::Hard => (Maker::Evolve, (6, 6), 3..=4, 15_000_000),
            Self::Boxoban => (Maker::Rooms, (8, 8), 4..=4, 0),
        };
        Recipe {
            maker,
            size,
            boxes,
            aim: Measure::BoxLines,
            effort,
            wants: Wants {
                difficulty: (self == Self::Small).then_some(LITTLE_THOUGHT),
                off_goals: self == Self::Boxoban,
                ..Wants::default()
            },
            flat: false,
            label: Label::Greedy,
            unsolvable: 0.0,
            seed: 0,
            source: None,
        }
    }
}

/// The difficulty of [`Preset::Small`]: annealing alone goes to the end of the scale.
const LITTLE_THOUGHT: RangeInclusive<f64> = 12.0..=35.0;

/// The difficulty of flat sets where none is wanted: what small rooms have, and Boxoban's levels.
/// Measured: hardly one of them is easier, and few are harder.
pub const FLAT: RangeInclusive<f64> = 5.0..=55.0;

/// Why a recipe makes no levels.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum BadRecipe {
    #[error(
        "a room of {0}x{1} squares does not fit: {most} squares at most, no side beyond {side}",
        most = Grid::MOST_SQUARES,
        side = Grid::MOST_SIDE
    )]
    Size(usize, usize),
    #[error("rooms have from 1 to {MOST_BOXES} boxes")]
    Boxes,
    #[error("{0} boxes do not fit into a room of {1} squares")]
    Crowded(usize, usize),
    #[error("a share lies between 0 and 1")]
    Share,
    #[error("there is no level to be varied")]
    NoSource,
    #[error("a boulder puzzle cannot be varied")]
    Boulders,
}

impl Recipe {
    /// Whether it can make levels.
    pub fn check(&self) -> Result<(), BadRecipe> {
        if !(0.0..=1.0).contains(&self.unsolvable) {
            return Err(BadRecipe::Share);
        }
        match (&self.source, self.maker) {
            (None, Maker::Vary) => Err(BadRecipe::NoSource),
            (Some(source), Maker::Vary) if source.level.rules() == Rules::Boulders => {
                Err(BadRecipe::Boulders)
            }
            (_, Maker::Vary) => Ok(()),
            _ => self.grid().map(drop),
        }
    }

    /// The squares of its rooms, where they fit and leave some for boxes and player.
    pub fn grid(&self) -> Result<Grid, BadRecipe> {
        let (width, height) = self.size;
        let grid = Grid::new(width, height).ok_or(BadRecipe::Size(width, height))?;
        let most = *self.boxes.end();
        if self.boxes.is_empty() || *self.boxes.start() == 0 || most > MOST_BOXES {
            return Err(BadRecipe::Boxes);
        }
        // Twice the boxes and the player: fewer squares hardly ever make a level.
        if 2 * most + 1 > width * height {
            return Err(BadRecipe::Crowded(most, width * height));
        }
        Ok(grid)
    }

    /// What is proved: the difficulty is known only with the fewest pushes.
    pub fn label(&self) -> Label {
        let judged = self.flat || self.wants.difficulty.is_some();
        match self.label {
            Label::None | Label::Greedy if judged => Label::Pushes,
            Label::Moves if judged => Label::All,
            label => label,
        }
    }

    /// What is wanted of a level.
    pub fn wants_of(&self, index: u64) -> Wants {
        let mut wants = self.wants.clone();
        if self.flat {
            let all = wants.difficulty.unwrap_or(FLAT);
            let end = |tenth: f64| all.start() + (all.end() - all.start()) * tenth / 10.0;
            let tenth = (index % 10) as f64;
            // Each tenth but the last ends before the next begins.
            let last = if tenth < 9.0 { end(tenth + 1.0) - 1e-6 } else { *all.end() };
            wants.difficulty = Some(end(tenth)..=last);
        }
        wants
    }
}
