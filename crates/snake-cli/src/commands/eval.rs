//! `snake eval`: runs a solver on many instances, and keeps a row of results for each.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, anyhow};

use crate::eval::progress::Progress;
use crate::eval::runner::{self, Done};
use crate::eval::seeds::{self, Shard};
use crate::eval::summary::Summary;
use crate::eval::{Experiment, InProcess, Solver, pahcer, table};
use crate::exit::{Exit, usage_error};
use crate::io::{self, Source};
use crate::results::{Appender, Row, Status};
use crate::search::{SearchArguments, environment_variable, seconds};
use crate::seeds::SeedRange;
use crate::signals::Signals;

/// Most seeds of one call: a range with more is a slip.
const MAX_SEEDS: u64 = 1_000_000;

/// The file of results below `--out`.
const RESULTS: &str = "results.jsonl";

/// The folder of answers below `--out`.
const ANSWERS: &str = "answers";

/// Digits of an answer's file name, at least, as `gen` has them.
const NAME_DIGITS: usize = 4;

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without --solver our own search runs in this process. With it, `sh -c CMD` reads an instance on standard
input and prints moves; it gets --time, --passes, --rng, --preset and parameters, if they are given, as
environment variables (SNAKE_TIME, ...), and is killed with all its processes after --kill-after.

Each case becomes a row: status ok, incomplete, illegal, silent, too-long, time or crash. Only ok enters
a mean; anything else makes the exit code 1. Ctrl-C ends the run; --resume goes on where it ended.

Examples:
  snake eval --seeds 0..100 --out runs/a
  snake eval --seeds 0..100 --solver ./a.out --kill-after 2.5 --jobs 2 --out runs/b
  snake eval --seeds 0..2000 --shard 3/8 --out runs/c-3 --resume
  snake eval --seeds 0..20 --passes 5 --json | jq .score")]
pub struct Arguments {
    /// Evaluate this command instead of our own search
    #[arg(long, value_name = "CMD")]
    solver: Option<String>,

    #[command(flatten)]
    cases: CaseArguments,

    /// Cases that run at a time
    #[arg(long, value_name = "J", default_value = "1", allow_negative_numbers = true)]
    jobs: NonZeroUsize,

    /// Kill a command after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    #[arg(allow_negative_numbers = true)]
    kill_after: Duration,

    /// Folder for results.jsonl and the answers; made if missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Go on with the results in --out: run only the cases they lack
    #[arg(long, requires = "out")]
    resume: bool,

    /// Print each row on standard output as it is made; the table goes to standard error
    #[arg(long)]
    json: bool,

    /// Print the table as comma-separated values
    #[arg(long, conflicts_with = "metrics")]
    csv: bool,

    /// Print the figures as `[DATA] name = value` and `$name = value` instead of a table
    #[arg(long)]
    metrics: bool,

    /// Write DIR/json/result_DATE_TIME.json in pahcer's format, too
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "pahcer")]
    pahcer: Option<PathBuf>,

    #[command(flatten)]
    search: SearchArguments,
}

/// Which cases.
#[derive(Debug, clap::Args)]
struct CaseArguments {
    #[command(flatten)]
    source: SeedArguments,

    /// Take the I-th of N parts of the seeds, I from 1
    #[arg(long, value_name = "I/N", allow_negative_numbers = true)]
    shard: Option<Shard>,
}

/// Where the seeds come from.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct SeedArguments {
    /// Seeds FIRST..END; END is left out
    #[arg(long, value_name = "FIRST..END")]
    seeds: Option<SeedRange>,

    /// Seeds from a file, separated by white space; `-` is standard input
    #[arg(long, value_name = "FILE")]
    seeds_from: Option<Source>,
}

/// Evaluates a solver.
///
/// # Errors
///
/// If the cases cannot be read, parameters contradict each other, the folder has other results, or a
/// file cannot be written. A solver that fails is a row.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let signals = Signals::install()?;
    let start = SystemTime::now();
    let seeds = arguments.cases.seeds()?;
    let (solver, experiment) = arguments.solver()?;
    let mut kept = Kept::open(arguments, &experiment)?;
    let wanted: HashSet<u64> = seeds.iter().copied().collect();
    kept.rows.retain(|seed, _| wanted.contains(seed));
    let missing: Vec<u64> =
        seeds.iter().copied().filter(|seed| !kept.rows.contains_key(seed)).collect();

    let mut progress = Progress::new(seeds.len(), &kept.rows.values().collect::<Vec<_>>());
    let (outcome, signalled) = signals.hold(|stop: &AtomicBool| {
        runner::run(&solver, &missing, arguments.jobs, stop, |done| {
            let row = kept.keep(&done, &experiment)?;
            if arguments.json {
                let line = serde_json::to_string(row)? + "\n";
                progress.suspend(|| io::write_stdout(&line))?;
            }
            progress.add(row);
            Ok(())
        })
    });
    progress.finish();
    outcome?;

    let rows: Vec<&Row> = seeds.iter().filter_map(|seed| kept.rows.get(seed)).collect();
    if let Some(exit) = signalled {
        let (made, all) = (rows.len(), seeds.len());
        io::write_stderr(&format!("snake: stopped after {made} of {all} cases\n"))?;
        return Ok(exit);
    }
    if let Some(folder) = &arguments.pahcer {
        pahcer::write(folder, start, &rows)?;
    }
    arguments.tell(&Summary::of(&rows))?;
    let all_are_fine = rows.iter().all(|row| row.status == Status::Ok);
    Ok(if all_are_fine { Exit::Success } else { Exit::Failure })
}

