//! The classic searches, by the book.
//!
//! These engines are the reference: they prune nothing but repeated states, their keys are
//! exact, their counts can be compared, and what they call least is proved. On small levels they
//! answer with proofs; on all levels they show how a strategy behaves.
//!
//! A search takes turns (`classic`, `work`). It begins with the board and the bounds that
//! need no search (`opening`, `bound`). Then a *strategy* (which state is next: `breadth`,
//! `best`, `depth`) explores a *space* (what a state is, and its successors: `space`).
//! `forward` decides which space an objective needs; `backward` holds the searches that
//! pull. States lie in `nodes`, packed by `key`; `expansion` makes their successors,
//! `trail` the steps of a solution. A search over pushes loses the player's square, so a
//! second pass (`ways`) settles the moves of its answer.
//!
//! [`Positions`] is no search for a solution but all there is to know of a small level: every
//! position, and the pushes to go from it.

mod backward;
mod best;
mod board;
mod bound;
mod breadth;
mod classic;
mod cost;
mod depth;
mod expansion;
mod forward;
mod key;
mod nodes;
mod open;
mod opening;
mod positions;
mod space;
mod strategy;
mod trail;
mod walk;
mod ways;
mod work;
mod zone;

pub use positions::{NoPositions, Positions, Scope};

use kuraban_search::Engine;

/// All classic engines, in the order in which they are best explained.
///
/// ```
/// let names: Vec<_> = kuraban_classic::engines().iter().map(|engine| engine.name()).collect();
/// assert_eq!(names[0], "bfs");
/// ```
pub fn engines() -> Vec<Box<dyn Engine>> {
    use backward::Backward;
    use forward::Forward;
    let ahead = Forward::ALL.into_iter().map(|engine| Box::new(engine) as _);
    let back = Backward::ALL.into_iter().map(|engine| Box::new(engine) as _);
    ahead.chain(back).collect()
}
