//! Macro moves: one box pushed or pulled any number of times, the other boxes still.

/// Closed diagonals.
pub(crate) mod diagonal;
/// The moves that every forward search makes, and the position.
pub(crate) mod expander;
/// Macro pushes and pulls of a single box.
pub(crate) mod macros;
/// From macro moves to the player's steps.
pub(crate) mod path;
/// Corrals that have to be dealt with first.
pub(crate) mod pi;
/// The macro pushes of a position, hopeless ones left out.
pub(crate) mod pushes;
/// Stops that serve no purpose.
pub(crate) mod stops;
/// Boxes that never move again, as walls.
pub(crate) mod wallify;
/// A position whose walls may be more than the level's.
pub(crate) mod world;
