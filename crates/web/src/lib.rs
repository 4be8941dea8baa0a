//! The web page: draw a level, solve it, watch it, play it.
//!
//! ```text
//! browser ─HTTP─> guard ─> router ─┬─> page      files of `page/`, embedded
//!                                  ├─> levels    text in any dialect, read and written
//!                                  ├─> position  what is wrong with a position, in words
//!                                  └─> solves    jobs on threads of their own, told as events
//! ```
//!
//! The server listens on the loopback address only, and answers only requests that name it
//! by a loopback name and come from its own page (`guard`). It reads no file of the
//! machine: page and levels are in the binary, and whoever starts it names the external SAT
//! solver and the folder for its files, never the page. Every answer of the interface under
//! `/api` is JSON, errors too; `/api/openapi.json` describes it.

mod assets;
mod board;
mod check;
mod draw;
mod error;
mod events;
mod generate;
mod guard;
mod job;
mod levels;
mod options;
mod planner;
mod position;
mod router;
mod seats;
mod server;
mod solves;
mod verify;

pub use options::{Limits, ServeOptions};
pub use router::router;
pub use server::{serve, serve_until};
