//! Ctrl-C stops the search, not the process: what is known is still told. SIGTERM and SIGHUP
//! mean the same.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kuraban::Cancel;

use crate::exit;

/// Interrupts that come this soon after the first are the same one, sent twice.
const SAME: Duration = Duration::from_secs(1);
/// The exit code that shells report for an interrupted process.
const INTERRUPTED: i32 = 130;

static CAME: AtomicBool = AtomicBool::new(false);

/// Whether there was an interrupt that a handler of this module has seen.
pub(crate) fn came() -> bool {
    CAME.load(Ordering::SeqCst)
}

/// Lets the first interrupt cancel, and a later one end the process at once.
pub(crate) fn cancels(cancel: &Cancel) {
    let cancel = cancel.clone();
    let first = OnceLock::new();
    handle(move || {
        if first.get_or_init(Instant::now).elapsed() > SAME {
            end(INTERRUPTED);
        }
        CAME.store(true, Ordering::SeqCst);
        cancel.cancel();
    });
}

/// Lets an interrupt end the process, with no half file left behind.
pub(crate) fn ends() {
    handle(|| end(i32::from(exit::LIMIT)));
}

#[expect(clippy::exit, reason = "who interrupts wants it over now")]
fn end(code: i32) {
    kuraban::discard_unfinished();
    std::process::exit(code);
}

/// Without a handler everything still works; an interrupt then ends the process.
fn handle(act: impl FnMut() + Send + 'static) {
    let _ = try_handle(act);
}

#[cfg(unix)]
fn try_handle(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // What is ignored, as `nohup` does with SIGHUP, stays ignored.
    let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(heeded)?;
    std::thread::Builder::new()
        .name("interrupts".into())
        .spawn(move || signals.forever().for_each(|_| act()))?;
    Ok(())
}

/// Whether the process was started with this signal ignored.
#[cfg(unix)]
fn ignored(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Lets a write that goes beyond the limit on the size of files fail, instead of ending the
/// process: the failure is told like that of a full disk.
pub(crate) fn outlive_file_limit() {
    #[cfg(unix)]
    {
        let heard = std::sync::Arc::new(AtomicBool::new(false));
        // Without a handler the signal ends the process, as before.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, heard);
    }
}

#[cfg(not(unix))]
fn try_handle(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}
