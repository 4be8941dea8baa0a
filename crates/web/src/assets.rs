//! The page's files, in the binary.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// Names and contents. The list is written out by hand, so that the build needs no crate that
/// walks folders; a test compares it with what lies there.
type Files = [(&'static str, &'static [u8])];

macro_rules! files {
    ($folder:literal: $($name:literal,)+) => {
        &[$(($name, include_bytes!(concat!($folder, $name)))),+]
    };
}

/// The page.
const PAGE: &Files = files! {
    "../page/":
    "favicon.svg",
    "index.html",
    "js/advice.js",
    "js/align.js",
    "js/answer.js",
    "js/api.js",
    "js/app.js",
    "js/backup.js",
    "js/board.js",
    "js/chart.js",
    "js/check.js",
    "js/compare.js",
    "js/dom.js",
    "js/edit.js",
    "js/engines.js",
    "js/export.js",
    "js/game.js",
    "js/generate.js",
    "js/levels.js",
    "js/main.js",
    "js/memory.js",
    "js/order.js",
    "js/party.js",
    "js/picture.js",
    "js/places.js",
    "js/play.js",
    "js/pointer.js",
    "js/refusal.js",
    "js/server.js",
    "js/settings.js",
    "js/shelf.js",
    "js/shorter.js",
    "js/solve.js",
    "js/store.js",
    "js/stretch.js",
    "js/text.js",
    "js/transfer.js",
    "js/types.js",
    "js/view.js",
    "js/watch.js",
    "style.css",
};

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
    let Some(&(_, bytes)) = PAGE.iter().find(|file| file.0 == path) else {
        return ApiError::not_found("there is no such page").into_response();
    };
    let tag = tag(bytes);
    let fixed = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes())
    {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (fixed, [(CONTENT_TYPE, kind(path))], bytes).into_response()
}

/// Differs between versions of a file. Forging one gains nothing.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Every file below a folder.
    fn below(folder: &Path) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let name = entry.file_name().into_string().expect("UTF-8");
            if entry.path().is_dir() {
                let inside = below(&entry.path());
                names.extend(inside.into_iter().map(|inner| format!("{name}/{inner}")));
            } else {
                names.insert(name);
            }
        }
        names
    }

    #[test]
    fn every_file_of_the_page_is_in_the_binary() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let names = PAGE.iter().map(|file| file.0.to_owned()).collect();
        assert_eq!(below(&here.join("page")), names);
    }
}
