//! What searches keep things in.

/// Lists that grow without being copied.
pub(crate) mod chunks;
/// Sets of keys.
pub(crate) mod keys;
/// Numbers by key, twelve bytes each.
pub(crate) mod table;
/// Numbers and sets by half of a key.
pub(crate) mod tags;
