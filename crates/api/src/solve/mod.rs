//! Solves: asked, advanced in turns, told as snapshots.

mod asked;
mod pass;
mod planner;
mod snapshot;
mod solving;

pub use asked::{Solve, SolveAsked};
pub(crate) use pass::Pass;
pub use planner::Files;
pub(crate) use planner::PlannerAsked;
pub use snapshot::{Best, Cell, Done, Follower, Gain, Place, Snapshot};
pub use solving::Solving;
