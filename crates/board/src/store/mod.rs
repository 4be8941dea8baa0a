//! What searches keep positions in.

mod chunks;
mod keys;
mod open;
mod tags;

pub use chunks::Chunks;
pub use keys::{HalfKeySet, HalfKeys, Keys, Table};
pub use tags::Tags;
