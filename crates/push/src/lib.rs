//! Search by single pushes and pulls: greedy, optimal, and several at once.
//!
//! [`engines`] lists what a host can name. Underneath there are two searches, which share their
//! nodes (`nodes`). One goes over box sets and player zones, by pushes from the start or by pulls
//! from the solved positions: greedy, weighted or A* (`best_first`), with the deadlock rules of `kuraban-board`, each of which can
//! be switched off ([`RuleSet`]). The other goes over box sets and the player's very square
//! (`walker`), for moves, for the robot's half movements, and for ties between solutions of
//! equally many pushes.
//!
//! Both keep whole box sets and compare them whole, so an exhausted search is a proof, unless a
//! greedy search has forgotten some to make room (`forget`). Searches
//! by pushes and by pulls meet each other, and whoever else is on the site. Where the least is
//! asked for ([`Least`]), greedy searches scout for a first solution beside the exact ones, and an
//! improver shortens it (`improve`). The exact search by pushes counts what boxes cost each other
//! (`rating`, [`Bounds`]) and leaves out what is no better than the best solution of the race.

mod best_first;
mod engines;
mod forget;
mod improve;
mod kind;
mod least;
mod nodes;
pub mod path;
mod plain;
mod queue;
mod rating;
mod scout;
mod single;
mod store;
mod tables;
mod walker;
mod walks;

pub use engines::{OPTIMAL, PULL, PUSH, PushEngine, WEIGHTED, engines, finders};
pub use kuraban_board::deadlock::{Rule, RuleSet};
pub use least::{Least, shorten};
pub use rating::Bounds;
