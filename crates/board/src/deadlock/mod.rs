//! Deadlock detectors, one per file. Each is sound: what it rejects has no solution.

pub mod freeze;
pub mod subsets;
