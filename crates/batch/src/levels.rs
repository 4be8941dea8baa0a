//! Levels as a run keeps them: one JSON object a line.

use kuraban::{Alphabet, Dialect, Level, Rules, Square, Tile, identity, write};
use serde::{Deserialize, Serialize};

use crate::Error;

/// Why a level of a run is not the one that it was.
const CHANGED: &str =
    "its board is not the one of its id: the file was changed, make the run anew";

/// One level of a run.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LevelLine {
    /// Counts from zero over the run.
    pub n: u64,
    /// Its exact identity.
    pub id: String,
    /// Its rows in XSB, joined by `|`.
    pub board: String,
    /// Which of the run's sources it first stood in.
    pub file: usize,
    /// Its number there, from one.
    pub index: usize,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether it is a puzzle of boulders.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub boulders: bool,
    /// What is legal but odd about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl LevelLine {
    /// The level; `Err` says why the line holds none: its board may not be what it was.
    pub fn level(&self) -> Result<Level, String> {
        let rules = if self.boulders { Rules::Boulders } else { Rules::Boxes };
        let level = read_board(&self.board, rules)?;
        if identity::exact(&level) != self.id {
            return Err(CHANGED.to_owned());
        }
        Ok(level)
    }
}

/// The rows of a level, joined by `|`.
pub(crate) fn board(level: &Level) -> String {
    write::rows(level, &Alphabet::of(Dialect::Xsb)).join("|")
}

/// Reads what [`board`] wrote.
fn read_board(board: &str, rules: Rules) -> Result<Level, String> {
    let width = board.split('|').map(str::len).max().unwrap_or_default();
    let mut squares = Vec::with_capacity(board.len());
    let mut players = Vec::new();
    for row in board.split('|') {
        for letter in row.chars() {
            let tile = tile(letter).ok_or_else(|| format!("`{letter}` on the board"))?;
            if tile.is_player() {
                players.push(squares.len());
            }
            squares.push(tile.square());
        }
        squares.resize(squares.len().next_multiple_of(width.max(1)), Square::FLOOR);
    }
    Level::new(rules, width, squares, &players).map_err(|flaws| flaws.to_string())
}

/// The letters that [`board`] writes.
const fn tile(letter: char) -> Option<Tile> {
    Some(match letter {
        '#' => Tile::Wall,
        ' ' => Tile::Floor,
        '.' => Tile::Goal,
        '$' => Tile::Box,
        '*' => Tile::BoxOnGoal,
        '@' => Tile::Player,
        '+' => Tile::PlayerOnGoal,
        _ => return None,
    })
}

/// The lines of a part.
pub(crate) fn read_part(bytes: &[u8], part: usize) -> Result<Vec<LevelLine>, Error> {
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let read = |line| {
        serde_json::from_slice(line)
            .map_err(|why| Error::Part { part, why: format!("its levels: {why}") })
    };
    lines.map(read).collect()
}

#[cfg(test)]
mod tests {
    use kuraban_testkit as testkit;

    use super::*;

    #[test]
    fn boards_are_read_back_exactly() {
        for rules in [Rules::Boxes, Rules::Boulders] {
            for seed in 0..500 {
                let level = testkit::level(seed, rules);
                let back = read_board(&board(&level), rules).expect("a board");
                assert_eq!(back, level, "seed {seed}");
                assert_eq!(identity::exact(&back), identity::exact(&level));
            }
        }
        let decorated: Level = "#####\n#@$.#\n##### $\n".parse().expect("a level");
        assert_eq!(read_board(&board(&decorated), Rules::Boxes), Ok(decorated));
    }

    #[test]
    fn a_changed_board_is_no_level() {
        let level: Level = "#####\n#@$.#\n#####\n".parse().expect("a level");
        let mut line = LevelLine {
            n: 0,
            id: identity::exact(&level),
            board: board(&level),
            file: 0,
            index: 1,
            title: None,
            boulders: false,
            warnings: Vec::new(),
        };
        assert_eq!(line.level(), Ok(level));
        line.board = "#####|#@.$#|#####".to_owned();
        assert_eq!(line.level(), Err(CHANGED.to_owned()));
    }

    #[test]
    fn what_is_no_board_is_refused() {
        for wrong in ["", "|", "#@x.#", "#@$#", "@@$.", "█"] {
            assert!(read_board(wrong, Rules::Boxes).is_err(), "{wrong}");
        }
    }
}
