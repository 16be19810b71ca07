//! The process beside `snake eval` that runs commands, one at a time.
//!
//! It is a process of its own for the sake of what a command may leave behind. It is the *subreaper* of
//! all that it starts: a process whose parent has ended becomes its child, also one that has put itself
//! into another session or process group. So after a case it kills and collects children until it has
//! none, and nothing of the case is left, whoever else runs on the machine. If `snake eval` itself ends,
//! even by `kill -9`, the pipe of requests breaks: then the case is ended in the same way.
//!
//! What has other processes work for it, such as a daemon that was there before, is out of reach.

use std::fs::{self, File};
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, retry_on_intr};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, getpid, kill_process, kill_process_group,
    pidfd_open, set_child_subreaper, waitid,
};
use wait4::{ResourceUsage, Wait4, try_wait4_pid};

use super::protocol::{Ending, KEPT_ERROR_BYTES, MAX_OUTPUT_BYTES, Report, Request};

/// How long killed processes may take to end. They do within milliseconds, unless the system keeps them
/// in a call that cannot be interrupted.
const KILL_PATIENCE: Duration = Duration::from_secs(30);

/// Pause between two looks at killed processes.
const KILL_INTERVAL: Duration = Duration::from_micros(500);

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// Runs the requests on standard input, and reports on standard output, until the former ends.
///
/// # Errors
///
/// If a request makes no sense, a command cannot be started, or the system refuses a call.
pub fn serve() -> Result<()> {
    set_child_subreaper(Some(getpid())).context("subreaper")?;
    let mut requests = io::stdin().lock();
    let mut line = String::new();
    loop {
        line.clear();
        if requests.read_line(&mut line).context("requests")? == 0 {
            return Ok(());
        }
        let request = serde_json::from_str(&line).context("request")?;
        let Some(report) = run(&request, io::stdin().as_fd())? else {
            return Ok(());
        };
        let mut line = serde_json::to_vec(&report)?;
        line.push(b'\n');
        let mut reports = io::stdout().lock();
        reports.write_all(&line).and_then(|()| reports.flush()).context("reports")?;
    }
}

/// Runs a command to its end, or ends it. None if the lifeline broke meanwhile.
fn run(request: &Request, lifeline: BorrowedFd<'_>) -> Result<Option<Report>> {
    let start = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", &request.command])
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("sh")?;
    let watched = watch(&mut child, request, start, lifeline);
    let wall = start.elapsed();
    let group = Pid::from_child(&child);
    // The child is not collected yet, so the number of its group cannot mean another one.
    let _ = kill_process_group(group, Signal::KILL);
    let collected = collect(child)?;
    let Some(Watched { ending, mut output, mut errors }) = watched? else {
        return Ok(None);
    };
    // Nobody is left who writes, so this ends.
    output.read_all()?;
    errors.read_all()?;
    let ending = match ending {
        Some(ending) => ending,
        None if output.kept.len() > MAX_OUTPUT_BYTES => Ending::TooLong,
        None => ending_of(collected.status),
    };
    Ok(Some(Report {
        ending,
        wall: wall.as_secs_f64(),
        cpu: collected.cpu.as_secs_f64(),
        memory: collected.memory,
        output: output.text(),
        errors: errors.text(),
    }))
}

fn ending_of(status: ExitStatus) -> Ending {
    match status.code() {
        Some(code) => Ending::Code(code),
        None => Ending::Signal(status.signal().unwrap_or_default()),
    }
}

/// A command that has ended or has to.
struct Watched {
    /// Why it has to; none if it has ended by itself.
    ending: Option<Ending>,
    output: Capture,
    errors: Capture,
}

/// Feeds a command and reads what it prints, until it ends or has to be ended. None if the lifeline broke.
fn watch(
    child: &mut Child,
    request: &Request,
    start: Instant,
    lifeline: BorrowedFd<'_>,
) -> Result<Option<Watched>> {
    let ended = pidfd_open(Pid::from_child(child), PidfdFlags::empty()).context("pidfd")?;
    let mut output = Capture::new(child.stdout.take(), MAX_OUTPUT_BYTES)?;
    let mut errors = Capture::new(child.stderr.take(), KEPT_ERROR_BYTES)?;
    let mut stdin = child.stdin.take().expect("it is piped");
    // It fits into the pipe, so that this does not wait for the command; which need not read it.
    match stdin.write_all(request.input.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error).context("input"),
        _ => drop(stdin),
    }
    let ending = loop {
        if output.kept.len() > MAX_OUTPUT_BYTES {
            break Some(Ending::TooLong);
        }
        let Some(left) = request.kill_after.checked_sub(start.elapsed()) else {
            break Some(Ending::TimedOut);
        };
        let mut polled =
            vec![PollFd::new(&lifeline, PollFlags::empty()), PollFd::new(&ended, PollFlags::IN)];
        polled.extend(output.pipe.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        polled.extend(errors.pipe.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let left = Timespec::try_from(left).ok();
        match poll(&mut polled, left.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error).context("poll"),
        }
        if polled[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) {
            return Ok(None);
        }
        let has_ended = !polled[1].revents().is_empty();
        output.read_some()?;
        errors.read_some()?;
        errors.forget_the_start();
        if has_ended {
            break None;
        }
    };
    Ok(Some(Watched { ending, output, errors }))
}

