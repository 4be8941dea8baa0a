//! The clock of a host with an operating system.

use std::time::{Duration, Instant};

use kuraban_search::Clock;

/// Tells the time since it was started, and the processor time of threads where the system
/// measures it. Not for WebAssembly, where the host passes a clock of its own.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// Starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    #[cfg(unix)]
    fn thread_cpu(&self) -> Option<Duration> {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }
}
