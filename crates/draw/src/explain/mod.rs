//! Pictures that explain something.

mod difference;
mod panels;
mod poster;
mod sheet;
mod solution;
mod sunburst;
mod trace;
mod tree;

pub use difference::{board_difference, parting};
pub use panels::panels;
pub use poster::poster;
pub use sheet::{Card, html, sheet};
pub use solution::{pushes_heat, solution, visits_heat};
pub use trace::Trace;
pub use tree::{Grown, Growth, Tree};
