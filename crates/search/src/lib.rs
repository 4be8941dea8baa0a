//! The seams between engines and the programs that run them.
//!
//! An [`Engine`] gets a level, an [`Objective`] and a [`Run`]. The run carries limits, the cancel
//! token and the listener, and it is the only way out of an engine: engines do not print, read
//! clocks, install signal handlers or know their host. What an engine learns on the way (a first
//! solution, a rising bound) it tells the run, so that nothing is lost when a limit stops it.

mod best_cell;
mod engine;
mod objective;
mod run;

pub use best_cell::BestCell;
pub use engine::{Engine, Found, Promise, Verdict};
pub use objective::{Claim, Objective};
pub use run::{Cancel, Clock, Event, Limits, Listener, Run, Silent, Statistics, Stop};
