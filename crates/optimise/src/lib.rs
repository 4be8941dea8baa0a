//! Shorter solutions out of known ones.
//!
//! The *tube* round a solution holds all box sets that differ from one of its own in at most so
//! many boxes, wherever those stand. A search for the cheapest way that stays in the tube is
//! exact, and small: with one box elsewhere it already finds every detour of one box, every push
//! run that is better made at another time, and boxes that should swap their goals. What it finds
//! is the next solution to search round, until nothing is gained: the solution is *stable*.
//!
//! Where fewer pushes are wanted, the player's zone is enough to tell states apart, which makes the
//! search much smaller (`stretch::Grain`).
//!
//! Then other things are tried (`arm`): two or three boxes elsewhere in windows, equally good
//! solutions, several solutions at once, other first solutions, other rests. Lanes of work run beside each
//! other and share what they find (`team`, `lane`, `pool`).
//!
//! Costs are the figures of a [`Goal`] in its order, packed into one number (`goal`). A solution
//! counts only when the referee has played it. It is called the best only when all boxes might
//! have stood elsewhere.

mod arm;
#[cfg(test)]
#[path = "../tests/all/brute.rs"]
mod brute;
mod goal;
mod lane;
mod optimiser;
mod pool;
mod queue;
mod stretch;
mod team;
mod tube;
mod walk;
mod way;

pub use goal::{Figure, Goal, NoGoal};
pub use optimiser::{Optimiser, SavedRun, Saver, Stable, Starter, Task, TaskError};
pub use team::Team;
