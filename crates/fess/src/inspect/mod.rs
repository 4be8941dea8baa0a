//! The search made visible.

/// A known solution as the search sees it.
pub mod diagnosis;
/// Rooms, hot spots and plan of a level.
pub(crate) mod outline;
