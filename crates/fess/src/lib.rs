//! Feature-space search.
//!
//! Large levels are decided by guidance. This crate searches over *macro moves* (one box, any
//! number of pushes, the other boxes still) and sorts positions into cells of a small feature
//! space, after Shoham and Schaeffer (2020): all cells are served in turn, so every kind of
//! progress is followed at once, and *advisors* name the few moves that deserve to go first.

mod advisors;
mod ahead;
mod alternate;
mod backward;
#[cfg(test)]
mod brute;
mod cell;
mod chunks;
mod cuts;
mod deadlock;
pub mod diagnosis;
mod engine;
mod expander;
mod features;
mod forward;
mod front;
mod hints;
mod homeward;
mod joined;
mod landmark;
mod level;
mod lone;
mod macros;
mod map;
mod meeting;
mod opening;
mod outline;
mod path;
mod pi;
mod plan;
mod planned;
mod planning;
mod pushes;
mod reached;
mod search;
mod shared;
mod side;
mod solver;
mod spots;
mod stops;
mod strategy;
mod table;
mod tags;
mod toward;
#[cfg(test)]
mod traces;
mod tree;
mod wallify;
mod world;

pub use engine::FessEngine;
pub use outline::{Kind, Outline, Placed};
pub use search::{Common, Search, Stage};
pub use strategy::Strategy;
