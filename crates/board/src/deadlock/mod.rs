//! Deadlock detectors, one per file. Each is sound: what it rejects has no solution.

pub mod bipartite;
pub mod capacity;
pub mod corral;
pub mod diagonal;
pub mod enclosed;
pub mod explain;
pub mod filling;
pub mod freeze;
pub mod subsets;
