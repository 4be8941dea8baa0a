//! For tests only: a brute-force oracle and a generator of small levels.

mod generate;
mod oracle;

pub use generate::{Random, level};
pub use oracle::{Facts, Least, facts};
