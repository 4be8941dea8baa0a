//! Searches that take turns, races of several searches, questions and limits.
//!
//! ```text
//! Engine::begin ──> Search ──advance(Turn)──> Stage ──drive──> Outcome
//! ```
//!
//! An [`Engine`] begins a [`Search`] on a level. A search works in turns and keeps its
//! memory between them. A [`Turn`] says what it may use now: work, time, memory; it is a
//! search's only contact with the outside: a search does not print, read clocks or know its
//! host. After each turn the search returns its [`Stage`]. [`drive`] gives turns until the
//! search is done or a limit is reached, and tells a [`Listener`] what happens. A [`Race`]
//! is a search made of searches: it shares its turns among them, on one thread or several,
//! and believes no solution that the referee has not played.

mod best_cell;
mod ceiling;
mod drive;
mod engine;
mod event;
mod later;
mod limits;
mod objective;
mod prepared;
mod race;
mod search;
mod ties;
mod turn;

pub use best_cell::{BestCell, Farthest};
pub use ceiling::Ceiling;
pub use drive::{Drive, Outcome, ask, drive, panic_message};
pub use engine::{Engine, Promise, Question, Refusal, accepts};
pub use event::{Event, Listener, Silent};
pub use later::Later;
pub use limits::{Cancel, Clock, Limits, Stop};
pub use objective::{Claim, NoObjective, Objective};
pub use prepared::{Prepare, Prepared};
pub use race::Race;
pub use search::{Account, Fault, Found, Search, Stage};
pub use ties::{NoTies, Ties};
pub use turn::{News, Pause, Run, Turn, without_limits};
