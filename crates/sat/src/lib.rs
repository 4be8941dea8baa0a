//! The SAT planner: levels as formulas, plans as models, certificates as proofs.
//!
//! The vocabulary of the encoding `basic`, the files and the bound of fifty steps are those of an
//! older planner that hands formulas to MiniSat; `levels/seeds/seed-003.txt` is its example.
//!
//! A level and a bound become a [`Formula`] by one of three [encodings](encode); a
//! [`Solver`](solver::Solver) looks for a model, which is read as a plan and played by the
//! referee before anybody sees it. [`Planner`] does this for rising bounds and keeps the
//! formulas in files; [`SatEngine`] is the same as an engine; [`certificate`] writes down
//! the proof that there is no shorter plan.
//!
//! The same stream of clauses feeds the solver, the DIMACS writer and the readable writer
//! ([`write`](mod@write)). Only [`Facts`] decides what formulas leave out as impossible.

pub mod certificate;
pub mod encode;
mod engine;
mod error;
mod export;
mod facts;
mod files;
mod formula;
mod happens;
mod ladder;
mod name;
mod pace;
mod planner;
mod potential;
pub mod solver;
mod watch;
pub mod write;

pub use encode::{Encoded, Encoding, Island, NoEncoding};
pub use engine::SatEngine;
pub use error::SatError;
pub use export::{Exported, Form};
pub use facts::{Facts, Lone, Measure};
pub use files::Files;
pub use formula::{Formula, Lit, Section};
pub use ladder::Call;
pub use name::{Name, Place};
pub use planner::{Backend, Outcome, Planner, Status};
pub use watch::{Pause, Share, Watch};
