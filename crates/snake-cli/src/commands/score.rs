//! `snake score`: the score of an answer, and its parts.

use anyhow::{Context, Result};

use crate::answer;
use crate::exit::{self, Exit};
use crate::io::{self, Source};
use crate::report;

/// What an answer that breaks a rule scores.
const INVALID_SCORE: u64 = 0;

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The score is T + 10000 * (E + 2 * (M - k)); lower is better. Its parts are T (turns), E (wrong
colours), k (length) and M (length wanted). An answer that breaks a rule scores 0: what is wrong is
told on standard error, in the words of the contest's own scorer, and the exit code is 1.

Examples:
  snake score 0002.txt moves.txt
  snake solve 0002.txt | snake score 0002.txt -")]
pub struct Arguments {
    /// The instance; `-` is standard input
    #[arg(value_name = "INPUT")]
    input: Source,

    /// The answer, letters U, D, L, R separated by white space; `-` is standard input
    #[arg(value_name = "OUTPUT")]
    output: Source,
}

/// Scores an answer.
///
/// # Errors
///
/// If the instance is invalid, or a text cannot be read.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let Arguments { input, output } = arguments;
    if (input, output) == (&Source::Stdin, &Source::Stdin) {
        return Err(exit::usage_error("score", "INPUT and OUTPUT cannot both be standard input"));
    }
    let instance = input.parse()?;
    let text = output.read()?;
    match answer::score(&instance, &text).with_context(|| output.to_string()) {
        Ok(score) => {
            io::write_stdout(&(report::score(score.value()) + &report::parts(&score)))?;
            Ok(Exit::Success)
        }
        Err(invalid) => {
            exit::tell(&invalid);
            io::write_stdout(&report::score(INVALID_SCORE))?;
            Ok(Exit::Failure)
        }
    }
}
