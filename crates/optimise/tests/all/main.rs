//! The optimiser as a whole.

mod brute;
mod given;
mod oracle;
mod rules;
mod signature;
mod stops;
