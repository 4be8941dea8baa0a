//! Dead ends: rules that show a position to have no solution.
//!
//! One file a rule, and a line in the table below. Every rule there is sound: what it rejects has no
//! solution. `Toolbox` asks them by name; the tests try each of them on every position of small
//! levels and along known solutions. Rules of thumb, which may reject what can be solved, belong to
//! the search that uses them.

pub mod bipartite;
pub mod capacity;
pub mod corral;
pub mod dead_spot;
pub mod diagonal;
pub mod enclosed;
mod explain;
pub mod freeze;
pub mod hemmed;
pub mod matching;
pub mod pair;
pub mod patterns;
mod rules;
pub mod sealed;
pub mod subsets;
mod toolbox;
pub mod triple;
pub mod walls;

pub use explain::{Reason, why, why_lost};
pub use rules::RuleSet;
pub use toolbox::Toolbox;

use crate::Board;
use rules::{Asker, rules};

rules! {
    // The rules about positions that need no macro moves, the cheapest first.
    toolbox {
        DeadSpot: dead_spot,
        Freeze: freeze,
        Capacity: capacity,
        Matching: matching,
        Bipartite: bipartite,
        Filling: sealed,
        Pair: pair,
        Triple: triple,
        Corral: corral,
        Hemmed: hemmed,
        Diagonal: diagonal,
        Walls: walls,
        Enclosed: enclosed,
    }
    // What is seen before there are positions, and the rules over macro moves, of the
    // feature-space search.
    elsewhere {
        /// A box or goal out of the player's reach is not paired with one.
        Sealed: "sealed", "a box or goal that nobody can reach has no partner";
        /// A goal can be filled only by a box that was there from the start.
        Unfillable: "unfillable", "no box can ever be brought to this goal";
        /// Boxes that a search has found to be lost together: see [`patterns`].
        Pattern: "pattern", subsets::SENTENCE;
        /// Boxes are missing that would have to be there.
        Forced: "forced", "a box is missing that would have to be there";
        /// The boxes of a room cannot be finished, even alone.
        Room: "room", subsets::SENTENCE;
    }
}
