//! `snake race`: two commands against each other until it is clear who is better.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use snake_core::Instance;

use crate::eval::solver::Worker;
use crate::eval::{Case, Solver};
use crate::exit::Exit;
use crate::io;
use crate::race::schedule::{Turn, turn};
use crate::race::{Tally, cores};
use crate::results::Status;
use crate::search::seconds;
use crate::seeds::SeedRange;
use crate::signals::Signals;

/// Most cores that take turns: two are enough to even out what one of them is like.
const MAX_CORES: usize = 2;

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each command is run by `sh -c`, reads an instance on standard input and prints moves. A pair of runs is
made on each seed, one after the other, on one core; who comes first and which core it is takes turns.
Fewer turns win the seed, a failure loses it, ties are skipped. The race ends when a sequential test
finds A or B winning 55 of 100 seeds, or neither (alpha = beta = 0.05 each way), or with the seeds.
Each pair is told as it ends, the verdict in the last line. A failed run makes the exit code 1.

Example:
  snake race './new' './old' --seeds 0..2000 --kill-after 2.5")]
pub struct Arguments {
    /// Command A
    #[arg(value_name = "CMD A")]
    a: String,

    /// Command B
    #[arg(value_name = "CMD B")]
    b: String,

    /// Seeds FIRST..END to go through; END is left out
    #[arg(long, value_name = "FIRST..END", default_value = "0..2000")]
    seeds: SeedRange,

    /// Kill a command after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    #[arg(allow_negative_numbers = true)]
    kill_after: Duration,
}

/// Races two commands.
///
/// # Errors
///
/// If processes cannot be started or held to a core, or standard output fails. A command that fails
/// loses the seed.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let signals = Signals::install()?;
    let [a, b] = [&arguments.a, &arguments.b].map(|command| Solver::Command {
        command: command.clone(),
        environment: Vec::new(),
        kill_after: arguments.kill_after,
    });
    let mut tally = Tally::default();
    let (outcome, signalled) =
        signals.hold(|stop| race([&a, &b], arguments.seeds.iter(), stop, &mut tally));
    outcome?;
    io::write_stdout(&format!("{tally}\n"))?;
    let failed = if tally.has_failures() { Exit::Failure } else { Exit::Success };
    Ok(signalled.unwrap_or(failed))
}

/// The turns of a complete answer.
fn turns_of(case: &Case) -> Option<u64> {
    let is_complete = case.verdict.status == Status::Ok;
    case.verdict.score.filter(|_| is_complete).map(|score| score.value())
}

fn race(
    solvers: [&Solver; 2],
    seeds: impl Iterator<Item = u64>,
    stop: &AtomicBool,
    tally: &mut Tally,
) -> Result<()> {
    let cores = cores::usable(MAX_CORES)?;
    let start = |core| cores::held_to(core, || Ok([solvers[0].worker()?, solvers[1].worker()?]));
    let mut workers = cores.iter().map(start).collect::<Result<Vec<[Worker<'_>; 2]>>>()?;
    for (pair, seed) in seeds.enumerate() {
        let Turn { core, order } = turn(pair, workers.len());
        let instance = Instance::generate(seed);
        let mut turns = [None; 2];
        let mut told = [String::new(), String::new()];
        for who in order {
            let place = who as usize;
            let Some(case) = workers[core][place].run(&instance, stop)? else { return Ok(()) };
            turns[place] = turns_of(&case);
            told[place] = match (turns[place], &case.verdict.reason) {
                (Some(turns), _) => turns.to_string(),
                (None, Some(reason)) => format!("{} ({reason})", case.verdict.status.name()),
                (None, None) => case.verdict.status.name().to_owned(),
            };
        }
        let winner = match tally.add(turns) {
            Some(who) => format!("{who:?} wins"),
            None => "a tie".to_owned(),
        };
        let [a, b] = told;
        let standing = tally.standing();
        io::write_stdout(&format!("seed {seed}: A {a}, B {b}: {winner}; {standing}\n"))?;
        if tally.decision().is_some() || stop.load(Ordering::Relaxed) {
            return Ok(());
        }
    }
    Ok(())
}
