//! Macro moves: one box pushed or pulled any number of times, the other boxes still; and walks.

mod cuts;
mod legs;
pub(crate) mod low_links;
mod macros;
mod walk;

pub use legs::{Leg, steps, steps_from};
pub use macros::{Macro, Made, Mover, Way};
pub use walk::walk;
