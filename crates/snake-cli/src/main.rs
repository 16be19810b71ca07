//! `snake`: solves, generates, scores and shows instances of AtCoder Heuristic Contest 063.
//!
//! To read on: `commands` has a file for each command, with what can be typed and what it does;
//! `exit` says how the program ends, and is the only place that prints errors; `io` reads and writes;
//! `picture` draws.

mod answer;
mod best_known;
mod commands;
mod comparison;
mod eval;
mod exit;
mod io;
mod picture;
#[cfg(target_os = "linux")]
mod race;
mod report;
mod results;
mod search;
mod seeds;
mod signals;
mod statistics;
mod watch;

use std::time::Instant;

use anyhow::Result;
use clap::{Parser, Subcommand};

use commands::{
    bench, best, compare, completions, generate, man, merge, params, perft, score, solve,
    supervise, view,
};
use exit::Exit;

/// Solve, generate and score instances of AHC063, "Colorful Ouroboros"
#[derive(Debug, Parser)]
#[command(
    name = "snake",
    version,
    arg_required_else_help = true,
    after_help = "Exit codes: 0 fine, 1 an instance, answer or file is bad, 2 usage, 129 hang-up, 130 Ctrl-C, 143 SIGTERM."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Solve an instance
    Solve(solve::Arguments),
    /// Write official instances to files
    Gen(generate::Arguments),
    /// Score an answer
    Score(score::Arguments),
    /// Improve a table of best known answers
    Best(best::Arguments),
    /// Evaluate a solver on many instances
    Eval(Box<commands::eval::Arguments>),
    /// Join files of results
    Merge(merge::Arguments),
    /// Compare two solvers on the same seeds, by their results
    Compare(compare::Arguments),
    /// Race two solvers until it is clear who is better
    #[cfg(target_os = "linux")]
    Race(commands::race::Arguments),
    /// Draw a game
    View(view::Arguments),
    /// Count move sequences, to compare the rules with other programs
    Perft(perft::Arguments),
    /// Print a number that changes when the searches do
    Bench(bench::Arguments),
    /// List the parameters of the search
    Params(params::Arguments),
    /// Print what a shell needs to complete our commands
    Completions(completions::Arguments),
    /// Write manual pages
    Man(man::Arguments),
    /// Run commands for `eval`
    #[command(hide = true)]
    Supervise,
}

fn main() {
    // What came before (loading the program, well below a millisecond) cannot be seen from here.
    let start = Instant::now();
    exit::conclude(run(start)).leave()
}

fn run(start: Instant) -> Result<Exit> {
    match Cli::try_parse()?.command {
        Command::Solve(arguments) => solve::run(&arguments, start),
        Command::Gen(arguments) => generate::run(&arguments),
        Command::Score(arguments) => score::run(&arguments),
        Command::Best(arguments) => best::run(&arguments),
        Command::Eval(arguments) => commands::eval::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        #[cfg(target_os = "linux")]
        Command::Race(arguments) => commands::race::run(&arguments),
        Command::View(arguments) => view::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Params(arguments) => params::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
        Command::Supervise => supervise::run(),
    }
}
