//! Lower bounds, one per file.

pub mod frozen;
mod learned;
pub mod matching;
pub mod pairs;
pub mod penalties;
mod prices;
mod probe;
pub mod warm;
