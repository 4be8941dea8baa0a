//! The interface of the page: questions and answers as plain messages, for any host.
//!
//! ```text
//! message ─┬─Plain::answer──────────────────────────────> Reply
//!          └─SolveAsked::read─> Solve ─begin─> Solving ─turns─> Done
//!                                                └─> Snapshot, to a Follower
//! ```
//!
//! A host passes messages on: the server as HTTP, a worker of the browser as messages of its own.
//! It brings a clock and says what it allows ([`Desk`]); this crate reads no clock, opens no file
//! by itself and starts no thread beyond those of a question. Messages are JSON, as the server's
//! `/api/openapi.json` describes them; pictures are bytes.

mod check;
mod desk;
mod draw;
mod engines;
mod generate;
mod level;
mod plain;
mod position;
mod read;
mod refusal;
mod shipped;
mod solve;
mod verify;

pub use desk::{Desk, Limits};
pub use engines::Abilities;
pub use level::{LevelAsked, Rows};
pub use plain::{Plain, Reply};
pub use read::{Collection, ReadAnswer, collection, collections};
pub use refusal::{Kind, Refusal, refused};
pub use solve::{
    Best, Cell, Done, Files, Follower, Gain, Place, Snapshot, Solve, SolveAsked, Solving,
};
