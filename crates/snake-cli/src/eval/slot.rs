//! A place where commands are run, one at a time: the near end of a [`supervisor`](super::supervisor).

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, anyhow};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::protocol::{Report, Request};

/// How soon a raised stop flag is seen, in nanoseconds.
const STOP_INTERVAL: i64 = 50_000_000;

/// A supervisor process, waiting for a case or running one. Dropping it ends the case with all its
/// processes.
#[derive(Debug)]
pub struct Slot {
    supervisor: Child,
    /// Taken when the slot is dropped.
    requests: Option<ChildStdin>,
    reports: BufReader<ChildStdout>,
}

impl Slot {
    /// Starts the supervisor. What it runs has these environment variables besides those of this process.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(environment: &[(String, String)]) -> Result<Self> {
        // This very program, even if its file has been replaced meanwhile.
        let mut supervisor = Command::new("/proc/self/exe")
            .arg("supervise")
            .envs(environment.iter().map(|(name, value)| (name, value)))
            // Ctrl-C is for us; the supervisor learns of our end by its pipe.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("supervisor")?;
        let requests = supervisor.stdin.take();
        let reports = BufReader::new(supervisor.stdout.take().expect("it is piped"));
        Ok(Self { supervisor, requests, reports })
    }

    /// Runs a command. None if the stop flag was raised meanwhile; the slot is of no use then.
    ///
    /// # Errors
    ///
    /// If the supervisor has ended.
    pub fn run(&mut self, request: &Request, stop: &AtomicBool) -> Result<Option<Report>> {
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        let requests = self.requests.as_mut().expect("it is taken only in the end");
        requests.write_all(&line).context("supervisor")?;
        while !self.has_report()? {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        let mut line = String::new();
        if self.reports.read_line(&mut line).context("supervisor")? == 0 {
            return Err(anyhow!("the supervisor has ended without a report"));
        }
        Ok(Some(serde_json::from_str(&line).context("supervisor")?))
    }

    /// Waits for a report, but not long.
    fn has_report(&self) -> Result<bool> {
        let mut polled = [PollFd::new(self.reports.get_ref(), PollFlags::IN)];
        let interval = Timespec { tv_sec: 0, tv_nsec: STOP_INTERVAL };
        match poll(&mut polled, Some(&interval)) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error).context("poll"),
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // The end of the requests ends the supervisor, after it has ended what it runs.
        self.requests = None;
        let _ = self.supervisor.wait();
    }
}
