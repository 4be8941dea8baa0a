//! Lower bounds, one per file.

pub mod matching;
pub mod warm;
