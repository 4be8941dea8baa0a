//! What searches keep positions in.

mod chunks;

pub use chunks::Chunks;
