//! A level compiled for search: cells, zones, distances, bounds.

pub mod bound;
mod cells;
mod distance;

pub use cells::{Cell, Cells};
pub use distance::{NEVER, PushDistances};
