//! Steps of writing, at each of which a test may end the process.

/// A step that is about to be taken.
#[cfg(not(feature = "failpoints"))]
#[inline]
pub(crate) const fn step(_: &'static str) {}

/// A step that is about to be taken. With the feature
/// `failpoints` the process aborts at the step whose number, counted from one, stands in
/// `KURABAN_ABORT_AT`.
#[cfg(feature = "failpoints")]
pub(crate) fn step(name: &'static str) {
    use std::io::Write as _;
    use std::sync::atomic::{AtomicU64, Ordering};

    static TAKEN: AtomicU64 = AtomicU64::new(0);
    let taken = TAKEN.fetch_add(1, Ordering::SeqCst) + 1;
    let wanted = std::env::var("KURABAN_ABORT_AT").ok();
    if wanted.and_then(|wanted| wanted.parse().ok()) == Some(taken) {
        let _ = writeln!(std::io::stderr(), "abort at step {taken}: {name}");
        std::process::abort();
    }
}
