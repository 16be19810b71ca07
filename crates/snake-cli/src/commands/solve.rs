//! `snake solve`: reads or makes an instance, searches, prints the best answer.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use snake_beam::{Outcome, Progress, lower_bound};
use snake_core::Instance;

use crate::exit::{self, Exit, usage_error};
use crate::io::{self, Source};
use crate::picture::page;
use crate::report;
use crate::search::{SearchArguments, thread_count};
use crate::signals::Signals;
use crate::watch::Watch;

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Moves go to standard output, one a line; `Score = n` is the last line on standard error. Ctrl-C or
SIGTERM ends the search early: the best answer so far is printed, and the exit code is 130 or 143.
With --passes and without --time the clock plays no part: the same instance, --preset, --passes,
--threads and --rng give the same moves on every machine.

Examples:
  snake solve --seed 2 -v
  snake solve < 0002.txt > moves.txt
  snake solve 0002.txt --passes 30 --rng 7
  snake solve 0002.txt --time 60 --threads 4
  snake solve --seed 2 --preset author -v
  snake solve --seed 2 --html game.html > moves.txt")]
pub struct Arguments {
    /// The instance; standard input if it is missing or `-`
    #[arg(value_name = "FILE")]
    file: Option<Source>,

    /// Solve the official instance of a seed instead
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with = "file")]
    seed: Option<u64>,

    #[command(flatten)]
    search: SearchArguments,

    /// Number of threads that search, each with its own memory (some 70 MB in 2 s, up to 500 in long searches)
    #[arg(
        long, value_name = "K", allow_negative_numbers = true, default_value = "1",
        value_parser = thread_count
    )]
    threads: NonZeroUsize,

    /// While it runs, show passes, best T, matched prefix and time left in one line, on a terminal only
    #[arg(long)]
    watch: bool,

    /// Write a web page that replays the answer to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Before the score, tell its parts and the work done, each as `name = value`
    #[arg(short, long)]
    verbose: bool,

    /// Print the figures of `-v` as `[DATA] name = value` and `$name = value`, for tools that collect them
    #[arg(long)]
    metrics: bool,
}

/// Solves an instance. `start` is when the process started.
///
/// # Errors
///
/// If parameters contradict each other, or the instance is invalid or cannot be read, or the answer cannot be written.
pub fn run(arguments: &Arguments, start: Instant) -> Result<Exit> {
    let settings =
        arguments.search.settings().map_err(|error| usage_error("solve", format!("{error:#}")))?;
    let signals = Signals::install()?;
    let instance = arguments.instance()?;
    arguments.html.as_deref().map_or(Ok(()), io::check_writable)?;
    let search_start = Instant::now();
    let (outcome, signalled) = signals.hold(|stop| {
        let mut budget = arguments.search.budget(start).with_stop_flag(stop);
        let watch = arguments.watch.then(|| Watch::start(start, &budget));
        let mut search = arguments.search.search(&instance, &settings, arguments.threads);
        let outcome = search.run(&mut budget, |progress: &Progress| {
            if let Some(watch) = &watch {
                watch.note(progress);
            }
        });
        // Freeing its memory takes time, and the process ends soon.
        std::mem::forget(search);
        outcome
    });
    let search_time = search_start.elapsed();

    // The score is told even if nobody reads the moves, and a signal's exit code stays its own.
    let printed = io::write_stdout(&outcome.answer.to_string());
    let exit = exit::conclude(printed.map(|()| Exit::Success));
    if arguments.verbose || arguments.metrics {
        let figures = details(&instance, &outcome, search_time, start);
        if arguments.verbose {
            io::write_stderr(&figures)?;
        }
        if arguments.metrics {
            io::write_stderr(&report::as_metrics(&figures))?;
        }
    }
    io::write_stderr(&report::score(outcome.score.value()))?;
    if let Some(path) = &arguments.html {
        io::write_whole(path, &page::render(&arguments.name(), &instance, &outcome.answer))?;
    }
    Ok(signalled.unwrap_or(exit))
}

impl Arguments {
    fn instance(&self) -> Result<Instance> {
        match self.seed {
            Some(seed) => Ok(Instance::generate(seed)),
            None => self.file.as_ref().unwrap_or(&Source::Stdin).parse(),
        }
    }

    /// What the instance is called, for titles.
    fn name(&self) -> String {
        match self.seed {
            Some(seed) => format!("seed {seed}"),
            None => self.file.as_ref().unwrap_or(&Source::Stdin).short_name(),
        }
    }
}

/// The parts of the score, how near to the best possible they are, and the work done; times in seconds.
fn details(
    instance: &Instance,
    outcome: &Outcome,
    search_time: Duration,
    start: Instant,
) -> String {
    let time = start.elapsed().as_secs_f64();
    let effort = &outcome.effort;
    // A coarse clock may not have moved at all.
    let seconds = search_time.as_secs_f64().max(f64::EPSILON);
    let per_second = |count: u64| (count as f64 / seconds).round();
    [
        report::parts(&outcome.score),
        optimality(instance, outcome),
        report::line("passes", effort.passes),
        report::line("expansions_per_second", per_second(effort.expansions)),
        report::line("moves_per_second", per_second(effort.moves)),
        report::line("time", format_args!("{time:.3}")),
    ]
    .concat()
}

/// The lower bound on T and how far above it a complete answer is; nothing for other answers, since
/// the bound is on complete ones.
fn optimality(instance: &Instance, outcome: &Outcome) -> String {
    if !outcome.score.is_complete() {
        return String::new();
    }
    let bound = lower_bound(instance);
    [report::line("lower bound", bound), report::line("gap", outcome.score.turns - bound)].concat()
}
