//! The SAT planner: levels as formulas, plans as models, certificates as proofs.
//!
//! A level and a bound become a [`Formula`] by one of three [encodings](encode); a
//! [`Solver`](solver::Solver) looks for a model, which is read as a plan and played by the
//! referee before anybody sees it. [`Planner`] does this for rising bounds and keeps seed 003's
//! files, [`SatEngine`] does it behind the engines' seam, and [`certificate`] writes down, for
//! whoever doubts it, why there is no shorter plan.
//!
//! The same stream of clauses feeds the solver, the DIMACS writer and the readable writer
//! ([`write`](mod@write)). What is left out of formulas because it cannot be comes from
//! [`Facts`], and only from there.

pub mod certificate;
pub mod encode;
mod engine;
mod error;
mod export;
mod facts;
mod files;
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
pub use export::{Exported, Form};
pub use facts::{Facts, Lone, Measure};
pub use files::Files;
pub use formula::{Formula, Lit, Section};
pub use name::{Name, Place};
pub use planner::{Backend, Outcome, Planner, Status};
pub use search::Call;
pub use watch::{Pause, Watch};
