//! What answers a case.

use std::sync::atomic::AtomicBool;
#[cfg(target_os = "linux")]
use std::time::Duration;

use anyhow::Result;
use snake_core::Instance;

use super::{Case, InProcess};

/// What is evaluated.
#[derive(Clone, Debug)]
pub enum Solver {
    /// Our own search, in this process.
    InProcess(Box<InProcess>),
    /// A command that reads an instance and prints an answer.
    #[cfg(target_os = "linux")]
    Command {
        /// For `sh -c`.
        command: String,
        /// What it is told.
        environment: Vec<(String, String)>,
        /// It is killed after so long.
        kill_after: Duration,
    },
}

/// What a thread needs to run cases one after the other.
#[derive(Debug)]
pub enum Worker<'s> {
    /// Nothing more.
    InProcess(&'s InProcess),
    /// A slot.
    #[cfg(target_os = "linux")]
    Command(super::slot::Slot, &'s str, Duration),
}

impl Solver {
    /// Makes a worker.
    ///
    /// # Errors
    ///
    /// If a process cannot be started.
    pub fn worker(&self) -> Result<Worker<'_>> {
        Ok(match self {
            Self::InProcess(search) => Worker::InProcess(search),
            #[cfg(target_os = "linux")]
            Self::Command { command, environment, kill_after } => {
                Worker::Command(super::slot::Slot::start(environment)?, command, *kill_after)
            }
        })
    }
}

impl Worker<'_> {
    /// Runs a case. None if the stop flag was raised meanwhile.
    ///
    /// # Errors
    ///
    /// If it could not be run at all; a solver that fails is no error.
    pub fn run(&mut self, instance: &Instance, stop: &AtomicBool) -> Result<Option<Case>> {
        match self {
            Self::InProcess(search) => Ok(search.solve(instance, stop)),
            #[cfg(target_os = "linux")]
            Self::Command(slot, command, kill_after) => {
                let request = super::protocol::Request {
                    command: (*command).to_owned(),
                    input: instance.to_string(),
                    kill_after: *kill_after,
                };
                let report = slot.run(&request, stop)?;
                Ok(report.map(|report| command::case(instance, report, *kill_after)))
            }
        }
    }
}

/// Cases of commands.
#[cfg(target_os = "linux")]
mod command {
    use std::time::Duration;

    use snake_core::Instance;

    use crate::eval::Case;
    use crate::eval::case::Verdict;
    use crate::eval::protocol::{Ending, MAX_OUTPUT_BYTES, Report};
    use crate::results::Status;

    /// What the end of a command means.
    pub fn case(instance: &Instance, report: Report, kill_after: Duration) -> Case {
        let last_words = || {
            let last = report.errors.lines().rfind(|line| !line.trim().is_empty());
            last.map(|line| format!(": {}", line.trim())).unwrap_or_default()
        };
        let verdict = match report.ending {
            Ending::Code(0) => Verdict::on(instance, &report.output),
            Ending::Code(code) => {
                Verdict::failure(Status::Crash, format!("exit code {code}{}", last_words()))
            }
            Ending::Signal(signal) => {
                let name = signal_hook::low_level::signal_name(signal).unwrap_or("unknown");
                let reason = format!("signal {signal} ({name}){}", last_words());
                Verdict::failure(Status::Crash, reason)
            }
            Ending::TimedOut => {
                let seconds = kill_after.as_secs_f64();
                Verdict::failure(Status::Time, format!("killed after {seconds} s"))
            }
            Ending::TooLong => {
                let reason = format!("more than {MAX_OUTPUT_BYTES} bytes on standard output");
                Verdict::failure(Status::TooLong, reason)
            }
        };
        let is_answer = report.ending == Ending::Code(0);
        Case {
            wall: report.wall,
            cpu: report.cpu,
            memory: report.memory,
            passes: passes(&report.errors),
            answer: Some(report.output).filter(|_| is_answer),
            verdict,
        }
    }

    /// The number in the last line `passes = n`, as `snake solve -v` prints it, or in the form of a metric.
    fn passes(errors: &str) -> Option<u64> {
        errors.lines().rev().find_map(|line| {
            let line = line.trim();
            let line = line.strip_prefix("[DATA] ").or(line.strip_prefix('$')).unwrap_or(line);
            let (name, value) = line.split_once('=')?;
            value.trim().parse().ok().filter(|_| name.trim() == "passes")
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn passes_are_found_in_each_form() {
            for text in ["passes = 7\nScore = 3\n", "[DATA] passes = 7", "$passes = 7\n"] {
                assert_eq!(passes(text), Some(7), "{text}");
            }
            for text in ["", "passes", "all passes = 7", "passes = many"] {
                assert_eq!(passes(text), None, "{text}");
            }
        }
    }
}
