//! Lower bounds, one per file.

pub mod frozen;
pub mod group;
mod learned;
pub mod matching;
pub mod pairs;
pub mod penalties;
pub mod warm;
