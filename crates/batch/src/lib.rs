//! Levels by the million.
//!
//! ```text
//! sources ─Run::create─> parts of levels ─Worker─> rows ─commit─> attempts ─seal─> sealed parts
//! ```
//!
//! A [`Run`] is a folder: `run.json` says what is asked, `levels/` holds the levels in parts of
//! about a thousand, `results/` the rows. Whoever takes a part, a thread here or a process on
//! another machine, writes rows into a file of its own, block by block, each with a checksum;
//! the finished file gets the name of the part in one atomic step, and only one file can have
//! it. So nothing is lost when a process is killed, nothing is counted twice, and nobody needs
//! a lock or a server. The same part can travel as bytes: [`Run::part_bytes`] to a
//! [`Worker`], whose answer [`Run::adopt`] checks and seals.
//!
//! The crate prints nothing: what happens is told by [`Event`]s, and a
//! [`Cancel`](kuraban::Cancel) stops the work.

mod again;
mod answers;
mod asked;
mod attempt;
mod check;
mod columns;
mod error;
mod export;
mod filter;
mod fresh;
mod isolate;
mod join;
mod levels;
mod merge;
mod place;
mod plan;
mod plots;
mod pool;
mod row;
mod run;
mod segment;
mod slots;
mod sources;
mod stats;
mod status;
mod steps;
mod time;
mod worker;

pub use answers::{Answered, Per};
pub use asked::{Asked, memory_share};
pub use check::Checked;
pub use columns::{COLUMNS, Column, Kind, Value};
pub use error::Error;
pub use export::{ActionSet, Export, Header, Rows, Table, quoted};
pub use filter::{BadFilter, Filter};
pub use isolate::serve;
pub use levels::LevelLine;
pub use plan::{Dedup, Plan};
pub use pool::{Event, Options, Progress, Summary};
pub use row::Row;
pub use run::{Description, Pass, Run, Source};
pub use segment::{Blocks, commit_line, is_whole, rows};
pub use slots::DEADLY;
pub use stats::{Dear, Quantiles, Stats};
pub use status::Status;
pub use worker::{Shard, Worker};

use time::now;

/// Bytes as digits.
fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;

    bytes.iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").expect("writing to a string");
        out
    })
}
