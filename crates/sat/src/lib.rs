//! The SAT planner.
pub mod certificate;
pub mod encode;
mod engine;
mod error;
mod facts;
mod formula;
mod happens;
mod name;
mod planner;
mod potential;
mod search;
pub mod solver;
mod watch;
pub mod write;

pub use encode::{Encoded, Encoding, Island};
pub use engine::SatEngine;
pub use error::SatError;
pub use facts::{Facts, Lone, Measure};
pub use formula::{Formula, Lit, Section};
pub use name::{Name, Place};
pub use planner::{Backend, Files, Outcome, Planner, Status};
pub use search::Call;
pub use watch::{Pause, Watch};
