//! Pictures of squares for observations in colour.

use crate::levels::code;

/// Rows and columns of a tile.
pub(crate) const SIDE: usize = 16;
/// Bytes of a pixel: red, green, blue.
pub(crate) const COLOURS: usize = 3;

type Colour = [u8; COLOURS];

/// One colour for each code, as the tiny pictures of gym-sokoban have them: nets trained on those
/// see what they know.
pub(crate) const TINY: [Colour; code::COUNT] = [
    [0, 0, 0],
    [243, 248, 238],
    [254, 126, 125],
    [254, 95, 56],
    [142, 121, 56],
    [160, 212, 56],
    [219, 212, 56],
];

/// A tile: rows of pixels.
pub(crate) type Tile = [[Colour; SIDE]; SIDE];

/// The tiles of all codes, drawn by a few rules.
pub(crate) fn tiles() -> [Tile; code::COUNT] {
    std::array::from_fn(|code| {
        std::array::from_fn(|row| {
            std::array::from_fn(|column| pixel(code as u8, row, column))
        })
    })
}

fn pixel(code: u8, row: usize, column: usize) -> Colour {
    const MORTAR: Colour = [94, 84, 76];
    const BRICK: Colour = [140, 122, 108];
    const FLOOR: Colour = [236, 230, 216];
    const GOAL: Colour = [198, 72, 60];
    const PLANK: Colour = [196, 148, 84];
    const PLANK_DONE: Colour = [124, 168, 88];
    const EDGE: Colour = [110, 78, 40];
    const COAT: Colour = [52, 96, 168];
    const FACE: Colour = [238, 196, 160];
    // Distance from the middle, in half pixels.
    let (down, across) = (2 * row as i32 - 15, 2 * column as i32 - 15);
    let within = |radius: i32| down * down + across * across <= radius * radius;
    let has_goal = matches!(code, code::GOAL | code::PLAYER_ON_GOAL);
    let ground = if has_goal && (within(13) && !within(9)) { GOAL } else { FLOOR };
    match code {
        code::WALL => {
            let shift = if (row / 4).is_multiple_of(2) { 0 } else { 4 };
            let is_joint = row % 4 == 3 || (column + shift) % 8 == 7;
            if is_joint { MORTAR } else { BRICK }
        }
        code::BOX | code::BOX_ON_GOAL => {
            let edge = row.min(column).min(SIDE - 1 - row).min(SIDE - 1 - column);
            let plank = if code == code::BOX { PLANK } else { PLANK_DONE };
            match edge {
                0 => FLOOR,
                1 | 2 => EDGE,
                _ if row == column || row + column == SIDE - 1 => EDGE,
                _ => plank,
            }
        }
        code::PLAYER | code::PLAYER_ON_GOAL if within(11) => {
            if row < 7 {
                FACE
            } else {
                COAT
            }
        }
        code::GOAL if within(4) => GOAL,
        _ => ground,
    }
}
