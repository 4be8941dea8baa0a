//! For tests only: random levels, families of boards, levels from files, and a brute-force oracle.

mod boards;
mod bytes;
mod cpu;
mod explore;
mod files;
mod folder;
mod generate;
mod oracle;
mod random;

pub use boards::{comb, from_rows, hall, room, snake};
pub use bytes::from_bytes;
pub use cpu::thread_cpu;
pub use explore::explore;
pub use files::{
    Solved, levels, own, own_solved, shared, shared_levels, shared_solved, skip,
};
pub use folder::Folder;
pub use generate::{Rooms, SCATTERED, collection, level, pulled};
pub use oracle::{Facts, Least, facts, least, solution};
pub use random::Random;
