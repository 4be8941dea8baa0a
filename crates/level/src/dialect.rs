//! The notations, and which character means what in each.

use crate::Square;

/// A notation for levels.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Dialect {
    /// The common one: `# @ + $ * .`; also RLE, `.sok` collections and Boxoban files.
    Xsb,
    /// Symbols: `█ ☺ ☻ ■ ◙ ◌`.
    Glyph,
    /// Letters: `X M m J j G`, floor is `.`.
    Letter,
    /// Characters with an ampersand for the player: `# & % B X .`.
    Ampersand,
    /// The letters of the words Sokoban and crate: `# S s C c X`; open boards are legal.
    Crate,
    /// A block of assignments with a matrix of boulders.
    Boulder,
    /// XML collections of sourcecode.se.
    Slc,
    /// An alphabet given by the user.
    Custom,
}

impl Dialect {
    /// The dialects that have a name of their own.
    pub const NAMED: [Self; 7] = [
        Self::Xsb,
        Self::Glyph,
        Self::Letter,
        Self::Ampersand,
        Self::Crate,
        Self::Boulder,
        Self::Slc,
    ];

    /// The stable name, as typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xsb => "xsb",
            Self::Glyph => "glyph",
            Self::Letter => "letter",
            Self::Ampersand => "ampersand",
            Self::Crate => "crate",
            Self::Boulder => "boulder",
            Self::Slc => "slc",
            Self::Custom => "custom",
        }
    }
}

/// Why a text is no dialect.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is no dialect")]
pub struct NoDialect(String);

crate::by_name!(Dialect, in Dialect::NAMED, else NoDialect);

/// Why a text is no alphabet.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum MapError {
    #[error("`{0}` is not of the form name=character")]
    Pair(String),
    #[error("`{0}` is no tile; tiles are {known}", known = Tile::NAMES.map(|(_, name)| name).join(", "))]
    Tile(String),
    #[error("`{0}=` needs a character")]
    Character(String),
    #[error("`{0}` is given two meanings")]
    TwoMeanings(char),
    #[error("`{name}={letter}` is followed by `{rest}`, not `,`")]
    Comma { name: String, letter: char, rest: String },
}

/// What one character of a board stands for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
#[repr(u8)]
pub enum Tile {
    Wall,
    Floor,
    Goal,
    Box,
    BoxOnGoal,
    Player,
    PlayerOnGoal,
}

impl Tile {
    /// All tiles, in the order of alphabets, with the names that `--map` uses.
    pub const NAMES: [(Self, &'static str); 7] = [
        (Self::Wall, "wall"),
        (Self::Floor, "floor"),
        (Self::Goal, "goal"),
        (Self::Box, "box"),
        (Self::BoxOnGoal, "box-on-goal"),
        (Self::Player, "player"),
        (Self::PlayerOnGoal, "player-on-goal"),
    ];

    /// What lies there, apart from the player.
    pub const fn square(self) -> Square {
        match self {
            Self::Wall => Square::WALL,
            Self::Floor | Self::Player => Square::FLOOR,
            Self::Goal | Self::PlayerOnGoal => Square::GOAL,
            Self::Box => Square::BOX,
            Self::BoxOnGoal => Square::BOX_ON_GOAL,
        }
    }

    /// Whether the player stands here.
    pub const fn is_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }
}

/// The characters of a dialect. Each tile has one that is written and may have more that are
/// read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Alphabet {
    dialect: Dialect,
    written: [char; 7],
    also_read: Vec<(char, Tile)>,
    ascii: [Option<Tile>; 128],
}

impl Alphabet {
    /// The alphabet of a dialect that draws boards. Boulder puzzles, which are written as a
    /// matrix, have one for showing them: `@` player, `O` boulder, `x` goal, `.` free.
    pub fn of(dialect: Dialect) -> Self {
        let (written, also_read): (&str, &[(char, Tile)]) = match dialect {
            Dialect::Xsb | Dialect::Slc | Dialect::Custom => (
                "# .$*@+",
                &[
                    ('-', Tile::Floor),
                    ('_', Tile::Floor),
                    ('W', Tile::Wall),
                    ('p', Tile::Player),
                    ('P', Tile::PlayerOnGoal),
                    ('^', Tile::PlayerOnGoal),
                    ('b', Tile::Box),
                    ('B', Tile::BoxOnGoal),
                    ('o', Tile::Goal),
                ],
            ),
            Dialect::Boulder => ("#.xOQ@+", &[]),
            Dialect::Glyph => ("█ ◌■◙☺☻", &[]),
            Dialect::Letter => ("X.GJjMm", &[]),
            Dialect::Ampersand => ("# .BX&%", &[]),
            Dialect::Crate => ("# XCcSs", &[]),
        };
        let mut letters = written.chars();
        let written =
            std::array::from_fn(|_| letters.next().expect("seven characters each"));
        Self::new(dialect, written, also_read.to_vec())
    }

