//! Holding processes to a core.

use anyhow::{Context, Result};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores that this thread may use, each as a set of one; at most `most`.
///
/// # Errors
///
/// If the system does not tell.
pub fn usable(most: usize) -> Result<Vec<CpuSet>> {
    let all = sched_getaffinity(None).context("cores of this process")?;
    let only = |core| {
        let mut set = CpuSet::new();
        set.set(core);
        set
    };
    Ok((0..CpuSet::MAX_CPU).filter(|&core| all.is_set(core)).take(most).map(only).collect())
}

/// Does something with this thread held to a core. Processes started meanwhile stay held to it.
///
/// # Errors
///
/// If the system refuses, and what the work returns.
pub fn held_to<T>(core: &CpuSet, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let before = sched_getaffinity(None).context("cores of this process")?;
    sched_setaffinity(None, core).context("holding a solver to a core")?;
    let result = work();
    sched_setaffinity(None, &before).context("cores of this process")?;
    result
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn processes_stay_on_their_core_and_we_do_not() {
        let before = sched_getaffinity(None).unwrap();
        let cores = usable(2).unwrap();
        assert!(!cores.is_empty() && cores.len() <= 2);
        for core in cores {
            let mut child =
                held_to(&core, || Ok(Command::new("sleep").arg("60").spawn().expect("it starts")))
                    .unwrap();
            let pid = rustix::process::Pid::from_child(&child);
            let held = sched_getaffinity(Some(pid)).unwrap();
            child.kill().unwrap();
            child.wait().unwrap();
            assert_eq!(held, core);
            assert_eq!(sched_getaffinity(None).unwrap(), before);
        }
    }
}
