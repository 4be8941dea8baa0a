//! Ctrl-C stops the search, not the process: what is known is still told.

use kuraban::Cancel;

/// Lets the first interrupt cancel, and the second one end the process at once.
pub(crate) fn cancels(cancel: &Cancel) {
    let cancel = cancel.clone();
    // Without a handler the search still works; an interrupt then ends the process.
    let _ = ctrlc::set_handler(move || {
        if cancel.is_cancelled() {
            std::process::abort();
        }
        cancel.cancel();
    });
}
