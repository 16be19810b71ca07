//! `snake best`: a table of best known answers, improved by searching.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use snake_beam::layers::{Layers, Parameters};
use snake_beam::{Budget, Incumbent, Outcome, Team};
use snake_core::Instance;

use crate::best_known::{BestKnown, Entry, Origin};
use crate::exit::{Exit, usage_error};
use crate::io::{self, Source};
use crate::report;
use crate::search::{seconds, thread_count};
use crate::seeds::SeedRange;
use crate::signals::Signals;

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The table is a text of lines `seed,T,moves,commit,date`. Every answer in it is replayed before anything
else is done, and so is a new one before it is stored. An answer is replaced by a shorter one only; the file
is written anew, whole, after each improvement. Other searches are tried by another --rng.

Examples:
  snake best --update best_known.csv --seeds 0..100 --time 10
  snake best --update best_known.csv --seeds 7..8 --time 600 --threads 2 --rng 1 --from-stored")]
pub struct Arguments {
    /// The table; made if it is missing
    #[arg(long, value_name = "FILE")]
    update: PathBuf,

    /// Seeds FIRST..END of official instances; END is left out
    #[arg(long, value_name = "FIRST..END")]
    seeds: SeedRange,

    /// Search each seed for this many seconds
    #[arg(
        long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds,
        required_unless_present = "passes"
    )]
    time: Option<Duration>,

    /// Search each seed for at most this many passes
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    passes: Option<u64>,

    /// Number of threads that search, each with its own memory (some 70 MB in 2 s, up to 500 in long searches)
    #[arg(
        long, value_name = "K", allow_negative_numbers = true, default_value = "1",
        value_parser = thread_count
    )]
    threads: NonZeroUsize,

    /// Seed of the search's own random numbers
    #[arg(long, value_name = "R", allow_negative_numbers = true, default_value_t = 0)]
    rng: u64,

    /// Let the searches start with the stored answer, not from nothing
    #[arg(long)]
    from_stored: bool,

    /// What to enter as the commit [default: that of the folder's Git repository]
    #[arg(long, value_name = "ID")]
    commit: Option<String>,
}

/// Searches seed by seed and enters what is shorter.
///
/// # Errors
///
/// If the table cannot be read or written, or a line of it is wrong; then nothing is written.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let signals = Signals::install()?;
    let path = &arguments.update;
    let origin = arguments.origin()?;
    read_if_there(path)?;
    io::check_writable(path)?;
    let (done, signalled) = signals.hold(|stop| -> Result<()> {
        for seed in arguments.seeds.iter() {
            // Others may have changed it in the meantime.
            let mut table = read_if_there(path)?;
            let known = table.turns(seed);
            let outcome = arguments.search(seed, table.get(seed), stop);
            let told = if outcome.score.is_complete() {
                let entry = Entry { answer: outcome.answer, origin: origin.clone() };
                if table.improve(seed, entry)? {
                    io::write_whole(path, &table.to_string())?;
                }
                told(outcome.score.turns, known)
            } else {
                "no complete answer".to_owned()
            };
            io::write_stdout(&report::line(&format!("seed {seed}"), told))?;
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(())
    });
    done?;
    Ok(signalled.unwrap_or(Exit::Success))
}

/// What became of a number of turns.
fn told(found: usize, known: Option<usize>) -> String {
    match known {
        None => format!("{found}, new"),
        Some(known) if found < known => format!("{found}, was {known}"),
        Some(known) => format!("{known}, stays ({found} found)"),
    }
}

/// The table, empty if there is no such file.
fn read_if_there(path: &Path) -> Result<BestKnown> {
    match path.try_exists() {
        Ok(false) => Ok(BestKnown::default()),
        _ => Source::File(path.to_owned()).parse(),
    }
}

impl Arguments {
    fn search(&self, seed: u64, known: Option<&Entry>, stop: &AtomicBool) -> Outcome {
        let instance = Instance::generate(seed);
        let mut budget = Budget::unlimited().with_stop_flag(stop);
        if let Some(time) = self.time {
            budget = budget.with_deadline(Instant::now() + time);
        }
        if let Some(passes) = self.passes {
            budget = budget.with_passes(passes);
        }
        let search = |rng_seed| Layers::new(&instance, Parameters::default(), rng_seed);
        let mut team = Team::new(self.threads, self.rng, search);
        if let Some(entry) = known.filter(|_| self.from_stored) {
            team.adopt(&incumbent(&instance, entry));
        }
        team.run(&mut budget, |_| {})
    }

    fn origin(&self) -> Result<Origin> {
        let today = time::OffsetDateTime::now_utc().date().to_string();
        match &self.commit {
            Some(commit) => Origin::new(commit, &today)
                .map_err(|problem| usage_error("best", format!("--commit: {problem}"))),
            None => Ok(Origin::new(&commit_of_folder()?, &today)?),
        }
    }
}

/// A stored answer as searches know it.
fn incumbent(instance: &Instance, entry: &Entry) -> Incumbent {
    let mut replay = entry.answer.replay(instance);
    for event in &mut replay {
        event.expect("stored answers are legal");
    }
    let mut incumbent = Incumbent::new(instance);
    incumbent.offer(replay.state(), || entry.answer.directions().to_vec());
    incumbent
}

/// The commit checked out in the present folder, with `-dirty` if files have been changed since.
fn commit_of_folder() -> Result<String> {
    let described =
        Command::new("git").args(["describe", "--always", "--dirty", "--exclude=*"]).output();
    let advice = "the commit is not known: give --commit";
    let described = described.context(advice)?;
    if !described.status.success() {
        let reason = String::from_utf8_lossy(&described.stderr);
        return Err(anyhow!("{advice} (git: {})", reason.trim()));
    }
    Ok(String::from_utf8_lossy(&described.stdout).trim().to_owned())
}
