//! `snake bench`: a number that changes when the searches do.

use anyhow::Result;
use sha2::{Digest, Sha256};
use snake_beam::layers::{self, Layers};
use snake_beam::{Budget, Outcome, Parameters, StepTable};
use snake_core::Instance;

use crate::exit::Exit;
use crate::io;

/// Seeds of the official instances that are solved: all sides from 8 to 16, sparse and dense ones, 3
/// to 7 colours.
const SEEDS: [u64; 12] = [35, 25, 46, 7, 17, 52, 22, 3, 2, 30, 19, 36];

/// Passes of the search by layers: enough for the scouting run, a full run from the start, and runs
/// in windows.
const LAYERS_PASSES: u64 = 8;

/// Passes of the search by the step table, of which the first completes most answers.
const STEP_TABLE_PASSES: u64 = 3;

/// Seed of the searches' own random numbers.
const RNG_SEED: u64 = 63;

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Solves twelve fixed instances with both searches, a fixed number of passes each, on one thread, and
prints one number: a digest of all answers and of the numbers of states expanded. It is the same on
every machine and in every build, and another one as soon as a search does anything else.
fixtures/bench_signature.txt holds the present one.

Example:
  snake bench -v")]
pub struct Arguments {
    /// Tell the score and the expansions of each search on standard error
    #[arg(short, long)]
    verbose: bool,
}

/// Prints the signature.
///
/// # Errors
///
/// If it cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let mut digest = Sha256::new();
    for seed in SEEDS {
        let instance = Instance::generate(seed);
        for (search, outcome) in
            [("layers", solve_by_layers(&instance)), ("step table", solve_by_step_table(&instance))]
        {
            let expansions = outcome.effort.expansions;
            digest.update(format!("{expansions}\n{}\n", outcome.answer));
            if arguments.verbose {
                let score = outcome.score.value();
                io::write_stderr(&format!(
                    "seed {seed}, {search}: score {score}, {expansions} expansions\n"
                ))?;
            }
        }
    }
    io::write_stdout(&format!("{}\n", number(&digest.finalize())))?;
    Ok(Exit::Success)
}

fn solve_by_layers(instance: &Instance) -> Outcome {
    let mut budget = Budget::unlimited().with_passes(LAYERS_PASSES);
    Layers::new(instance, layers::Parameters::default(), RNG_SEED).run(&mut budget, |_| {})
}

fn solve_by_step_table(instance: &Instance) -> Outcome {
    let mut budget = Budget::unlimited().with_passes(STEP_TABLE_PASSES);
    StepTable::new(instance, Parameters::default(), RNG_SEED).run(&mut budget, |_| {})
}

/// The first eight bytes of a digest, as one number.
fn number(digest: &[u8]) -> u64 {
    let first = digest.first_chunk().expect("a digest has 32 bytes");
    u64::from_be_bytes(*first)
}
