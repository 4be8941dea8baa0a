//! Feature-space search.
//!
//! Large levels are decided by guidance. This crate searches over *macro moves* (one box, any
//! number of pushes, the other boxes still) and sorts positions into cells of a small feature
//! space, after Shoham and Schaeffer (2020). All cells are served in turn, so every kind of
//! progress is followed at once, and *advisors* name the few moves that deserve to go first.
//!
//! From the bottom up; `tests/imports.rs` watches that no modules import each other in a circle:
//!
//! | module | what |
//! | --- | --- |
//! | `strategy` | the strategies as values |
//! | `plan` | the packing plan: in which order goals and parking squares are filled |
//! | `level` | what is fixed about a level |
//! | `moves` | which macro moves of a position are tried |
//! | `tree` | the search over cells |
//! | `features`, `advisors` | what is counted in a position, and which moves go first |
//! | `deadlock` | thorough tests of positions, by small searches over macro moves |
//! | `shared` | what all searches share |
//! | `spaces` | what is searched: goals filled forward, toward a landmark, backward |
//! | `strategies` | the strategies at work |
//! | `engine` | strategies in turns, as hosts see them |
//! | `inspect` | outlines and diagnoses for people |

mod advisors;
#[cfg(test)]
mod brute;
mod deadlock;
mod engine;
mod features;
mod inspect;
mod level;
mod moves;
mod plan;
mod shared;
mod spaces;
mod strategies;
mod strategy;
#[cfg(test)]
mod traces;
mod tree;

pub use engine::{FessEngine, teams};
pub use inspect::outline::{Kind, Outline, Placed};
pub use inspect::{diagnosis, lessons};
pub use strategy::{NoStrategy, Strategy};
