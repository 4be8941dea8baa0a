//! Pictures of Sokoban levels and solutions.
//!
//! A [`Picture`] is a position with layers that tell something about its squares; a [`Film`] is a
//! solution being played. Both become shapes in units of one square, and the shapes become bytes:
//! SVG, PNG, animated SVG, GIF, APNG or text for a terminal. SVG and pixels are made of the same
//! shapes. The same input gives the same bytes on every machine; there are no files and no clocks
//! here.
//!
//! ```text
//! Level ─Picture::of─> Picture ─draw─> Drawing ─svg, png─> bytes
//! Level, steps ─Film::new─> Film ─animated_svg, gif, apng─> bytes
//! Axis, Axis ─Plot::new─> Plot ─finish─> SVG
//! ```
//!
//! ```
//! use kuraban_draw::{Picture, Style};
//! use kuraban_level::Level;
//!
//! let level: Level = "#####\n#@$.#\n#####".parse()?;
//! let drawing = Picture::of(&level).titled("One push").draw(&Style::default())?;
//! assert!(drawing.svg().contains("<title>One push: 5 x 3 squares, 1 box</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "a style is passed alike everywhere, in public and within"
)]

mod apng;
mod border;
mod chart;
mod colour;
mod compose;
mod explain;
mod film;
mod font;
mod gif;
mod layers;
mod legend;
mod picture;
mod png;
mod raster;
mod shape;
mod smil;
mod stamps;
mod strip;
mod style;
mod svg;
mod terminal;
mod theme;
mod ways;

pub use chart::{Axis, Plot};
pub use colour::{Colour, ramp};
pub use explain::{
    Card, Grown, Growth, Trace, Tree, board_difference, html, panels, parting, poster,
    pushes_heat, sheet, solution, visits_heat,
};
pub use film::{By, Film, Frame, NoBy, NoFilm, Pace};
pub use picture::{
    Ground, Heat, Label, Layer, Mark, Note, Picture, Region, Sign, Thing, Trail,
};
pub use raster::Canvas;
pub use shape::Drawing;
pub use style::{MOST_PIXELS, MOST_SQUARES, NoWalls, Style, TooLarge, Walls};
pub use theme::{Hue, NoTheme, Theme};
