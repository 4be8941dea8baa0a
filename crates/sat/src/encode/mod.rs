//! The encodings, one per file.

mod island;
pub mod moves;
pub mod pushes;

pub use island::Island;
