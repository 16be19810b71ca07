//! Runs the binary.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

/// The `snake` command.
pub fn snake() -> Command {
    Command::new(env!("CARGO_BIN_EXE_snake"))
}

/// A file of the repository's `fixtures` folder.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

/// What a run printed and how it ended.
#[derive(Debug)]
pub struct Run {
    /// Exit code; none if a signal killed the process.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Self {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

impl Run {
    /// The last line of standard error.
    pub fn last_line(&self) -> &str {
        self.stderr.lines().last().unwrap_or_default()
    }

    /// Asserts exit code 1, and one short line on standard error that starts with the given words.
    #[track_caller]
    pub fn assert_fails(&self, words: &str) {
        assert_eq!(self.code, Some(1), "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert!(self.stderr.starts_with(words), "{self:?}");
        assert!(self.stderr.len() < 500, "{self:?}");
    }
}

/// Runs to the end with nothing on standard input.
pub fn run(command: &mut Command) -> Run {
    command.stdin(Stdio::null()).output().expect("it starts").into()
}

/// Runs to the end with this on standard input, which the command need not read to its end.
pub fn run_with_input(command: &mut Command, input: &[u8]) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("it ends").into()
    })
}
