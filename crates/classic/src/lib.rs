//! The classic searches, by the book.
//!
//! These engines are the reference: they prune nothing but repeated states, their keys are
//! exact, their counts can be compared, and what they call least is proved. On small levels they
//! answer with proofs; on all levels they show how a strategy behaves.
//!
//! A search is a *space* (what a state is and how it goes on: `space`) explored by a *strategy*
//! (which state is next: `breadth`, `best`, `depth`). Which space an objective needs is decided
//! in `forward`; the searches that pull are in `backward`. States lie in `nodes`, packed by
//! `key`. A search over pushes loses the player's square, so the moves of its answer are settled
//! by a second pass in `ways`.

mod backward;
mod best;
mod board;
mod bound;
mod breadth;
mod chunks;
mod cost;
mod depth;
mod forward;
mod key;
mod nodes;
mod open;
mod region;
mod space;
mod tell;
mod trace;
mod walk;
mod ways;

use kuraban_search::Engine;

/// All classic engines, in the order in which they are best explained.
///
/// ```
/// let names: Vec<_> = kuraban_classic::engines().iter().map(|engine| engine.name()).collect();
/// assert_eq!(names[0], "bfs");
/// ```
pub fn engines() -> Vec<Box<dyn Engine>> {
    use backward::{Bidirectional, Reverse};
    use forward::Forward;
    vec![
        Box::new(Forward::BFS),
        Box::new(Forward::DFS),
        Box::new(Forward::IDDFS),
        Box::new(Forward::ASTAR),
        Box::new(Forward::IDASTAR),
        Box::new(Forward::GREEDY),
        Box::new(Reverse),
        Box::new(Bidirectional),
    ]
}
