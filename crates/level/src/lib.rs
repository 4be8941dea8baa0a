//! Sokoban levels: the model, and every notation read and written.
//!
//! Text in any notation becomes one [`Level`], which is valid by construction; an [`Entry`]
//! holds it together with what its file says about it. This crate depends on none of
//! Kuraban's others.
//!
//! ```
//! use kuraban_level::Level;
//!
//! let level: Level = "#####\n#@$.#\n#####".parse()?;
//! assert_eq!(level.boxes(), &[7]);
//! # Ok::<(), kuraban_level::Problems>(())
//! ```

mod by_name;
mod codes;
mod dialect;
mod dir;
mod entry;
pub mod identity;
mod level;
pub mod lurd;
mod problem;
mod read;
pub mod rle;
mod save;
mod symmetry;
pub mod words;
pub mod write;

pub use dialect::{Alphabet, Dialect, MapError, NoDialect, Tile};
pub use dir::Dir;
pub use entry::{Entry, SavedGame};
pub use level::{Flaw, Flaws, Level, MAX_SQUARES, Rules, Square};
pub use lurd::Step;
pub use problem::{Kind, Place, Problem, Problems};
pub use read::{Format, Reader, read_path};
pub use save::{Saved, can_save, discard_unfinished};
pub use symmetry::Symmetry;
pub use write::{Style, WriteError, WriteOptions, Writer};
