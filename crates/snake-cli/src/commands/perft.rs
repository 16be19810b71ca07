//! `snake perft`: counts of move sequences, the classic check of a game's rules.

use anyhow::{Context, Result};
use snake_core::{Instance, Limits, MAX_PERFT_DEPTH, State, perft};

use crate::exit::Exit;
use crate::io::{self, Source};

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints a line for each depth from 1, `depth sequences eats bites states`: the number of legal move
sequences of that many moves, how many of them end by eating and by a bite, and the number of distinct
states (cells, colours, foods) they lead to. Programs that agree on these numbers agree on the rules.

Boards of side 5 to 16 are allowed, with any number of foods that can be eaten. Time and memory grow by a
factor of 2 to 3 with each depth: depth 14 of a board full of food takes some hundred MB.

Example:
  snake perft 0000.txt 10")]
pub struct Arguments {
    /// The instance; `-` is standard input
    #[arg(value_name = "INSTANCE")]
    instance: Source,

    /// Most moves of a sequence
    #[arg(
        value_name = "DEPTH", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=MAX_PERFT_DEPTH as u64)
    )]
    depth: u64,
}

/// Counts the sequences from the start of an instance.
///
/// # Errors
///
/// If the instance is invalid or cannot be read, or standard output cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let source = &arguments.instance;
    let text = source.read()?;
    let instance = Instance::parse(&text, Limits::Playable).with_context(|| source.to_string())?;
    let lines = perft(&State::start(&instance), arguments.depth as usize);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    io::write_stdout(&text)?;
    Ok(Exit::Success)
}
