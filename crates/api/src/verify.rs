//! The referee for the page.

use axum::Json;
use axum::extract::State;
use kuraban::{Alphabet, Checked, Dialect, lurd, output, play};
use serde::Deserialize;

use crate::board::LevelAsked;
use crate::error::{ApiError, Asked, blocking};
use crate::router::App;

/// A level and steps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyAsked {
    #[serde(flatten)]
    level: LevelAsked,
    /// Step letters in any case; counts and groups are allowed.
    steps: String,
}

/// `POST /api/verify`.
pub(crate) async fn verify(
    State(app): State<App>,
    Asked(asked): Asked<VerifyAsked>,
) -> Result<Json<Checked>, ApiError> {
    blocking(move || {
        let (_, level) = asked.level.bounded(app.limits())?;
        let steps = lurd::read(&asked.steps)
            .map_err(|error| ApiError::invalid(error.to_string()))?;
        let played = play(&level, &steps);
        let alphabet = Alphabet::of(Dialect::Xsb);
        let board = output::draw_position(&level, &alphabet, &played.position);
        Ok(Checked::new(&played, board))
    })
    .await
}
