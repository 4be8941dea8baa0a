//! Lower bounds, one per file.

pub mod frozen;
pub mod matching;
pub mod warm;
