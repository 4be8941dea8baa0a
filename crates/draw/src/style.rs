//! How a picture is to look.

use kuraban_level::by_name;

use crate::Theme;

/// How walls are drawn.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Walls {
    /// Filled.
    #[default]
    Solid,
    /// Filled, with bricks.
    Brick,
    /// Only their outline, which saves ink.
    Outline,
}

/// A text that is not the name of a way to draw walls.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is no way to draw walls")]
pub struct NoWalls(pub String);

by_name!(Walls, in Walls::ALL, else NoWalls);

impl Walls {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Solid, Self::Brick, Self::Outline];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Brick => "brick",
            Self::Outline => "outline",
        }
    }
}

/// How a picture is to look.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// Pixels of a square's side.
    pub tile: u32,
    /// How walls are drawn.
    pub walls: Walls,
    /// Whether columns have their letters and rows their numbers at the edge.
    pub coordinates: bool,
    /// Whether the title stands above the picture.
    pub title: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            tile: 32,
            walls: Walls::Solid,
            coordinates: false,
            title: false,
        }
    }
}

impl Style {
    /// Below so many pixels a square is one colour: shapes could not be seen.
    pub(crate) const SHAPES: u32 = 7;
    /// From so many pixels on a number can be read in a square.
    pub(crate) const NUMBERS: u32 = 24;

    /// The same style with another size of squares.
    #[must_use]
    pub const fn tile(self, tile: u32) -> Self {
        Self { tile, ..self }
    }

    /// The same style with another theme.
    #[must_use]
    pub const fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The same style with a title or without one.
    #[must_use]
    pub const fn title(self, title: bool) -> Self {
        Self { title, ..self }
    }

    pub(crate) const fn is_flat(&self) -> bool {
        self.tile < Self::SHAPES
    }
}

/// The most squares on a side of an SVG picture.
pub const MOST_SQUARES: usize = 4096;
/// The most pixels of a picture.
pub const MOST_PIXELS: u64 = 100_000_000;

/// A picture that would be too large.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum TooLarge {
    #[error(
        "the picture would have {width} x {height} pixels, more than {MOST_PIXELS} in all; \
         squares of {fits} fit"
    )]
    Pixels { width: u64, height: u64, fits: u32 },
    #[error(
        "the level has {0} squares on a side, more than {MOST_SQUARES}: too many to draw"
    )]
    Squares(usize),
    #[error(
        "a side of {0} pixels is too long for a GIF, which ends at 65535; try smaller squares"
    )]
    Gif(u64),
    #[error("{0} frames are too many; choose a stretch of the solution")]
    Frames(usize),
}
