//! Dead ends: rules that show a position to have no solution.
//!
//! One file a rule. Every rule here is sound: what it rejects has no solution. `Toolbox` asks them
//! by name; the tests try each of them on every position of small levels and along known solutions.
//! Rules of thumb, which may reject what can be solved, belong to the search that uses them.

pub mod capacity;
pub mod corral;
pub mod diagonal;
pub mod enclosed;
mod explain;
pub mod freeze;
pub mod hemmed;
pub mod matching;
pub mod patterns;
mod rule;
pub mod sealed;
pub mod subsets;
mod toolbox;
pub mod walls;

pub use explain::{Reason, why, why_lost};
pub use rule::{Rule, RuleSet};
pub use toolbox::Toolbox;
