//! Sokoban levels: the model, and every notation read and written.
//!
//! Text in any notation becomes one [`Level`], which is valid by construction; what a file says
//! around it travels beside it. This crate depends on none of Kuraban's others.

mod dir;
mod level;
pub mod lurd;
pub mod rle;
mod text;

pub use dir::Dir;
pub use lurd::Step;
pub use level::{Flaw, Level, MAX_SQUARES, Rules, Square};
