//! When a search has to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Where a [`Budget`] reads the time; tests use one of their own.
pub trait Clock: Sync {
    /// The present moment.
    fn now(&self) -> Instant;
}

/// The machine's monotonic clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[inline]
    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// The deadline has come.
    Deadline,
    /// All passes have been made.
    Passes,
    /// The stop flag was raised.
    Stopped,
    /// Nothing was left to try: no state that could still lead to a better answer.
    Exhausted,
}

/// How long a search may go on: until a moment, for a number of passes, until somebody raises a
/// flag, or whatever of these comes first. Without any of them it goes on until nothing is left to
/// try, which may be never.
///
/// Only a budget with a deadline ever reads the clock. With passes alone a search is a function of
/// instance, parameters and RNG seed.
///
/// The clock costs some 30 ns a look, as much as a move or two. So the search reports its work, in
/// units of roughly one search or move (0.1 to 1 µs), and the budget looks at clock and flag every
/// [`CHECK_INTERVAL`] units. An overrun is thus well below a millisecond.
///
/// ```
/// use std::time::{Duration, Instant};
/// use snake_beam::Budget;
///
/// let budget = Budget::unlimited()
///     .with_deadline(Instant::now() + Duration::from_millis(1900))
///     .with_passes(1000);
/// assert_eq!(budget.passes(), Some(1000));
/// ```
#[derive(Clone)]
pub struct Budget<'a> {
    deadline: Option<Instant>,
    passes: Option<u64>,
    stop: Option<&'a AtomicBool>,
    clock: &'a dyn Clock,
    unchecked_work: u32,
    end: Option<End>,
}

/// Units of work between two looks at the clock and the stop flag.
pub const CHECK_INTERVAL: u32 = 64;

impl<'a> Budget<'a> {
    /// No limit of any kind.
    #[must_use]
    pub fn unlimited() -> Self {
        Self {
            deadline: None,
            passes: None,
            stop: None,
            clock: &SystemClock,
            // The first report of work is checked, so that a deadline in the past allows none.
            unchecked_work: CHECK_INTERVAL,
            end: None,
        }
    }

    /// Ends at this moment at the latest.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Ends after this number of passes at the latest, counted from the start of the run.
    #[must_use]
    pub fn with_passes(mut self, passes: u64) -> Self {
        self.passes = Some(passes);
        self
    }

    /// Ends soon after the flag has become true, for example from a signal handler. The flag is not
    /// lowered again.
    #[must_use]
    pub fn with_stop_flag(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Takes the time from another clock.
    #[must_use]
    pub fn with_clock(mut self, clock: &'a dyn Clock) -> Self {
        self.clock = clock;
        self
    }

    /// The number of passes allowed, if there is a limit.
    #[must_use]
    pub const fn passes(&self) -> Option<u64> {
        self.passes
    }

    /// The deadline, if there is one.
    #[must_use]
    pub const fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The time until the deadline, zero once it has come; `None` if there is none, in which case
    /// the clock is not read.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(self.clock.now()))
    }

    /// Why the search has to end; `None` while it may go on.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Reports work; true if the search has to end. Once true, it stays true.
    #[inline]
    pub fn is_spent_after(&mut self, work: u32) -> bool {
        self.unchecked_work = self.unchecked_work.saturating_add(work);
        if self.unchecked_work < CHECK_INTERVAL {
            return self.end.is_some();
        }
        self.unchecked_work = 0;
        self.look()
    }

    /// Reports the number of passes made since the start of the run; true if the search has to end.
    /// Looks at clock and flag, too.
    pub fn is_spent_after_passes(&mut self, made: u64) -> bool {
        if self.look() {
            return true;
        }
        if self.passes.is_some_and(|passes| made >= passes) {
            self.end = Some(End::Passes);
        }
        self.end.is_some()
    }

    #[cold]
    fn look(&mut self) -> bool {
        if self.end.is_none() {
            if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                self.end = Some(End::Stopped);
            } else if self.deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
                self.end = Some(End::Deadline);
            }
        }
        self.end.is_some()
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("deadline", &self.deadline)
            .field("passes", &self.passes)
            .field("stop", &self.stop)
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}
