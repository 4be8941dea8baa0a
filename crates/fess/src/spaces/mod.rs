//! What is searched: each space makes moves, scores positions and says when a search is done.

/// Forward without a plan, in an order that can be chosen.
pub(crate) mod ahead;
/// Forward along a packing plan.
pub(crate) mod along_plan;
/// Backward for a plan, for an open board, or toward a landmark.
pub(crate) mod backward;
/// What all forward searches share.
pub(crate) mod forward;
/// How positions are told apart and kept.
mod kept;
/// How near a position is to a landmark.
pub(crate) mod nearness;
/// The order of a forward search for an open board.
pub(crate) mod opening;
/// The order of a forward search toward a landmark.
pub(crate) mod toward_landmark;
