//! Our own search as a solver: in this process, on the thread that asks.

use std::fs;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use snake_core::Instance;

use super::Case;
use super::case::Verdict;
use crate::results::Status;
use crate::search::{SearchArguments, Settings};

/// Our own search.
#[derive(Clone, Debug)]
pub struct InProcess {
    /// Its limits and which one.
    pub arguments: SearchArguments,
    /// Its parameters.
    pub settings: Settings,
}

impl InProcess {
    /// Solves an instance. None if the stop flag was raised meanwhile.
    pub fn solve(&self, instance: &Instance, stop: &AtomicBool) -> Option<Case> {
        let (start, cpu_start) = (Instant::now(), thread_cpu());
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut budget = self.arguments.budget(start).with_stop_flag(stop);
            self.arguments
                .search(instance, &self.settings, NonZeroUsize::MIN)
                .run(&mut budget, |_| {})
        }));
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let wall = start.elapsed().as_secs_f64();
        let cpu = (thread_cpu() - cpu_start).as_secs_f64();
        let memory = peak_memory();
        let (passes, answer, verdict) = match outcome {
            Ok(outcome) => {
                let answer = outcome.answer.to_string();
                let verdict = Verdict::on(instance, &answer);
                (Some(outcome.effort.passes), Some(answer), verdict)
            }
            Err(panic) => {
                let message = panic
                    .downcast_ref::<String>()
                    .map(String::as_str)
                    .or_else(|| panic.downcast_ref::<&str>().copied());
                let reason = format!("panic: {}", message.unwrap_or("of unknown kind"));
                (None, None, Verdict::failure(Status::Crash, reason))
            }
        };
        Some(Case { wall, cpu, memory, passes, answer, verdict })
    }
}

/// Processor time of this thread so far; zero where the system does not tell.
fn thread_cpu() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
    }
    #[cfg(not(unix))]
    Duration::ZERO
}

/// Peak resident memory of this process so far, in KiB; zero where the system does not tell.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|peak| peak.trim().strip_suffix("kB"));
    kib.and_then(|kib| kib.trim().parse().ok()).unwrap_or_default()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn memory_and_time_are_told() {
        const SIZE: usize = 64 << 20;
        let before = thread_cpu();
        let block = vec![black_box(1_u8); SIZE];
        let sum: u64 = black_box(&block).iter().map(|&byte| u64::from(byte)).sum();
        assert_eq!(sum, SIZE as u64);
        assert!(peak_memory() >= (SIZE >> 10) as u64);
        assert!(thread_cpu() > before);
    }
}
