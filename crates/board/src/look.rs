//! The first look at a level.

use kuraban_level::Level;
use kuraban_search::{Claim, Found, Stage, Turn};

use crate::{LARGEST, Layout};

/// Looks at a level for the first time: the layout to search on, or an answer at once.
pub fn look(level: &Level, turn: &mut Turn<'_>) -> Result<Layout, Stage> {
    // Some fifty bytes and as many nanoseconds a square, in one go.
    let squares = level.squares().len();
    if turn.hold(50 * squares).is_break() {
        return Err(Stage::Full);
    }
    let _ = turn.overdraw((squares / 20) as u64);
    let layout = Layout::new(level);
    at_once(level, &layout).map_or(Ok(layout), Err)
}

/// How many spots a level needs, if that is more than any bitboard has. Levels that are refuted
/// without a search need none.
pub fn too_large(level: &Level) -> Option<usize> {
    if level.squares().len() <= LARGEST {
        return None;
    }
    let layout = Layout::new(level);
    (layout.refuted.is_none() && layout.len > LARGEST).then_some(layout.len)
}

/// What needs no search.
fn at_once(level: &Level, layout: &Layout) -> Option<Stage> {
    if layout.refuted.is_some() {
        return Some(Stage::Unsolvable);
    }
    if level.is_solved_at_start() || layout.boxes.is_empty() {
        let optimal = Claim::all_by(level.rules());
        return Some(Stage::Solved(Found { steps: Vec::new(), optimal, by: "" }));
    }
    None
}
