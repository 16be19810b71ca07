//! What [`Slot`](super::slot::Slot) and [`supervisor`](super::supervisor) tell each other: a line of JSON
//! each way for a case.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Most bytes of standard output that are taken. The longest answer, of 100000 turns, has 300 KB with
/// CRLF line ends; the rest is room for blank lines.
pub const MAX_OUTPUT_BYTES: usize = 1 << 20;

/// Bytes of the end of standard error that are kept, at least: enough for what a solver tells last.
pub const KEPT_ERROR_BYTES: usize = 1 << 16;

/// A case to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The command, for `sh -c`.
    pub command: String,
    /// What it reads on standard input, at most a pipe's 64 KiB.
    pub input: String,
    /// It is killed after so long.
    pub kill_after: Duration,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// How it ended.
    pub ending: Ending,
    /// Seconds from its start to its end.
    pub wall: f64,
    /// Seconds of processor time of it and all its descendants.
    pub cpu: f64,
    /// Largest peak resident memory of these processes, in KiB.
    pub memory: u64,
    /// What it printed; bytes that are not UTF-8 are replaced.
    pub output: String,
    /// The end of what it printed on standard error, in the same way.
    pub errors: String,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// Killed when its time was up.
    TimedOut,
    /// Killed when it had printed more than [`MAX_OUTPUT_BYTES`].
    TooLong,
}
