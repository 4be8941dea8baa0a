//! Search by single pushes and pulls: greedy, optimal, and several at once.

mod best_first;
mod engines;
pub mod path;
mod queue;
mod store;

pub use engines::{Pull, Push, engines};
