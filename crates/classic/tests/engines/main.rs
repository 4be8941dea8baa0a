//! All engines, from the outside.

mod acceptance;
mod common;
mod limits;
mod oracle;
mod signature;
mod turns;
