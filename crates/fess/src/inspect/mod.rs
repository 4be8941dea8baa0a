//! The search made visible.

/// A known solution as the search sees it.
pub mod diagnosis;
/// What a known solution teaches.
pub mod lessons;
/// Rooms, hot spots and plan of a level.
pub(crate) mod outline;
mod played;
