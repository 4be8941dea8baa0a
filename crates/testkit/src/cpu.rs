//! Time as a busy machine cannot stretch it.

use std::time::Duration;

/// Processor time that this thread has used; where the system does not measure it, the time
/// since the first call.
pub fn thread_cpu() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static BEGUN: std::sync::OnceLock<std::time::Instant> =
            std::sync::OnceLock::new();
        BEGUN.get_or_init(std::time::Instant::now).elapsed()
    }
}