    fn new(dialect: Dialect, written: [char; 7], also_read: Vec<(char, Tile)>) -> Self {
        let mut ascii = [None; 128];
        let own = Tile::NAMES.iter().map(|&(tile, _)| (written[tile as usize], tile));
        for (letter, tile) in also_read.iter().copied().chain(own) {
            if letter.is_ascii() {
                ascii[letter as usize] = Some(tile);
            }
        }
        Self { dialect, written, also_read, ascii }
    }

    /// Reads an alphabet from `name=character` pairs, as in `wall=#,box=B,goal=o`. Tiles that
    /// are not named keep their common characters; a tile may be named again for a further
    /// character that means the same.
    ///
    /// ```
    /// use kuraban_level::{Alphabet, Tile};
    ///
    /// let alphabet = Alphabet::from_map("wall=W,box=O,floor=,")?;
    /// assert_eq!(alphabet.tile('O'), Some(Tile::Box));
    /// assert_eq!(alphabet.tile(','), Some(Tile::Floor));
    /// # Ok::<(), kuraban_level::MapError>(())
    /// ```
    pub fn from_map(map: &str) -> Result<Self, MapError> {
        let common = Self::of(Dialect::Xsb).written;
        let mut named: Vec<(char, Tile)> = Vec::new();
        let mut rest = map;
        while !rest.is_empty() {
            let (name, value) =
                rest.split_once('=').ok_or_else(|| MapError::Pair(rest.to_owned()))?;
            let name = name.trim().replace('_', "-");
            let tile = Tile::NAMES
                .iter()
                .find(|(_, known)| *known == name)
                .map(|&(tile, _)| tile)
                .ok_or_else(|| MapError::Tile(name.clone()))?;
            let mut letters = value.chars();
            let letter = letters
                .next()
                .filter(|letter| !letter.is_control())
                .ok_or_else(|| MapError::Character(name.clone()))?;
            if let Some(&(_, other)) = named.iter().find(|&&(known, _)| known == letter)
                && other != tile
            {
                return Err(MapError::TwoMeanings(letter));
            }
            named.push((letter, tile));
            rest = letters.as_str();
            match rest.strip_prefix(',') {
                Some(more) => rest = more.trim_start(),
                None if rest.is_empty() => {}
                None => {
                    let rest = rest.to_owned();
                    return Err(MapError::Comma { name, letter, rest });
                }
            }
        }
        let mut written = common;
        for &(tile, _) in &Tile::NAMES {
            if let Some(&(letter, _)) = named.iter().find(|&&(_, known)| known == tile) {
                written[tile as usize] = letter;
            } else if named.iter().any(|&(letter, _)| letter == common[tile as usize]) {
                // Its usual character now means something else, so it cannot occur.
                written[tile as usize] = '\u{fffd}';
            }
        }
        Ok(Self::new(Dialect::Custom, written, named))
    }

    /// Whose alphabet it is.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What a character stands for, if it is one of the alphabet's.
    #[inline]
    pub fn tile(&self, letter: char) -> Option<Tile> {
        if letter.is_ascii() {
            return self.ascii[letter as usize];
        }
        let own = self.written.iter().position(|&known| known == letter);
        own.map(|index| Tile::NAMES[index].0).or_else(|| {
            self.also_read
                .iter()
                .find(|&&(known, _)| known == letter)
                .map(|&(_, tile)| tile)
        })
    }

    /// The character that is written for a tile.
    pub fn letter(&self, tile: Tile) -> char {
        self.written[tile as usize]
    }

    /// Whether floor is a space, so that floor at the end of a row is ignored.
    pub fn floor_is_blank(&self) -> bool {
        self.letter(Tile::Floor) == ' '
    }
}
