//! Who may talk to the server: its own page, through a loopback name.
//!
//! A foreign page whose name is made to point to this machine (DNS rebinding) carries its own name
//! in `Host`; a foreign page that talks to us directly carries its own address in `Origin`. Both
//! are refused. Other ports of this machine are foreign too.

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// Headers of every answer: the browser loads, embeds and guesses nothing foreign.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Lets our own page through and refuses everybody else.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    let mut response = match refuse(request.headers(), request.uri().host()) {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn refuse(headers: &HeaderMap, in_target: Option<&str>) -> Option<ApiError> {
    let Some(host) = only(headers, &HOST) else {
        return Some(ApiError::forbidden("a request needs one `Host`"));
    };
    if !is_loopback(host) || in_target.is_some_and(|name| !is_loopback(name)) {
        return Some(ApiError::forbidden(
            "this server answers to `localhost` and `127.0.0.1` only",
        ));
    }
    if headers.contains_key(ORIGIN) {
        let own =
            only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        if own.is_none_or(|own| !own.eq_ignore_ascii_case(host)) {
            return Some(ApiError::forbidden("this server answers its own page only"));
        }
    }
    None
}

/// The value of a header that is there exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// Whether `host` (with or without a port) is a name of this machine's loopback address.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port))
            if port.len() <= 5 && port.bytes().all(|digit| digit.is_ascii_digit()) =>
        {
            name
        }
        _ => host,
    };
    ["localhost", "127.0.0.1", "[::1]"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(pairs: &[(HeaderName, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name.clone(), HeaderValue::from_static(value));
        }
        refuse(&headers, None).is_some()
    }

    #[test]
    fn loopback_names_pass() {
        for host in
            ["127.0.0.1:4000", "localhost:1", "localhost", "[::1]:80", "LOCALHOST:9"]
        {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example:80",
            "localhost.evil:80",
            "localhost:80:80",
            "",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn foreign_pages_do_not_pass() {
        assert!(!refused(&[(HOST, "localhost:4000")]));
        assert!(!refused(&[(HOST, "localhost:4000"), (ORIGIN, "http://localhost:4000")]));
        assert!(refused(&[]));
        assert!(refused(&[(HOST, "evil.example")]));
        assert!(refused(&[(HOST, "localhost:4000"), (HOST, "localhost:4000")]));
        assert!(refused(&[(HOST, "localhost:4000"), (ORIGIN, "http://evil.example")]));
        assert!(refused(&[(HOST, "localhost:4000"), (ORIGIN, "http://localhost:4001")]));
        assert!(refused(&[(HOST, "localhost:4000"), (ORIGIN, "null")]));
    }
}
