//! Errors as the page and other programs get them: JSON with a human message.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use kuraban_api::{Kind, Refusal, refused};

/// A refusal.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl ApiError {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self { status, code, message: message.into() }
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Refusal::not_found(message).into()
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "the request is too large")
    }

    /// Something that cannot happen did: a bug.
    pub(crate) fn bug(message: impl Into<String>) -> Self {
        Refusal::new(Kind::Bug, message).into()
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.kind {
            Kind::NotJson => StatusCode::BAD_REQUEST,
            Kind::Malformed | Kind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Kind::Bug => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, refusal.kind.code(), refusal.message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = refused(self.code, &self.message);
        (self.status, [(CONTENT_TYPE, "application/json")], body).into_response()
    }
}

/// A body that says it is JSON.
pub(crate) struct Asked(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Asked {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "a question needs the header `Content-Type: application/json`",
            ));
        }
        let body = Bytes::from_request(request, state).await;
        body.map(Self).map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ApiError::too_large(),
            status => ApiError::new(status, "malformed", rejection.body_text()),
        })
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let told = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = told.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    let kind = kind.trim().to_ascii_lowercase();
    kind == "application/json"
        || kind.starts_with("application/") && kind.ends_with("+json")
}

/// Runs work that takes a while on a thread that may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, ApiError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result.map_err(ApiError::from),
        Err(_) => Err(ApiError::bug("the server failed to answer this; that is a bug")),
    }
}
