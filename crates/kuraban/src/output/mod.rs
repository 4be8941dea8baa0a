//! Solutions in the forms that people and robots read.

mod actions;
mod boards;
mod plan;
mod robot;

pub use actions::actions;
pub use boards::{boards, draw_position};
pub use plan::plan;
pub use robot::robot;
