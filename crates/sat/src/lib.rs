//! The SAT planner.
pub mod encode;
mod facts;
mod formula;
mod name;
mod potential;
pub mod solver;
mod watch;
pub use watch::Watch;

pub use facts::{Facts, Measure};
pub use formula::{Formula, Lit, Section};
pub use name::{Name, Place};
