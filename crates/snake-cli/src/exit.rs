//! How the program ends: exit codes, and the one place where errors are printed.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::Cli;

/// The exit codes, all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All went well; also if the reader of a pipe has gone, who wants no more.
    Success = 0,
    /// An instance or answer is invalid, or a file cannot be read or written.
    Failure = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// The terminal was closed: 128 + SIGHUP.
    HungUp = 129,
    /// Ended by Ctrl-C: 128 + SIGINT, as shells count.
    Interrupted = 130,
    /// Ended by `kill`: 128 + SIGTERM.
    Terminated = 143,
}

impl Exit {
    /// Ends the process. Nothing is torn down: memory goes back to the system as a whole.
    pub fn leave(self) -> ! {
        std::process::exit(self as i32)
    }
}

/// An error of the command line that shows only once its values are known. It is printed with the
/// usage of the command it belongs to.
///
/// # Panics
///
/// If there is no such command.
pub fn usage_error(command: &str, message: impl std::fmt::Display) -> anyhow::Error {
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(command).expect("it is one of ours");
    command.error(clap::error::ErrorKind::ValueValidation, message).into()
}

/// Prints what went wrong, if anything did, and says how to end.
///
/// Errors are one line on standard error, `snake: WHERE: WHAT`; those of the command line look as
/// clap prints them.
pub fn conclude(outcome: anyhow::Result<Exit>) -> Exit {
    let error = match outcome {
        Ok(exit) => return exit,
        Err(error) => error,
    };
    if let Some(shown) = error.downcast_ref::<clap::Error>() {
        return conclude_usage(shown);
    }
    if is_closed_pipe(&error) {
        return Exit::Success;
    }
    tell(&error);
    Exit::Failure
}

/// Prints an error as one line on standard error. If that cannot be written there is nobody left to
/// tell.
pub fn tell(error: &anyhow::Error) {
    let _ = writeln!(io::stderr(), "snake: {}", one_line(&format!("{error:#}")));
}

/// Help and version are errors to clap too: wanted ones, printed on standard output.
fn conclude_usage(error: &clap::Error) -> Exit {
    let printed = error.print();
    if error.use_stderr() {
        return Exit::Usage;
    }
    match printed {
        Ok(()) => Exit::Success,
        Err(failed) => conclude(Err(anyhow::Error::new(failed).context("standard output"))),
    }
}

/// Whether the reader of our output has gone, as in `snake solve | head -1`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// The message with control characters escaped: whatever a file name holds, it stays one line, and
/// cannot drive a terminal.
pub fn one_line(message: &str) -> String {
    message
        .chars()
        .flat_map(|character| {
            let escaped = character.is_control().then(|| character.escape_default());
            let plain = (!character.is_control()).then_some(character);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(one_line("a\nb\u{1b}[2Jä"), "a\\nb\\u{1b}[2Jä");
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let closed = io::Error::from(io::ErrorKind::BrokenPipe);
        let outcome = Err(anyhow::Error::new(closed).context("standard output"));
        assert_eq!(conclude(outcome), Exit::Success);
    }
}
