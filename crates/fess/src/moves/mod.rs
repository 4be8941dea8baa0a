//! Macro moves: one box pushed or pulled any number of times, the other boxes still.

/// The moves that every forward search makes, and the position.
pub(crate) mod expander;
/// The macro pushes of a position, hopeless ones left out.
pub(crate) mod pushes;
/// Stops that serve no purpose.
pub(crate) mod stops;
