//! What can be said of a position without a search.

use kuraban::{Facts, Trouble, trouble};
use serde::Serialize;

use crate::level::LevelAsked;
use crate::{Desk, Refusal};

/// Squares are `row * width + column` from zero.
#[derive(Serialize)]
pub(crate) struct PositionAnswer {
    id: String,
    solved: bool,
    /// Whether the walls close the level round the player.
    enclosed: bool,
    /// Squares from which a box can never be pushed to a goal.
    dead_squares: Vec<usize>,
    /// Boxes that can never move again or are lost, and why.
    boxes: Vec<Trouble>,
    /// Whether the position is certainly a dead end, as far as quick tests tell.
    lost: bool,
    /// Why, in words.
    reasons: Vec<String>,
    /// No solution from here has fewer pushes.
    least_pushes: Option<u64>,
}

/// With more boxes than this, no matching is computed.
const MATCHED_BOXES: usize = 200;

/// Looks at a position.
pub(crate) fn position(
    asked: &LevelAsked,
    desk: &Desk<'_>,
) -> Result<PositionAnswer, Refusal> {
    let (_, level) = asked.bounded(desk)?;
    if level.boxes().len() > MATCHED_BOXES {
        return Err(Refusal::invalid(format!(
            "more than {MATCHED_BOXES} boxes are too many to look at"
        )));
    }
    let facts = Facts::of(&level);
    let boxes = Trouble::all(&level);
    let reasons = trouble::reasons(&boxes);
    Ok(PositionAnswer {
        id: facts.id,
        solved: facts.already_solved,
        enclosed: facts.enclosed,
        dead_squares: facts.dead_squares,
        lost: !facts.already_solved && !reasons.is_empty(),
        boxes,
        reasons,
        least_pushes: facts.lower_bound.pushes,
    })
}
