//! The router: every path, behind the guard.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use kuraban_api::Plain;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use crate::error::ApiError;
use crate::guard::guard;
use crate::job::Jobs;
use crate::plain::{self, plain};
use crate::{Limits, ServeOptions, assets, solves};

/// Checks at the same time; others wait.
const CHECKS: usize = 2;

/// What the handlers share.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

struct Shared {
    options: ServeOptions,
    jobs: Jobs,
    /// One permit for each level that may be made at the same time.
    makers: Arc<Semaphore>,
    checks: Arc<Semaphore>,
}

impl App {
    pub(crate) fn new(options: ServeOptions) -> Self {
        let jobs = Jobs::new(options.limits);
        let makers = Arc::new(Semaphore::new(options.limits.running));
        let checks = Arc::new(Semaphore::new(CHECKS));
        Self(Arc::new(Shared { options, jobs, makers, checks }))
    }

    pub(crate) fn options(&self) -> &ServeOptions {
        &self.0.options
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.options.limits
    }

    /// Seats for checks.
    pub(crate) fn checks(&self) -> &Arc<Semaphore> {
        &self.0.checks
    }

    pub(crate) fn jobs(&self) -> &Jobs {
        &self.0.jobs
    }

    pub(crate) fn makers(&self) -> &Arc<Semaphore> {
        &self.0.makers
    }
}

/// A request, body included, that takes longer than this is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// The page and its interface, without a socket. It needs a tokio runtime.
pub fn router(options: ServeOptions) -> Router {
    with(App::new(options))
}

pub(crate) fn with(app: App) -> Router {
    let body = app.limits().body;
    Router::new()
        .route("/", get(assets::index))
        .route("/{*path}", get(assets::asset))
        .route("/api/openapi.json", get(assets::openapi))
        .route("/api/engines", get(solves::engines))
        .route("/api/collections", get(plain::collections))
        .route("/api/collections/{*name}", get(plain::collection))
        .route("/api/read", plain(Plain::Read))
        .route("/api/convert", plain(Plain::Convert))
        .route("/api/generate", plain(Plain::Generate))
        .route("/api/verify", plain(Plain::Verify))
        .route("/api/position", plain(Plain::Position))
        .route("/api/check", plain(Plain::Check))
        .route("/api/draw", plain(Plain::Draw))
        .route("/api/animate", plain(Plain::Animate))
        .route("/api/solves", post(solves::start))
        .route("/api/solves/{id}", get(solves::ask).delete(solves::cancel))
        .route("/api/solves/{id}/events", get(solves::events))
        .route("/api/solves/{id}/files/{name}", get(solves::file))
        .fallback(async || ApiError::not_found("there is no such page"))
        .method_not_allowed_fallback(async || {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method",
                "this address does not take that method",
            )
        })
        .with_state(app)
        .layer(DefaultBodyLimit::max(body))
        .layer(from_fn(move |request, next| announced_size(body, request, next)))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .layer(CatchPanicLayer::custom(|_| -> Response {
            ApiError::bug("the server failed to answer this; that is a bug")
                .into_response()
        }))
        .layer(from_fn(guard))
}

/// Refuses a body whose announced length is too large, before reading any of it.
async fn announced_size(most: usize, request: Request, next: Next) -> Response {
    let announced = request.headers().get(CONTENT_LENGTH);
    let length = announced.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some() && length.is_none_or(|length| length > most) {
        return ApiError::too_large().into_response();
    }
    next.run(request).await
}
