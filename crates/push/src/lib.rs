//! Search by single pushes and pulls: greedy, optimal, and several at once.

mod best_first;
mod engines;
mod guest;
mod meeting;
mod member;
pub mod path;
mod plain;
mod queue;
mod race;
mod store;
mod walker;

pub use best_first::Detectors;
pub use engines::{Auto, Optimal, Pull, Push, Weighted, engines};
pub use member::{Member, Stage};
