//! What is seen of a board.

use kuraban_level::by_name;

use crate::levels::code;
use crate::tiles::{COLOURS, SIDE, TINY, Tile, tiles};

/// What is seen of a board, in bytes.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Observation {
    /// Rows of codes: (height, width).
    Codes,
    /// Zeros and ones for walls, goals, boxes and the player: (4, height, width).
    #[default]
    Planes,
    /// A pixel for each square: (height, width, 3).
    Tiny,
    /// The same, colour by colour: (3, height, width).
    TinyChw,
    /// Sixteen by sixteen pixels for each square: (16 height, 16 width, 3).
    Rgb,
}

by_name!(Observation, in Self::ALL, else NoObservation);

/// A text that names no observation.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("there is no observation `{0}`; there are codes, planes, tiny, tiny_chw, rgb")]
pub struct NoObservation(pub String);

impl Observation {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Codes, Self::Planes, Self::Tiny, Self::TinyChw, Self::Rgb];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Codes => "codes",
            Self::Planes => "planes",
            Self::Tiny => "tiny",
            Self::TinyChw => "tiny_chw",
            Self::Rgb => "rgb",
        }
    }

    /// The shape of what is seen of a board of this size.
    pub fn shape(self, height: usize, width: usize) -> Vec<usize> {
        match self {
            Self::Codes => vec![height, width],
            Self::Planes => vec![PLANES, height, width],
            Self::Tiny => vec![height, width, COLOURS],
            Self::TinyChw => vec![COLOURS, height, width],
            Self::Rgb => vec![SIDE * height, SIDE * width, COLOURS],
        }
    }

    /// The largest byte there can be.
    pub const fn largest(self) -> u8 {
        match self {
            Self::Codes => code::COUNT as u8 - 1,
            Self::Planes => 1,
            _ => u8::MAX,
        }
    }

    /// Whether a whole board is drawn as quickly as its picture is copied (measured).
    pub const fn is_quick(self) -> bool {
        matches!(self, Self::Codes | Self::Planes)
    }

    /// Draws codes in rows of `width`.
    ///
    /// ```
    /// use kuraban_env::Observation;
    ///
    /// let planes = Observation::Planes.draw(3, &[5, 4, 2]);
    /// assert_eq!(planes, [0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0]);
    /// ```
    pub fn draw(self, width: usize, codes: &[u8]) -> Vec<u8> {
        let mut picture =
            vec![0; self.shape(codes.len() / width, width).iter().product()];
        match self {
            Self::Codes => picture.copy_from_slice(codes),
            Self::Planes => Planes.whole(&mut picture, codes),
            Self::Tiny => TinyPixels.whole(&mut picture, codes),
            Self::TinyChw => LAYERED_COLOURS.whole(&mut picture, codes),
            Self::Rgb => Pixels::new(width).whole(&mut picture, codes),
        }
        picture
    }
}

/// What the buffer for observations holds when a step begins.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Seen {
    /// The observations of the last call: only what changed since is written.
    Last,
    /// Those of the call before, as where two buffers are used in turn.
    BeforeLast,
    /// Anything: all is written.
    Never,
}

/// How many planes there are.
const PLANES: usize = 4;

// What is seen in each plane.

const fn is_wall(code: u8) -> bool {
    code == code::WALL
}

const fn is_goal(code: u8) -> bool {
    matches!(code, code::GOAL | code::BOX_ON_GOAL | code::PLAYER_ON_GOAL)
}

const fn is_box(code: u8) -> bool {
    matches!(code, code::BOX_ON_GOAL | code::BOX)
}

const fn is_player(code: u8) -> bool {
    matches!(code, code::PLAYER | code::PLAYER_ON_GOAL)
}

/// The planes of each code.
const ONE_HOT: [[u8; PLANES]; code::COUNT] = {
    let mut table = [[0; PLANES]; code::COUNT];
    let mut at = 0;
    while at < code::COUNT {
        let code = at as u8;
        table[at] = [
            is_wall(code) as u8,
            is_goal(code) as u8,
            is_box(code) as u8,
            is_player(code) as u8,
        ];
        at += 1;
    }
    table
};

