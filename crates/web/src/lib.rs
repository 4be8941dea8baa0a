//! The web page: draw a level, solve it, watch it, play it.
//!
//! ```text
//! browser ─HTTP─> guard ─> router ─┬─> page      files of `page/`, embedded
//!                                  ├─> plain     questions that are answered in one go
//!                                  └─> solves    jobs on threads of their own, told as events
//! ```
//!
//! The server listens on the loopback address only, and answers only requests that name it
//! by a loopback name and come from its own page (`guard`). It reads no file of the
//! machine: page and levels are in the binary, and whoever starts it names the external SAT
//! solver and the folder for its files, never the page. Questions and answers are those of
//! `kuraban-api`, which the page with no server asks in the browser. Every answer of the interface under
//! `/api` is JSON, errors too; `/api/openapi.json` describes it.

mod assets;
mod error;
mod guard;
mod job;
mod options;
mod plain;
mod router;
mod seats;
mod server;
mod solves;

pub use options::{Limits, ServeOptions};
pub use router::router;
pub use server::{serve, serve_until};