impl CaseArguments {
    fn seeds(&self) -> Result<Vec<u64>> {
        let SeedArguments { seeds, seeds_from } = &self.source;
        let all = match (seeds, seeds_from) {
            (Some(range), _) if range.count() > MAX_SEEDS => {
                let count = range.count();
                let message = format!("--seeds names {count} seeds; at most {MAX_SEEDS} are run");
                return Err(usage_error("eval", message));
            }
            (Some(range), _) => range.iter().collect(),
            (None, Some(source)) => {
                seeds::parse(&source.read()?).with_context(|| source.to_string())?
            }
            (None, None) => unreachable!("clap requires one of them"),
        };
        Ok(self.shard.map_or_else(|| all.clone(), |shard| shard.of(&all)))
    }
}

impl Arguments {
    /// What is evaluated, and what its rows say of it.
    fn solver(&self) -> Result<(Solver, Experiment)> {
        let contradiction = |error: anyhow::Error| usage_error("eval", format!("{error:#}"));
        let settings = self.search.settings().map_err(contradiction)?;
        let Some(command) = &self.solver else {
            let experiment = Experiment::in_process(self.search.told(&settings))?;
            let search = InProcess { arguments: self.search.clone(), settings };
            return Ok((Solver::InProcess(Box::new(search)), experiment));
        };
        let given = self.search.given();
        let environment = given
            .iter()
            .map(|(name, value)| {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                (environment_variable(name), value)
            })
            .collect();
        let experiment = Experiment::command(command, given)?;
        Ok((self.command(command, environment)?, experiment))
    }

    #[cfg(target_os = "linux")]
    fn command(&self, command: &str, environment: Vec<(String, String)>) -> Result<Solver> {
        let (command, kill_after) = (command.to_owned(), self.kill_after);
        Ok(Solver::Command { command, environment, kill_after })
    }

    /// Ending all processes that a command leaves behind takes calls that only Linux has.
    #[cfg(not(target_os = "linux"))]
    fn command(&self, _: &str, _: Vec<(String, String)>) -> Result<Solver> {
        Err(usage_error("eval", "--solver works on Linux only"))
    }

    fn tell(&self, summary: &Summary<'_>) -> Result<()> {
        let text = if self.csv {
            table::csv(summary)
        } else if self.metrics {
            table::metrics(summary)
        } else {
            table::text(summary)
        };
        if self.json { io::write_stderr(&text) } else { io::write_stdout(&text) }
    }
}

/// The rows so far, and where they are kept.
struct Kept {
    rows: BTreeMap<u64, Row>,
    folder: Option<(Appender, PathBuf)>,
}

impl Kept {
    /// Opens the folder, if there is one to be.
    fn open(arguments: &Arguments, experiment: &Experiment) -> Result<Self> {
        let Some(out) = &arguments.out else {
            return Ok(Self { rows: BTreeMap::new(), folder: None });
        };
        let answers = out.join(ANSWERS);
        io::make_folder(&answers)?;
        let path = out.join(RESULTS);
        let (appender, rows) = Appender::open(&path)?;
        check(&rows, arguments.resume, experiment).with_context(|| path.display().to_string())?;
        let mut kept = BTreeMap::new();
        for row in rows {
            kept.entry(row.seed).or_insert(row);
        }
        Ok(Self { rows: kept, folder: Some((appender, answers)) })
    }

    /// Keeps what became of a case. The answer is there before its row, so that a row means that all is.
    fn keep(&mut self, done: &Done, experiment: &Experiment) -> Result<&Row> {
        let Done { seed, instance, case } = done;
        let row = case.row(*seed, instance, experiment);
        if let Some((appender, answers)) = &mut self.folder {
            if let Some(answer) = &case.answer {
                io::write_whole(&answer_file(answers, *seed), answer)?;
            }
            appender.append(&row)?;
        }
        Ok(self.rows.entry(*seed).or_insert(row))
    }
}

fn answer_file(folder: &Path, seed: u64) -> PathBuf {
    folder.join(format!("{seed:0NAME_DIGITS$}.txt"))
}

/// Refuses to add to rows that are there already, unless they are to be gone on with and come from the
/// same solver with the same parameters.
fn check(rows: &[Row], resume: bool, experiment: &Experiment) -> Result<()> {
    if !rows.is_empty() && !resume {
        return Err(anyhow!("has results already; --resume goes on with them"));
    }
    let other = rows.iter().find(|row| !experiment.identity.is_of(row));
    match other.and_then(|row| experiment.identity.difference(&crate::results::Identity::of(row))) {
        Some(difference) => Err(anyhow!("has results of something else: {difference}")),
        None => Ok(()),
    }
}
