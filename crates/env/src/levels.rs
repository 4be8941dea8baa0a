//! What is played: levels as codes of one size.

use std::borrow::Borrow;

use kuraban_level::{Level, Rules};

/// Codes of squares, as [`Level::to_codes`] writes them.
pub(crate) mod code {
    pub(crate) const WALL: u8 = 0;
    pub(crate) const FLOOR: u8 = 1;
    pub(crate) const GOAL: u8 = 2;
    pub(crate) const BOX_ON_GOAL: u8 = 3;
    pub(crate) const BOX: u8 = 4;
    pub(crate) const PLAYER: u8 = 5;
    pub(crate) const PLAYER_ON_GOAL: u8 = 6;
    /// How many there are.
    pub(crate) const COUNT: usize = 7;
}

/// Levels as codes, all of one size: smaller boards are padded with wall on the right and below,
/// boards that are open at their edge get a wall around them first. So the player never stands on
/// the edge. What lies outside the walls of a level is floor.
///
/// ```
/// use kuraban_env::Levels;
///
/// let small = "####\n#@ #\n#$ #\n#. #\n####".parse()?;
/// let wide = "######\n#@$ .#\n######".parse()?;
/// let levels = Levels::new(&[small, wide])?;
/// assert_eq!((levels.len(), levels.height(), levels.width()), (2, 5, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Levels {
    width: usize,
    height: usize,
    /// The codes of all levels, one after the other.
    codes: Vec<u8>,
    starts: Vec<Start>,
}

/// Where a level begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) player: u32,
    pub(crate) boxes: u32,
    pub(crate) on_goals: u32,
}

/// Why levels cannot be played.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum LevelsError {
    #[error("there are no levels")]
    Empty,
    #[error(
        "level {0} (counted from zero) is a boulder puzzle; only boxes can be played"
    )]
    Boulders(usize),
    #[error("there are more than {most} levels", most = u32::MAX)]
    TooMany,
    #[error("{levels} levels of {squares} squares do not fit into memory")]
    TooLarge { levels: usize, squares: usize },
}

impl Levels {
    /// Takes the levels in order. Each is held only while it is read.
    pub fn new<L: Borrow<Level>>(
        levels: impl IntoIterator<Item = L>,
    ) -> Result<Self, LevelsError> {
        let mut drawn = Vec::new();
        let (mut sizes, mut players, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        for (index, level) in levels.into_iter().enumerate() {
            let level = level.borrow();
            if level.rules() != Rules::Boxes {
                return Err(LevelsError::Boulders(index));
            }
            let frame = usize::from(!level.is_enclosed());
            let (rows, columns) = (level.height() + 2 * frame, level.width() + 2 * frame);
            let begun = drawn.len();
            drawn.resize(begun + rows * columns, code::WALL);
            let codes = level_codes(level);
            for (row, codes) in codes.chunks_exact(level.width()).enumerate() {
                let at = begun + (row + frame) * columns + frame;
                drawn[at..at + codes.len()].copy_from_slice(codes);
            }
            let (row, column) = level.row_column(level.player());
            let on_goal = |&&at: &&usize| level.square(at).goal;
            players.push((row + frame, column + frame));
            starts.push(Start {
                player: 0,
                boxes: level.boxes().len() as u32,
                on_goals: level.boxes().iter().filter(on_goal).count() as u32,
            });
            sizes.push((rows, columns));
        }
        let (width, codes) = pad(&drawn, &sizes)?;
        for (start, (row, column)) in starts.iter_mut().zip(players) {
            start.player = (row * width + column) as u32;
        }
        let height = codes.len() / sizes.len() / width;
        Ok(Self { width, height, codes, starts })
    }

    /// How many levels there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are none; never so.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Columns of every board.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of every board.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Squares of every board.
    pub fn squares(&self) -> usize {
        self.width * self.height
    }

    /// The codes of a level at its start.
    pub fn codes(&self, level: usize) -> &[u8] {
        &self.codes[level * self.squares()..][..self.squares()]
    }

    pub(crate) fn start(&self, level: u32) -> Start {
        self.starts[level as usize]
    }
}

/// The width of all boards, and their codes, made of boards of different sizes.
fn pad(drawn: &[u8], sizes: &[(usize, usize)]) -> Result<(usize, Vec<u8>), LevelsError> {
    let height = sizes.iter().map(|&(rows, _)| rows).max();
    let width = sizes.iter().map(|&(_, columns)| columns).max();
    let (Some(height), Some(width)) = (height, width) else {
        return Err(LevelsError::Empty);
    };
    if sizes.len() > u32::MAX as usize {
        return Err(LevelsError::TooMany);
    }
    let squares = width * height;
    let too_large = || LevelsError::TooLarge { levels: sizes.len(), squares };
    let bytes = squares.checked_mul(sizes.len()).ok_or_else(too_large)?;
    let mut codes = Vec::new();
    codes.try_reserve_exact(bytes).map_err(|_| too_large())?;
    let mut rest = drawn;
    for &(rows, columns) in sizes {
        let begun = codes.len();
        let (board, more) = rest.split_at(rows * columns);
        rest = more;
        for row in board.chunks_exact(columns) {
            codes.extend_from_slice(row);
            codes.resize(codes.len() + width - columns, code::WALL);
        }
        codes.resize(begun + squares, code::WALL);
    }
    Ok((width, codes))
}

/// The codes of a level without what stands outside its walls.
fn level_codes(level: &Level) -> Vec<u8> {
    let mut codes = level.to_codes();
    for &(at, _) in level.decorations() {
        codes[at] = code::FLOOR;
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Level {
        text.parse().expect("a level")
    }

    #[test]
    fn codes_are_those_of_the_level() {
        let all = level("#######\n#@$.* #\n#######");
        let levels = Levels::new([&all]).expect("levels");
        assert_eq!(levels.codes(0), all.to_codes());
        let start = levels.start(0);
        assert_eq!((start.player, start.boxes, start.on_goals), (8, 2, 1));
    }

    #[test]
    fn open_boards_are_walled_in_and_small_ones_padded() {
        let open = Level::from_codes(3, &[5, 4, 2]).expect("a level");
        let tall = level("###\n#@#\n# #\n#$#\n#.#\n###");
        let levels = Levels::new([open, tall]).expect("levels");
        assert_eq!((levels.width(), levels.height()), (5, 6));
        assert_eq!(levels.codes(0)[..15], [0, 0, 0, 0, 0, 0, 5, 4, 2, 0, 0, 0, 0, 0, 0]);
        assert!(levels.codes(0)[15..].iter().all(|&code| code == code::WALL));
        assert_eq!((levels.start(0).player, levels.start(1).player), (6, 6));
        assert_eq!(levels.codes(1)[5..10], [0, 5, 0, 0, 0]);
    }

    #[test]
    fn what_stands_outside_is_not_played() {
        let outside = level("#####  \n#@$.# $\n#####.*");
        let levels = Levels::new([outside]).expect("levels");
        let boxes = levels.codes(0).iter().filter(|&&code| matches!(code, 3 | 4));
        assert_eq!((boxes.count(), levels.start(0).boxes), (1, 1));
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let none: [Level; 0] = [];
        assert_eq!(Levels::new(none).err(), Some(LevelsError::Empty));
        let boulders = kuraban_testkit::level(1, Rules::Boulders);
        let levels = [level("#####\n#@$.#\n#####"), boulders];
        assert_eq!(Levels::new(&levels).err(), Some(LevelsError::Boulders(1)));
    }
}
