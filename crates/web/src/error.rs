//! Errors as the page and other programs get them: JSON with a human message.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A refusal.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
}

#[derive(Serialize)]
struct Body<'a> {
    error: Told<'a>,
}

#[derive(Serialize)]
struct Told<'a> {
    code: &'a str,
    message: &'a str,
}

impl ApiError {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self { status, code, message: message.into() }
    }

    /// The request is well formed but makes no sense.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "the request is too large")
    }

    /// Something that cannot happen did: a bug.
    pub(crate) fn bug(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let told = Told { code: self.code, message: &self.message };
        (self.status, Json(Body { error: told })).into_response()
    }
}

/// A JSON body; a bad one is reported like any other error.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(refusal(&rejection)),
        }
    }
}

fn refusal(rejection: &JsonRejection) -> ApiError {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::too_large(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not_json",
            "a request is JSON: say `Content-Type: application/json`",
        ),
        status => {
            let what = match status {
                StatusCode::UNPROCESSABLE_ENTITY => "the request does not fit",
                _ => "the request is not JSON",
            };
            let why = in_words(&rejection.body_text());
            ApiError::new(status, "malformed", format!("{what}: {why}"))
        }
    }
}

/// What is wrong with a body, in words that name no type of ours.
fn in_words(why: &str) -> String {
    // Before the first colon it is told that it failed.
    let why = why.split_once(": ").map_or(why, |(_, why)| why);
    let mut words: Vec<&str> = Vec::new();
    for word in why.split(' ') {
        match word {
            // The name of the type comes next, and is taken for it.
            _ if words.last() == Some(&"struct") => {
                words.pop();
                words.push("object");
            }
            "u8" | "u16" | "u32" | "u64" | "usize" | "f64" => words.push("number"),
            "map," => words.push("object,"),
            "sequence," => words.push("list,"),
            word => words.push(word),
        }
    }
    words.join(" ")
}

/// Runs work that takes a while on a thread that may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<Json<T>, ApiError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result.map(Json),
        Err(_) => Err(ApiError::bug("the server failed to answer this; that is a bug")),
    }
}
