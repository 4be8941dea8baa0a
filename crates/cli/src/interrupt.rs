//! Ctrl-C stops the search, not the process: what is known is still told.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use kuraban::Cancel;

/// Interrupts that come this soon after the first are the same one, sent twice.
const SAME: Duration = Duration::from_secs(1);
/// The exit code that shells report for an interrupted process.
const INTERRUPTED: i32 = 130;

/// Lets the first interrupt cancel, and a later one end the process at once.
#[expect(clippy::exit, reason = "who interrupts again wants it over now")]
pub(crate) fn cancels(cancel: &Cancel) {
    let cancel = cancel.clone();
    let first = OnceLock::new();
    // Without a handler the search still works; an interrupt then ends the process.
    let _ = ctrlc::set_handler(move || {
        if first.get_or_init(Instant::now).elapsed() > SAME {
            std::process::exit(INTERRUPTED);
        }
        cancel.cancel();
    });
}
