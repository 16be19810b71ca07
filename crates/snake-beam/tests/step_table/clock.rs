//! A clock that depends on nothing but how often it is read.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use snake_beam::Clock;

/// Goes on by a millisecond each time it is read.
pub struct Ticking {
    start: Instant,
    reads: AtomicU64,
}

impl Ticking {
    /// A clock that has not been read.
    pub fn new() -> Self {
        Self { start: Instant::now(), reads: AtomicU64::new(0) }
    }

    /// How often it has been read.
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }

    /// What it shows when it has been read so often before.
    pub fn after(&self, reads: u64) -> Instant {
        self.start + Duration::from_millis(reads)
    }
}

impl Clock for Ticking {
    fn now(&self) -> Instant {
        self.after(self.reads.fetch_add(1, Ordering::Relaxed))
    }
}
