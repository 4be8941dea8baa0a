//! Search by single pushes and pulls: greedy, optimal, and several at once.
//!
//! [`engines`] lists what a host can name. Underneath there are two searches. One goes over box
//! sets and player zones, by pushes from the start or by pulls from the solved positions: greedy,
//! weighted or A*, with the deadlock detectors of `kuraban-board`, each of which can be switched
//! off ([`Detectors`]). The other goes over box sets and exact player spots, for moves, for the
//! robot's half movements, and for ties between solutions of equally many pushes.
//!
//! Both keep whole box sets and compare them whole, so an exhausted search is a proof. Both are
//! [`Member`]s: they work in turns and keep their memory in between. A race gives members their
//! turns on one thread or several, has the referee play what they find, and ends with a solution
//! that the objective is satisfied with or with a proof. [`Auto`] chooses the members; engines that
//! know nothing of turns can take part as guests ([`Auto::with_guests`]). Pushes and pulls look
//! out for each other in a common table. Where the least is asked for, all of them scout for a
//! first solution beside the exact searches, and what they find is shortened meanwhile.
//!
//! On one thread all of it is deterministic: turns are counted in expansions, not in seconds.

mod auto;
mod best_first;
mod engines;
mod guest;
mod improve;
mod meeting;
mod member;
pub mod path;
mod plain;
mod queue;
mod race;
mod scout;
mod store;
mod walker;

pub use auto::Auto;
pub use best_first::Detectors;
pub use engines::{Optimal, Pull, Push, Weighted, engines};
pub use member::{Member, Stage};
