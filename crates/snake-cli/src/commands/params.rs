//! `snake params`: what can be set about the search.

use anyhow::Result;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::io;
use crate::search::{PARAMETERS, Settings};

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each parameter can be given to `solve` and `eval` by its flag or by its environment variable; the flag
wins. Those that begin with `author` belong to --preset author, the others to the default search.
SNAKE_TIME, SNAKE_PASSES, SNAKE_RNG and SNAKE_PRESET stand for --time, --passes, --rng and --preset.

Examples:
  snake solve --seed 2 --passes 5 --least-width 20 --most-width 40
  SNAKE_WALL_FOOD=40 snake solve --seed 2 --passes 5
  snake params --json")]
pub struct Arguments {
    /// Print a JSON array instead, an object for each parameter
    #[arg(long)]
    json: bool,
}

/// Lists the parameters.
///
/// # Errors
///
/// If the list cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let settings = Settings::default();
    let text = if arguments.json {
        serde_json::to_string_pretty(&objects(&settings))? + "\n"
    } else {
        lines(&settings)
    };
    io::write_stdout(&text)?;
    Ok(Exit::Success)
}

fn lines(settings: &Settings) -> String {
    PARAMETERS
        .iter()
        .map(|parameter| {
            format!(
                "--{}, {}\n    {}: {}, by default {}\n",
                parameter.flag(),
                parameter.environment(),
                parameter.meaning(),
                parameter.range(),
                parameter.value(settings),
            )
        })
        .collect()
}

fn objects(settings: &Settings) -> Vec<Value> {
    PARAMETERS
        .iter()
        .map(|parameter| {
            let [least, most] = parameter.range().ends();
            json!({
                "name": parameter.name(),
                "flag": format!("--{}", parameter.flag()),
                "environment": parameter.environment(),
                "preset": parameter.preset().name(),
                "least": Value::from(least),
                "most": Value::from(most),
                "default": Value::from(parameter.value(settings)),
                "meaning": parameter.meaning(),
            })
        })
        .collect()
}
