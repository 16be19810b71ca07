//! The program for the contest's judge: an instance on standard input, moves on standard output.
//!
//! It is the default search of `snake solve` and nothing else. The judge takes one file: `make bundle`
//! makes it of this one and of what is used of the crates (`docs/bundle.md`).

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use snake_beam::Budget;
use snake_beam::layers::{Layers, Parameters};
use snake_core::Instance;

/// What the contest allows a case.
const TIME_LIMIT: Duration = Duration::from_millis(2000);

/// What is left of it for starting, printing and the judge's own clock.
const SAFETY_MARGIN: Duration = Duration::from_millis(100);

/// Environment variable with a budget of passes, which replaces the clock: for tests.
const PASSES: &str = "SNAKE_PASSES";

/// Environment variable with the seed of the search's random numbers, 0 if it is not set.
const RNG: &str = "SNAKE_RNG";

/// Exit code if an environment variable makes no sense, as that of `snake` for its command line.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let start = Instant::now();
    let (passes, rng_seed) = match number(PASSES).and_then(|passes| Ok((passes, number(RNG)?))) {
        Ok(settings) => settings,
        Err(message) => {
            eprintln!("contest: {message}");
            return ExitCode::from(USAGE);
        }
    };
    let mut budget = match passes {
        Some(passes) => Budget::unlimited().with_passes(passes),
        None => Budget::unlimited().with_deadline(start + TIME_LIMIT - SAFETY_MARGIN),
    };
    match solve(&mut budget, rng_seed.unwrap_or(0)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("contest: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the instance, searches, and prints the best answer.
fn solve(budget: &mut Budget<'_>, rng_seed: u64) -> Result<(), Box<dyn Error>> {
    let within = |place: &str, error: &dyn Error| format!("{place}: {error}");
    let text = io::read_to_string(io::stdin()).map_err(|error| within("standard input", &error))?;
    let instance: Instance = text.parse().map_err(|error| within("standard input", &error))?;
    let mut layers = Layers::new(&instance, Parameters::default(), rng_seed);
    let answer = layers.run(budget, |_| {}).answer;
    // Freeing its memory takes time, and the process ends now.
    std::mem::forget(layers);
    match io::stdout().write_all(answer.to_string().as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(within("standard output", &error).into())
        }
        _ => Ok(()),
    }
}

/// The number in an environment variable, if it is set.
fn number(variable: &str) -> Result<Option<u64>, String> {
    let Some(text) = env::var_os(variable) else { return Ok(None) };
    let number = text.to_str().and_then(|text| text.parse().ok());
    number
        .map(Some)
        .ok_or_else(|| format!("{variable} must be an integer in 0..={}, found {text:?}", u64::MAX))
}
