//! The page's files and the shipped levels, in the binary.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::ApiError;

/// The page.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// The shipped levels.
#[derive(RustEmbed)]
#[folder = "../../levels/"]
#[include = "*.xsb"]
#[include = "*.txt"]
#[include = "*.sok"]
#[include = "*.slc"]
struct Levels;

/// `/`.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// Every other file of the page.
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, &headers)
}

/// Only names that are in the binary are found: there is no path to traverse.
fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Page::get(path) else {
        return ApiError::not_found("there is no such page").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag = hash
        .iter()
        .take(8)
        .fold(String::from("\""), |tag, byte| format!("{tag}{byte:02x}"));
    let tag = tag + "\"";
    let fixed = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes())
    {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (fixed, [(CONTENT_TYPE, kind(path))], file.data).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}

/// The description of the interface.
pub(crate) async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], include_str!("openapi.json")).into_response()
}

/// The names of the shipped level files; our own collections first.
pub(crate) fn level_files() -> Vec<String> {
    let mut names: Vec<String> =
        Levels::iter().map(std::borrow::Cow::into_owned).collect();
    let rank = |name: &str| match name {
        "kuraban.xsb" => 0,
        _ if !name.contains('/') => 1,
        _ if name.starts_with("seeds/") => 2,
        _ => 3,
    };
    names.sort_by(|a, b| (rank(a), a).cmp(&(rank(b), b)));
    names
}

/// The bytes of a shipped level file.
pub(crate) fn level_file(name: &str) -> Option<Vec<u8>> {
    Levels::get(name).map(|file| file.data.into_owned())
}
