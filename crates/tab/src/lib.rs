//! The page with no server: the solver as WebAssembly in a worker of the browser.
//!
//! ```text
//! page ─message─> worker.js ─bytes─> exports ─> Tab ─> kuraban-api
//!                     ^─────tell───────────────────┘
//! ```
//!
//! The interface is a handful of C functions (`exports`): a message comes as bytes, and everything
//! that is to be told goes through one function of the host. That needs no tool beside the
//! compiler. One [`Tab`] is one worker: it answers plain questions in one go, and has at most one
//! solve, which advances in turns of some 20 ms. Between them the worker reads its messages, so
//! that a solve can be cancelled. There are no threads and no unwinding: a panic ends the worker,
//! which says why, and the page starts another one.
//!
//! `cargo xtask site` builds it, and writes the folder that any file server can serve.

#[cfg(target_family = "wasm")]
mod exports;
#[cfg(target_family = "wasm")]
mod room;
mod tab;

pub use tab::{Host, Tab, Tell};
