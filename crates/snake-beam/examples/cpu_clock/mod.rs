//! CPU time of the thread as a clock: other programs on the machine then matter less.

use std::time::{Duration, Instant};

use snake_beam::Clock;

/// CPU time of this thread, counted from some moment on. Linux only.
pub struct CpuClock(Instant);

impl CpuClock {
    /// A clock that shows some moment plus the thread's CPU time.
    pub fn new() -> Self {
        Self(Instant::now())
    }

    /// CPU time of the thread so far.
    pub fn elapsed(&self) -> Duration {
        let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds = schedule.split(' ').next().and_then(|number| number.parse().ok());
        Duration::from_nanos(nanoseconds.expect("Linux tells the time of a thread"))
    }
}

impl Clock for CpuClock {
    fn now(&self) -> Instant {
        self.0 + self.elapsed()
    }
}
