//! Names for levels.

/// What a level may look like.
const LIKE: [&str; 64] = [
    "Amber", "Ashen", "Autumn", "Bent", "Blue", "Borrowed", "Brass", "Broken", "Cedar",
    "Clay", "Cold", "Copper", "Crooked", "Dim", "Distant", "Double", "Drifting", "Dusty",
    "Early", "Empty", "Even", "Faded", "Folded", "Frosted", "Gentle", "Green", "Grey",
    "Half", "Hidden", "Hollow", "Idle", "Iron", "Ivory", "Late", "Lean", "Lone", "Long",
    "Lost", "Low", "Mild", "Misty", "Narrow", "New", "Old", "Open", "Pale", "Patient",
    "Plain", "Quiet", "Red", "Salt", "Shaded", "Short", "Silent", "Silver", "Slow",
    "Small", "Still", "Stone", "Sunken", "Tilted", "Twin", "Winter", "Wooden",
];
/// What it may be.
const THING: [&str; 64] = [
    "Alcove", "Alley", "Arch", "Attic", "Barn", "Bay", "Bridge", "Cabin", "Canal",
    "Cellar", "Chamber", "Cloister", "Corner", "Court", "Cove", "Crossing", "Dock",
    "Door", "Field", "Floor", "Forge", "Garden", "Gate", "Granary", "Hall", "Harbour",
    "Hatch", "House", "Key", "Ladder", "Landing", "Lane", "Ledge", "Loft", "Market",
    "Mill", "Nook", "Orchard", "Pantry", "Passage", "Path", "Pier", "Pocket", "Pond",
    "Porch", "Quay", "Ramp", "Room", "Shed", "Shelf", "Shop", "Silo", "Square", "Stable",
    "Stair", "Store", "Terrace", "Tower", "Turn", "Vault", "Wall", "Well", "Wharf",
    "Yard",
];

/// The name of a level with this identity. Some levels share one.
pub fn title(id: &str) -> String {
    let hash = crate::random::fnv(id.as_bytes());
    let (like, thing) = (hash as usize % LIKE.len(), (hash >> 32) as usize % THING.len());
    format!("{} {}", LIKE[like], THING[thing])
}
