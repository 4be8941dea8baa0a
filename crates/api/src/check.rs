//! What the designer's rules have to say about a level.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use kuraban::{Question, SystemClock};
use kuraban_lint::{Budget, Collection, Depth, Report, Selection, Subject};
use serde::Deserialize;

use crate::board::LevelAsked;
use crate::error::{ApiError, Asked, blocking};
use crate::router::App;

/// What to check.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckAsked {
    /// Families and rules, as `kuraban lint --rules` takes them.
    #[serde(default)]
    rules: String,
    #[serde(flatten)]
    level: LevelAsked,
}

/// Time for a level, all experiments together.
const TIME: Duration = Duration::from_secs(5);
/// Memory for its tables.
const MEMORY: usize = 512 << 20;
/// Checks at the same time; others wait.
pub(crate) const AT_ONCE: usize = 2;

/// `POST /api/check`.
pub(crate) async fn check(
    State(app): State<App>,
    Asked(asked): Asked<CheckAsked>,
) -> Result<Json<Report>, ApiError> {
    let selection: Selection = asked
        .rules
        .parse()
        .map_err(|error: kuraban_lint::NoRule| ApiError::invalid(error.to_string()))?;
    let seat = app.checks().acquire_owned().await;
    let seat = seat.map_err(|_| ApiError::bug("nobody closes the seats of checks"))?;
    blocking(move || {
        let _seat = seat;
        let (entry, level) = asked.level.bounded(app.limits())?;
        let limits = kuraban::Limits::default().time(TIME).memory(MEMORY);
        let clock = SystemClock::start();
        let mut budget =
            Budget::new(Question::default().limits(limits), &clock, Depth::USUAL);
        let collection = Collection::default();
        let subject = Subject::new(&entry, &level, &collection, None);
        Ok(subject.check(&selection, &mut budget))
    })
    .await
}
