//! What searches keep positions in.

mod chunks;
mod keys;
mod open;

pub use chunks::Chunks;
pub use keys::{HalfKeySet, HalfKeys, Keys, Table};
