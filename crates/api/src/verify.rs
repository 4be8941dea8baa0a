//! The referee for the page.

use kuraban::{Alphabet, Checked, Dialect, lurd, output, play};
use serde::Deserialize;

use crate::level::LevelAsked;
use crate::{Desk, Refusal};

/// A level and steps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyAsked {
    #[serde(flatten)]
    level: LevelAsked,
    /// Step letters in any case; counts and groups are allowed.
    steps: String,
}

pub(crate) fn verify(asked: &VerifyAsked, desk: &Desk<'_>) -> Result<Checked, Refusal> {
    let (_, level) = asked.level.bounded(desk)?;
    let steps = lurd::read(&asked.steps).map_err(Refusal::invalid)?;
    let played = play(&level, &steps);
    let alphabet = Alphabet::of(Dialect::Xsb);
    let board = output::draw_position(&level, &alphabet, &played.position);
    Ok(Checked::new(&played, board))
}
