//! What is fixed about a level and worked out once.

/// Boxes that stand in the way of others.
pub(crate) mod hotspots;
/// Neighbours, distances, floods.
pub(crate) mod map;
/// Rooms, and whether they see each other.
pub(crate) mod rooms;
/// How sets of boxes are packed.
pub(crate) mod spots;
/// All tables together.
mod statics;
/// Squares of corridors where a box need not stop.
pub(crate) mod stops;

pub(crate) use statics::{Preparation, Statics};
