//! Boards as numbers, one byte a square, as learning environments exchange them.

use crate::{Flaw, Flaws, Level, Rules, Square};

/// What stands on a square, by its code, and whether the player stands there too. The codes are
/// those of gym-sokoban, and one more for the player on a goal.
const CODES: [(Square, bool); 7] = [
    (Square::WALL, false),
    (Square::FLOOR, false),
    (Square::GOAL, false),
    (Square::BOX_ON_GOAL, false),
    (Square::BOX, false),
    (Square::FLOOR, true),
    (Square::GOAL, true),
];

impl Level {
    /// The Sokoban level with these codes, row by row: 0 wall, 1 floor, 2 goal, 3 box on a goal,
    /// 4 box, 5 player, 6 player on a goal.
    ///
    /// ```
    /// use kuraban_level::Level;
    ///
    /// let codes = [0, 0, 0, 0, 0, 0, 5, 4, 2, 0, 0, 0, 0, 0, 0];
    /// let level = Level::from_codes(5, &codes)?;
    /// assert_eq!(level, "#####\n#@$.#\n#####".parse()?);
    /// assert_eq!(level.to_codes(), codes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_codes(width: usize, codes: &[u8]) -> Result<Self, Flaws> {
        let mut squares = Vec::with_capacity(codes.len());
        let mut players = Vec::new();
        for (at, &code) in codes.iter().enumerate() {
            let Some(&(square, has_player)) = CODES.get(usize::from(code)) else {
                return Err(Flaw::Code { at, code }.into());
            };
            squares.push(square);
            if has_player {
                players.push(at);
            }
        }
        Self::new(Rules::Boxes, width, squares, &players)
    }

    /// The codes of the start position, row by row, as [`Level::from_codes`] reads them,
    /// including what lies outside the walls. A boulder is written as a box; the rules are
    /// not written.
    pub fn to_codes(&self) -> Vec<u8> {
        let code = |square: Square, has_player: bool| {
            let known = CODES.iter().position(|&known| known == (square, has_player));
            known.expect("every square of a level has a code") as u8
        };
        let mut codes: Vec<u8> =
            self.squares().iter().map(|&square| code(square, false)).collect();
        for &(at, decoration) in self.decorations() {
            codes[at] = code(decoration, false);
        }
        let player = self.player();
        codes[player] = code(self.square(player), true);
        codes
    }
}