/// What is read from a pipe.
struct Capture {
    /// None once its end was read.
    pipe: Option<File>,
    kept: Vec<u8>,
    /// Bytes to keep, about.
    limit: usize,
}

impl Capture {
    fn new(pipe: Option<impl Into<OwnedFd>>, limit: usize) -> Result<Self> {
        let pipe = File::from(pipe.expect("it is piped").into());
        ioctl_fionbio(&pipe, true).context("non-blocking pipe")?;
        Ok(Self { pipe: Some(pipe), kept: Vec::new(), limit })
    }

    /// Reads what there is, at most a chunk. Returns whether there may be more.
    fn read_some(&mut self) -> Result<bool> {
        let Some(pipe) = &mut self.pipe else {
            return Ok(false);
        };
        let length = self.kept.len();
        self.kept.resize(length + CHUNK, 0);
        let read = pipe.read(&mut self.kept[length..]);
        self.kept.truncate(length + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => self.pipe = None,
            Ok(_) => return Ok(true),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(true),
            Err(error) => return Err(error).context("what the solver prints"),
        }
        Ok(false)
    }

    /// Reads the rest; what is over the limit matters no more.
    fn read_all(&mut self) -> Result<()> {
        while self.kept.len() <= self.limit + CHUNK && self.read_some()? {}
        Ok(())
    }

    /// Drops all but the last bytes, now and then.
    fn forget_the_start(&mut self) {
        if self.kept.len() > 2 * self.limit {
            self.kept.drain(..self.kept.len() - self.limit);
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.kept).into_owned()
    }
}

/// What all processes of a case used.
struct Collected {
    status: ExitStatus,
    cpu: Duration,
    /// The largest, in KiB.
    memory: u64,
}

impl Collected {
    fn add(&mut self, usage: &ResourceUsage) {
        self.cpu += usage.utime + usage.stime;
        self.memory = self.memory.max(usage.maxrss / 1024);
    }
}

/// Collects the command, then kills and collects every process that it left behind.
fn collect(child: Child) -> Result<Collected> {
    let first = child.wait4().context("wait4")?;
    let mut collected = Collected { status: first.status, cpu: Duration::ZERO, memory: 0 };
    collected.add(&first.rusage);
    let start = Instant::now();
    while has_children()? {
        for orphan in children()? {
            // It may have ended, but is not collected: the number is still its own.
            let _ = kill_process(orphan, Signal::KILL);
            if let Some(ended) = try_wait4_pid(orphan.as_raw_nonzero().get() as u32)? {
                collected.add(&ended.rusage);
            }
        }
        if start.elapsed() > KILL_PATIENCE {
            return Err(anyhow!("processes of the solver do not end though they were killed"));
        }
        thread::sleep(KILL_INTERVAL);
    }
    Ok(collected)
}

/// Whether there is any child, running or ended.
fn has_children() -> Result<bool> {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match retry_on_intr(|| waitid(WaitId::All, look)) {
        Ok(_) => Ok(true),
        Err(Errno::CHILD) => Ok(false),
        Err(error) => Err(error).context("waitid"),
    }
}

/// The children of this process. It takes a look at every process of the machine, and is only asked
/// when there are some.
fn children() -> Result<Vec<Pid>> {
    let own = getpid().as_raw_nonzero().get();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").context("/proc")? {
        let name = entry.context("/proc")?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse().ok()) else { continue };
        // Others come and go meanwhile.
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        if parent_in(&stat) == Some(own) {
            found.extend(Pid::from_raw(pid));
        }
    }
    Ok(found)
}

/// The parent's number in a `/proc/PID/stat`: the second field behind the name, which stands in
/// parentheses and may hold any character.
fn parent_in(stat: &str) -> Option<i32> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_found_behind_any_name() {
        assert_eq!(parent_in("12 (a) b) (c) S 7 12 12 0"), Some(7));
        assert_eq!(parent_in("12 (sh"), None);
    }
}
