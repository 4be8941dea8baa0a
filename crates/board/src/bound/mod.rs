//! Lower bounds, one per file.

pub mod frozen;
pub mod group;
pub mod matching;
pub mod pairs;
pub mod penalties;
pub mod warm;
