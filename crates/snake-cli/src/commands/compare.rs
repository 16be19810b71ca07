//! `snake compare`: two result files on the same seeds.

use std::path::PathBuf;

use anyhow::Result;

use crate::comparison::{Comparison, Operand, Side, html, text};
use crate::exit::{Exit, usage_error};
use crate::io::{self, Source};

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file is a result file of `snake eval`, or a table whose header has `seed`: `FILE.csv`, or
`FILE.csv:COLUMN` if it has several columns of turns; its columns N and M are used if it has them.
Cases that one of the two did not complete are listed and enter no mean. The last line tells
whether A is better, worse, or it is not decided.

Examples:
  snake compare new/results.jsonl old/results.jsonl
  snake compare new/results.jsonl per_seed.csv:rank4
  snake compare per_seed.csv:post per_seed.csv:rank4 --html report.html")]
pub struct Arguments {
    /// Results of A; `-` is standard input
    #[arg(value_name = "A")]
    a: Operand,

    /// Results of B; `-` is standard input
    #[arg(value_name = "B")]
    b: Operand,

    /// Also write a report with charts: one file to open in a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Compares two files.
///
/// # Errors
///
/// If a file cannot be read or is malformed, or the two have no seed in common.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let Arguments { a, b, html: report } = arguments;
    let stdin = Operand::Results(Source::Stdin);
    if (a, b) == (&stdin, &stdin) {
        return Err(usage_error("compare", "A and B cannot both be standard input"));
    }
    let (a, b) = (Side::read(a)?, Side::read(b)?);
    let comparison = Comparison::new(&a, &b)?;
    if let Some(path) = report {
        io::write_whole(path, &html::page(&a, &b, &comparison))?;
    }
    io::write_stdout(&text::report(&a, &b, &comparison))?;
    Ok(Exit::Success)
}
