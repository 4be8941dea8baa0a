//! Questions that are answered in one go.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use kuraban::SystemClock;
use kuraban_api::{Collection, Desk, Kind, Plain, ReadAnswer, Refusal};
use tokio::sync::OwnedSemaphorePermit;

use crate::error::{ApiError, Asked, blocking};
use crate::router::App;

/// The route of a question.
pub(crate) fn plain(question: Plain) -> MethodRouter<App> {
    post(move |State(app): State<App>, asked: Asked| answer(app, question, asked))
}

async fn answer(
    app: App,
    question: Plain,
    Asked(message): Asked,
) -> Result<Response, ApiError> {
    let seat = seat(&app, question).await?;
    let reply = blocking(move || {
        let _seat = seat;
        let clock = SystemClock::start();
        question.answer(&message, &Desk { limits: &app.limits().each, clock: &clock })
    })
    .await?;
    Ok(([(CONTENT_TYPE, reply.kind)], reply.bytes).into_response())
}

/// What takes seconds has a limited number of seats: checks wait for one, and levels are not made
/// without.
async fn seat(
    app: &App,
    question: Plain,
) -> Result<Option<OwnedSemaphorePermit>, ApiError> {
    match question {
        Plain::Check => {
            let seat = Arc::clone(app.checks()).acquire_owned().await;
            seat.map(Some).map_err(|_| ApiError::bug("nobody closes the seats of checks"))
        }
        Plain::Generate => {
            let seat = Arc::clone(app.makers()).try_acquire_owned();
            let busy = Refusal::new(Kind::Busy, "others are waiting for new levels");
            seat.map(Some).map_err(|_| busy.into())
        }
        _ => Ok(None),
    }
}

/// `GET /api/collections`.
pub(crate) async fn collections() -> Result<Json<Vec<Collection>>, ApiError> {
    blocking(|| Ok(kuraban_api::collections())).await.map(Json)
}

/// `GET /api/collections/{name}`.
pub(crate) async fn collection(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<ReadAnswer>, ApiError> {
    let read = move || kuraban_api::collection(&name, &app.limits().each);
    blocking(read).await.map(Json)
}
