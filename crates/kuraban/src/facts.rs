//! What is known about a level without solving it.

use kuraban_board::{Cell, Cells, NEVER, nearest_goal};
use kuraban_level::{Entry, Level, Rules, SavedGame, identity, lurd};
use kuraban_verify::play;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::answer::least_pushes;
use crate::report::Word;

/// The facts of a level, as `show` prints them. Squares are `row * width + column` from zero.
///
/// ```
/// use kuraban::{Facts, Level};
///
/// let level: Level = "######\n# @$.#\n######".parse()?;
/// let facts = Facts::of(&level);
/// assert_eq!((facts.boxes, facts.lower_bound.pushes), (Some(1), Some(1)));
/// assert_eq!(facts.dead_squares, [7]);
/// # Ok::<(), kuraban::Problems>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names are the contract's, which defines them")]
pub struct Facts {
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub file: Option<String>,
    pub index: usize,
    pub title: Option<String>,
    pub author: Option<String>,
    pub id: String,
    pub canonical_id: String,
    pub dialect: Option<Word>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub detected: bool,
    pub rules: Word,
    pub width: usize,
    pub height: usize,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub boxes: Option<usize>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub goals: Option<usize>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub boulders: Option<usize>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub goal: Option<[usize; 2]>,
    pub boxes_on_goals: usize,
    pub player: [usize; 2],
    pub player_index: usize,
    pub normalized_player_index: usize,
    pub box_indices: Vec<usize>,
    pub goal_indices: Vec<usize>,
    pub already_solved: bool,
    pub enclosed: bool,
    pub end_rooms: usize,
    pub dead_squares: Vec<usize>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub lower_bound: LowerBound,
    #[cfg_attr(feature = "serde", serde(default))]
    pub solutions: usize,
    #[cfg_attr(feature = "serde", serde(default))]
    pub snapshots: usize,
    #[cfg_attr(feature = "serde", serde(default))]
    pub warnings: Vec<String>,
}

/// Bounds that need no search.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
pub struct LowerBound {
    /// No solution has fewer pushes; missing where boxes and goals cannot be matched at all.
    pub pushes: Option<u64>,
}

impl Facts {
    /// Works out the facts of a level, as the only one of its file.
    pub fn of(level: &Level) -> Self {
        let boulders = level.rules() == Rules::Boulders;
        let place = |at| {
            let (row, column) = level.row_column(at);
            [row, column]
        };
        let zone = level.flood(vec![level.player()], |at| !level.square(at).has_box);
        let normalized = zone.iter().position(|&reached| reached);
        let boxes_on_goals =
            level.boxes().iter().filter(|&&at| level.square(at).goal).count();
        let pushes = if boulders { Some(0) } else { least_pushes(level) };
        Self {
            file: None,
            index: 1,
            title: None,
            author: None,
            id: identity::exact(level),
            canonical_id: identity::canonical(level),
            dialect: None,
            detected: false,
            rules: level.rules().name().into(),
            width: level.width(),
            height: level.height(),
            boxes: (!boulders).then(|| level.boxes().len()),
            goals: (!boulders).then(|| level.goals().len()),
            boulders: boulders.then(|| level.boxes().len()),
            goal: boulders.then(|| place(level.goals()[0])),
            boxes_on_goals,
            player: place(level.player()),
            player_index: level.player(),
            normalized_player_index: normalized.unwrap_or(level.player()),
            box_indices: level.boxes().to_vec(),
            goal_indices: level.goals().to_vec(),
            already_solved: level.is_solved_at_start(),
            enclosed: level.is_enclosed(),
            end_rooms: end_rooms(level),
            dead_squares: dead_squares(level),
            lower_bound: LowerBound { pushes },
            solutions: 0,
            snapshots: 0,
            warnings: Vec::new(),
        }
    }

    /// Works out the facts of `level`, and adds what its file says about it.
    pub fn new(entry: &Entry, level: &Level) -> Self {
        // Steps saved with a level are a solution if they solve it, whatever they are
        // called.
        let solves = |game: &&SavedGame| {
            lurd::read(&game.letters).is_ok_and(|steps| play(level, &steps).solves())
        };
        let solutions = entry.games.iter().filter(solves).count();
        Self {
            index: entry.index,
            title: entry.title.clone(),
            author: entry.author.clone(),
            dialect: Some(entry.dialect.name().into()),
            detected: entry.detected,
            solutions,
            snapshots: entry.games.len() - solutions,
            warnings: entry.warnings.clone(),
            ..Self::of(level)
        }
    }
}

/// The number of zones that boxes on all goals leave of the squares the player could reach
/// without boxes.
fn end_rooms(level: &Level) -> usize {
    let mut open = level.flood(vec![level.player()], |_| true);
    if level.rules() == Rules::Boxes {
        for &goal in level.goals() {
            open[goal] = false;
        }
    }
    let mut rooms = 0;
    while let Some(start) = open.iter().position(|&is_open| is_open) {
        rooms += 1;
        let room = level.flood(vec![start], |at| open[at]);
        for (is_open, in_room) in open.iter_mut().zip(room) {
            *is_open &= !in_room;
        }
    }
    rooms
}

/// The squares within reach from which a lone box can never be pushed to a goal, ascending.
pub fn dead_squares(level: &Level) -> Vec<usize> {
    let is_dead = |&(_, pushes): &(usize, Option<u32>)| pushes.is_none();
    goal_distances(level).into_iter().filter(is_dead).map(|(at, _)| at).collect()
}

/// The squares within reach, each with the least pushes of a lone box from there to its nearest
/// goal; none where it is lost. Boulder puzzles have no such squares.
///
/// ```
/// use kuraban::{Level, goal_distances};
///
/// let level: Level = "######\n# @$.#\n######".parse()?;
/// let expected = [(7, None), (8, Some(2)), (9, Some(1)), (10, Some(0))];
/// assert_eq!(goal_distances(&level), expected);
/// # Ok::<(), kuraban::Problems>(())
/// ```
pub fn goal_distances(level: &Level) -> Vec<(usize, Option<u32>)> {
    if level.rules() == Rules::Boulders {
        return Vec::new();
    }
    let cells = Cells::new(level);
    let nearest = nearest_goal(&cells);
    let distance =
        |cell: Cell| Some(nearest[cell.index()]).filter(|&pushes| pushes != NEVER);
    cells.iter().map(|cell| (cells.square(cell), distance(cell))).collect()
}
