//! `snake view`: pictures of a game.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ArgGroup;
use snake_core::{Game, Instance};

use crate::answer;
use crate::exit::{self, Exit};
use crate::io::{self, Source};
use crate::picture::{page, svg, terminal};

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("picture").required(true).multiple(true),
    after_help = "\
In the terminal: space plays and pauses, left and right step, home and end go to the ends, e, b and m
to the next eating, bite or mistake (E, B, M to the previous one), up and down change the speed, q
quits. Where standard output is no terminal, the position is printed as text.

If a move of the answer is illegal, the game is shown up to there, what is wrong is told on standard
error, and the exit code is 1.

Examples:
  snake view 0002.txt moves.txt -o game.html
  snake view 0002.txt moves.txt --svg end.svg
  snake view 0002.txt moves.txt --svg turn.svg --turn 120
  snake view 0002.txt moves.txt --terminal")]
pub struct Arguments {
    /// The instance; `-` is standard input
    #[arg(value_name = "INPUT")]
    input: Source,

    /// The answer, letters U, D, L, R separated by white space; `-` is standard input
    #[arg(value_name = "OUTPUT")]
    output: Source,

    /// Write a web page that replays the game to this file; it needs no other file and no network
    #[arg(short = 'o', long, value_name = "FILE", group = "picture")]
    html: Option<PathBuf>,

    /// Draw the position after one turn to this file
    #[arg(long, value_name = "FILE", group = "picture")]
    svg: Option<PathBuf>,

    /// Show the game in the terminal, to be played and stepped through with keys
    #[arg(long, group = "picture")]
    terminal: bool,

    /// The turn to draw; 0 is the start [default: the last; the terminal begins with the start]
    #[arg(long, value_name = "T", allow_negative_numbers = true, requires = "picture")]
    turn: Option<usize>,
}

/// Makes the pictures asked for.
///
/// # Errors
///
/// If the instance or the answer is invalid or cannot be read, or a picture cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let Arguments { input, output, .. } = arguments;
    if (input, output) == (&Source::Stdin, &Source::Stdin) {
        return Err(exit::usage_error("view", "INPUT and OUTPUT cannot both be standard input"));
    }
    let instance: Instance = input.parse()?;
    let answer = answer::read(output)?;
    let (game, outcome) = Game::play(&instance, &answer);
    let turns = game.turns();
    if let Some(turn) = arguments.turn.filter(|&turn| turn > turns) {
        let message = format!("--turn must be in 0..={turns} for this game, found {turn}");
        return Err(exit::usage_error("view", message));
    }
    if let Some(path) = &arguments.html {
        io::write_whole(path, &page::render(&input.short_name(), &instance, &answer))?;
    }
    if let Some(path) = &arguments.svg {
        io::write_whole(path, &svg::draw(&game.state(arguments.turn.unwrap_or(turns))))?;
    }
    let mut exit = Exit::Success;
    if arguments.terminal {
        exit = terminal::show(&game, arguments.turn)?;
    }
    outcome.with_context(|| output.to_string())?;
    Ok(exit)
}