/// Draws a board into its part of the buffer.
pub(crate) trait Painter: Sync {
    /// Draws one square.
    fn square(&self, out: &mut [u8], at: usize, code: u8);

    /// Draws the squares again that a step may have changed: where the player stood, where he
    /// went, and the one behind.
    #[inline]
    fn change(&self, out: &mut [u8], touched: [u32; 3], codes: &[u8]) {
        for at in touched {
            self.square(out, at as usize, codes[at as usize]);
        }
    }

    /// Draws all squares.
    fn whole(&self, out: &mut [u8], codes: &[u8]) {
        for (at, &code) in codes.iter().enumerate() {
            self.square(out, at, code);
        }
    }
}

/// The codes themselves.
pub(crate) struct Codes;

impl Painter for Codes {
    #[inline]
    fn square(&self, out: &mut [u8], at: usize, code: u8) {
        out[at] = code;
    }

    fn whole(&self, out: &mut [u8], codes: &[u8]) {
        out.copy_from_slice(codes);
    }
}

/// A layer for each of the numbers of a code.
pub(crate) struct Layered<const N: usize>(&'static [[u8; N]; code::COUNT]);

const LAYERED_PLANES: Layered<PLANES> = Layered(&ONE_HOT);
pub(crate) const LAYERED_COLOURS: Layered<COLOURS> = Layered(&TINY);

impl<const N: usize> Painter for Layered<N> {
    #[inline]
    fn square(&self, out: &mut [u8], at: usize, code: u8) {
        let size = out.len() / N;
        for (layer, &number) in self.0[usize::from(code)].iter().enumerate() {
            out[layer * size + at] = number;
        }
    }

    fn whole(&self, out: &mut [u8], codes: &[u8]) {
        for (layer, out) in out.chunks_exact_mut(codes.len()).enumerate() {
            for (pixel, &code) in out.iter_mut().zip(codes) {
                *pixel = self.0[usize::from(code)][layer];
            }
        }
    }
}

/// A layer for walls, goals, boxes and the player each. A whole board is drawn by the bits of
/// its codes instead of a table: many squares at once.
pub(crate) struct Planes;

impl Painter for Planes {
    #[inline]
    fn square(&self, out: &mut [u8], at: usize, code: u8) {
        LAYERED_PLANES.square(out, at, code);
    }

    /// Walls and goals stay; where the player stood no box comes, and the player does not come to
    /// the square behind.
    #[inline]
    fn change(&self, out: &mut [u8], [from, to, beyond]: [u32; 3], codes: &[u8]) {
        let size = codes.len();
        let (boxes, player) = out[2 * size..][..2 * size].split_at_mut(size);
        let [from, to, beyond] = [from as usize, to as usize, beyond as usize];
        boxes[to] = u8::from(is_box(codes[to]));
        boxes[beyond] = u8::from(is_box(codes[beyond]));
        player[from] = u8::from(is_player(codes[from]));
        player[to] = u8::from(is_player(codes[to]));
    }

    fn whole(&self, out: &mut [u8], codes: &[u8]) {
        let size = codes.len();
        let Some(last) = size.checked_sub(LANES) else {
            return LAYERED_PLANES.whole(out, codes);
        };
        let (fixed, moving) = out.split_at_mut(2 * size);
        let (walls, goals) = fixed.split_at_mut(size);
        let (boxes, player) = moving.split_at_mut(size);
        eights(codes, walls, goals, boxes, player);
        // The last eight overlap with those before them.
        eights(
            &codes[last..],
            &mut walls[last..],
            &mut goals[last..],
            &mut boxes[last..],
            &mut player[last..],
        );
    }
}

/// Squares that are drawn at once.
const LANES: usize = 8;

/// Draws squares in all planes, eight at a time, as far as there are eight.
#[inline]
fn eights(
    codes: &[u8],
    walls: &mut [u8],
    goals: &mut [u8],
    boxes: &mut [u8],
    player: &mut [u8],
) {
    /// The lowest bit of each byte.
    const LOW: u64 = u64::from_ne_bytes([1; LANES]);
    let codes = codes.as_chunks::<LANES>().0.iter();
    let walls = walls.as_chunks_mut::<LANES>().0.iter_mut();
    let goals = goals.as_chunks_mut::<LANES>().0.iter_mut();
    let boxes = boxes.as_chunks_mut::<LANES>().0.iter_mut();
    let player = player.as_chunks_mut::<LANES>().0.iter_mut();
    for ((((codes, walls), goals), boxes), player) in
        codes.zip(walls).zip(goals).zip(boxes).zip(player)
    {
        let codes = u64::from_ne_bytes(*codes);
        let (one, two, four) = (codes & LOW, codes >> 1 & LOW, codes >> 2 & LOW);
        let some = one | two;
        // Goals have the second bit; the codes of boxes are 3 and 4, those of the player 5 and 6.
        *walls = (LOW & !(some | four)).to_ne_bytes();
        *goals = two.to_ne_bytes();
        *boxes = ((one & two) | (four & !some)).to_ne_bytes();
        *player = (four & some).to_ne_bytes();
    }
}

/// A pixel for each square.
pub(crate) struct TinyPixels;

impl Painter for TinyPixels {
    #[inline]
    fn square(&self, out: &mut [u8], at: usize, code: u8) {
        out[COLOURS * at..][..COLOURS].copy_from_slice(&TINY[usize::from(code)]);
    }
}

/// A tile for each square.
pub(crate) struct Pixels {
    width: usize,
    tiles: Box<[Tile; code::COUNT]>,
}

impl Pixels {
    /// Tiles for boards of this width.
    pub(crate) fn new(width: usize) -> Self {
        Self { width, tiles: Box::new(tiles()) }
    }
}

impl Painter for Pixels {
    fn square(&self, out: &mut [u8], at: usize, code: u8) {
        let line = SIDE * self.width * COLOURS;
        let (row, column) = (at / self.width, at % self.width);
        let corner = row * SIDE * line + column * SIDE * COLOURS;
        for (index, pixels) in self.tiles[usize::from(code)].iter().enumerate() {
            let begin = corner + index * line;
            out[begin..begin + SIDE * COLOURS].copy_from_slice(pixels.as_flattened());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_CODES: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 0];

    #[test]
    fn every_observation_has_its_shape_and_tells_codes_apart() {
        for observation in Observation::ALL {
            let picture = observation.draw(4, &ALL_CODES);
            let shape = observation.shape(2, 4);
            assert_eq!(picture.len(), shape.iter().product::<usize>(), "{observation}");
            assert!(picture.iter().all(|&byte| byte <= observation.largest()));
            assert_eq!(observation.name().parse(), Ok(observation));
            let alone: std::collections::HashSet<Vec<u8>> =
                (0..7).map(|code| observation.draw(1, &[code])).collect();
            assert_eq!(alone.len(), 7, "{observation}");
        }
        assert!("pixels".parse::<Observation>().is_err());
    }

    #[test]
    fn planes_are_the_same_however_they_are_drawn() {
        for squares in [1, 15, 16, 17, 100] {
            let codes: Vec<u8> = (0..squares).map(|at| (at * 5 % 7) as u8).collect();
            let mut one_by_one = vec![9; PLANES * squares];
            for (at, &code) in codes.iter().enumerate() {
                Planes.square(&mut one_by_one, at, code);
            }
            assert_eq!(Observation::Planes.draw(squares, &codes), one_by_one);
        }
    }

    #[test]
    fn tiles_lie_where_their_squares_are() {
        let picture = Observation::Rgb.draw(4, &ALL_CODES);
        let line = 4 * SIDE * COLOURS;
        let tile = tiles()[6];
        let begin = SIDE * line + 2 * SIDE * COLOURS;
        assert_eq!(picture[begin..begin + COLOURS], tile[0][0]);
        let last = begin + 15 * line + 15 * COLOURS;
        assert_eq!(picture[last..last + COLOURS], tile[15][15]);
    }
}
