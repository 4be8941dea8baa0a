//! A level compiled for search: cells, zones, distances, bounds, deadlocks.
//!
//! Two compiled forms live side by side. [`Cells`] numbers the squares the player could reach and
//! nothing more; simple engines use it. [`Board`] is the form for speed: the level is first
//! reduced to what matters and laid out on a bitboard ([`Layout`]), then given distances, live
//! spots and hash keys. A [`Position`] on it is a box set and a player; zones come from flood
//! fills of whole sets, pushes and pulls from shifts ([`Board::pushable`],
//! [`Board::pullable`]).

mod bits;
mod board;
pub mod bound;
mod cells;
pub mod deadlock;
mod distance;
mod ground;
mod layout;
mod lone;
mod look;
pub mod meeting;
pub mod moves;
mod ring;
mod scene;
pub mod store;
mod width;

pub use bits::{Bits, Spots};
pub use board::{Board, Compiler, Distances, Position, Push};
pub use cells::{Cell, Cells, CellsMaker};
pub use distance::{NEVER, PullWaves, PushDistances, nearest_goal};
pub use ground::{Ground, Site};
pub use layout::{Layout, Refuted};
pub use lone::{FAR, LoneBox};
pub use look::{look, too_large};
pub use meeting::Meeting;
pub use scene::Scene;
pub use width::{LARGEST, WIDE};
