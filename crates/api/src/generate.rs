//! New levels.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use kuraban::{Cancel, Limits, Run, SystemClock};
use kuraban_generate::write::entry;
use kuraban_generate::{Order, Preset, Recipe, Wants};
use serde::Deserialize;

use crate::error::{ApiError, Asked, blocking};
use crate::levels::ReadAnswer;
use crate::router::App;

/// What level is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateAsked {
    /// From 0 to 100.
    difficulty: u8,
    /// Another seed makes another level.
    #[serde(default)]
    seed: u32,
}

/// A level is looked for so long.
const PATIENCE: Duration = Duration::from_secs(5);
/// It may be so much easier or harder than was asked for.
const NEAR: f64 = 4.0;
/// From this difficulty on rooms are larger.
const LARGER: u8 = 60;

/// `POST /api/generate`.
pub(crate) async fn generate(
    State(app): State<App>,
    Asked(asked): Asked<GenerateAsked>,
) -> Result<Json<ReadAnswer>, ApiError> {
    if asked.difficulty > 100 {
        return Err(ApiError::invalid("a difficulty lies between 0 and 100"));
    }
    let seat = Arc::clone(app.makers()).try_acquire_owned();
    let seat = seat.map_err(|_| ApiError::busy("others are waiting for new levels"))?;
    blocking(move || {
        let _seat = seat;
        let clock = SystemClock::start();
        let run = Run::new(Limits::default().time(PATIENCE), Cancel::default(), &clock);
        let mut found = None;
        let order = Order { count: 1, ..Order::default() };
        recipe(&asked)
            .fill(&order, &run, |made| {
                found = Some(made);
                ControlFlow::Continue(())
            })
            .map_err(|why| ApiError::invalid(why.to_string()))?;
        let made = found.ok_or_else(|| {
            ApiError::busy("no such level was found in time: try another difficulty")
        })?;
        Ok(ReadAnswer::of(&entry(&made)))
    })
    .await
}

fn recipe(asked: &GenerateAsked) -> Recipe {
    let middle = f64::from(asked.difficulty);
    let band = (middle - NEAR).max(0.0)..=(middle + NEAR).min(100.0);
    let small = Preset::Small.recipe();
    let (size, boxes) =
        if asked.difficulty < LARGER { (small.size, 2..=3) } else { ((6, 6), 3..=3) };
    Recipe {
        size,
        boxes,
        // Enough for a room of the greatest difficulty.
        effort: 1_000_000,
        wants: Wants { difficulty: Some(band), ..Wants::default() },
        seed: u64::from(asked.seed),
        ..small
    }
}
