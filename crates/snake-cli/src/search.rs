//! Our own search, as the command line chooses and limits it.

mod parameters;

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::{Map, Value};
use snake_beam::layers::Layers;
use snake_beam::{Budget, Outcome, Progress, StepTable, Team};
use snake_core::Instance;

pub use parameters::{PARAMETERS, ParameterArguments, Settings};

/// The time limit if none is given. The contest allows 2.0 s a case; the rest is for starting,
/// printing and the judge's own clock.
const DEFAULT_TIME: Duration = Duration::from_millis(1900);

/// Longest time that can be asked for, in seconds: some 30 years.
const MAX_SECONDS: f64 = 1e9;

/// Most threads that can be asked for: twice the cores of the largest machines of today, beyond
/// which a number is a slip.
const MAX_THREADS: usize = 512;

/// The searches to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// The strongest: beam runs over layers by turn. A pass is one run
    #[default]
    Default,
    /// The published method with its author's figures. A pass goes once over the step table
    Author,
}

impl Preset {
    /// The name that is typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Author => "author",
        }
    }
}

/// What can be typed about the search. All of it can be set by the environment, too: a solver that is
/// started by another program is told in this way.
#[derive(Clone, Debug, clap::Args)]
pub struct SearchArguments {
    /// End this many seconds after the start [default: 1.9; none if --passes is given]
    #[arg(
        long,
        value_name = "SECONDS",
        allow_negative_numbers = true,
        value_parser = seconds,
        env = "SNAKE_TIME",
        hide_env_values = true
    )]
    time: Option<Duration>,

    /// End after this many passes, of all threads together
    #[arg(
        long,
        value_name = "K",
        allow_negative_numbers = true,
        env = "SNAKE_PASSES",
        hide_env_values = true
    )]
    passes: Option<u64>,

    /// Seed of the search's own random numbers [default: 0]
    #[arg(
        long,
        value_name = "R",
        allow_negative_numbers = true,
        env = "SNAKE_RNG",
        hide_env_values = true
    )]
    rng: Option<u64>,

    /// Which search to use [default: default]
    #[arg(long, value_enum, env = "SNAKE_PRESET", hide_env_values = true)]
    preset: Option<Preset>,

    #[command(flatten)]
    parameters: ParameterArguments,
}

impl SearchArguments {
    /// How long a search may go on that starts now.
    pub fn budget(&self, start: Instant) -> Budget<'static> {
        let mut budget = Budget::unlimited();
        if let Some(passes) = self.passes {
            budget = budget.with_passes(passes);
        }
        match self.time_limit() {
            Some(time) => budget.with_deadline(start + time),
            None => budget,
        }
    }

    fn time_limit(&self) -> Option<Duration> {
        self.time.or_else(|| self.passes.is_none().then_some(DEFAULT_TIME))
    }

    fn preset(&self) -> Preset {
        self.preset.unwrap_or_default()
    }

    /// The parameters of both searches.
    ///
    /// # Errors
    ///
    /// If they contradict each other.
    pub fn settings(&self) -> Result<Settings> {
        self.parameters.settings()
    }

    /// A search with these settings, on so many threads.
    pub fn search<'i>(
        &self,
        instance: &'i Instance,
        settings: &Settings,
        threads: NonZeroUsize,
    ) -> Search<'i> {
        let rng = self.rng.unwrap_or_default();
        match self.preset() {
            Preset::Default => Search::Layers(Team::new(threads, rng, |rng| {
                Layers::new(instance, settings.layers.clone(), rng)
            })),
            Preset::Author => Search::Table(Team::new(threads, rng, |rng| {
                StepTable::new(instance, settings.author.clone(), rng)
            })),
        }
    }

    /// Everything that the search is told, by name, defaults too.
    pub fn told(&self, settings: &Settings) -> Map<String, Value> {
        let mut told = Map::new();
        told.insert("preset".to_owned(), self.preset().name().into());
        told.insert("rng".to_owned(), self.rng.unwrap_or_default().into());
        told.insert("passes".to_owned(), self.passes.into());
        told.insert("time".to_owned(), self.time_limit().map(|time| time.as_secs_f64()).into());
        for parameter in PARAMETERS.iter().filter(|one| one.preset() == self.preset()) {
            told.insert(parameter.name(), parameter.value(settings).into());
        }
        told
    }

    /// What was given, by name, without defaults: what another program is to be told.
    pub fn given(&self) -> Map<String, Value> {
        let mut given = self.parameters.given();
        let all = [
            ("preset", self.preset.map(|preset| preset.name().into())),
            ("rng", self.rng.map(Value::from)),
            ("passes", self.passes.map(Value::from)),
            ("time", self.time.map(|time| time.as_secs_f64().into())),
        ];
        for (name, value) in all {
            given.extend(value.map(|value| (name.to_owned(), value)));
        }
        given
    }
}

/// The name of the environment variable that sets something of the search.
pub fn environment_variable(name: &str) -> String {
    format!("SNAKE_{}", name.to_ascii_uppercase())
}

/// A search that can be run.
pub enum Search<'i> {
    /// By layers.
    Layers(Team<Layers<'i>>),
    /// Over the step table.
    Table(Team<StepTable<'i>>),
}

impl Search<'_> {
    /// Searches until the budget is spent; tells the progress after every pass.
    pub fn run(&mut self, budget: &mut Budget<'_>, progress: impl FnMut(&Progress)) -> Outcome {
        match self {
            Self::Layers(layers) => layers.run(budget, progress),
            Self::Table(table) => table.run(budget, progress),
        }
    }
}

/// Reads seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err(format!("expected seconds, a number in 0..={MAX_SECONDS}, such as 1.9")),
    }
}

/// Reads a number of threads.
pub fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(threads) if threads.get() <= MAX_THREADS => Ok(threads),
        _ => Err(format!("expected a whole number in 1..={MAX_THREADS}")),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, FromArgMatches};

    use super::*;

    fn parse(words: &[&str]) -> SearchArguments {
        let command = SearchArguments::augment_args(clap::Command::new("x").no_binary_name(true));
        let matches = command.try_get_matches_from(words).unwrap();
        SearchArguments::from_arg_matches(&matches).unwrap()
    }

    #[test]
    fn seconds_are_finite_and_not_negative() {
        assert_eq!(seconds("1.9"), Ok(DEFAULT_TIME));
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        assert_eq!(seconds("1e9"), Ok(Duration::from_secs(1_000_000_000)));
        for text in ["", "-1", "NaN", "inf", "1e300", "1.9s", "0x1"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn there_is_at_least_one_thread_and_not_too_many() {
        assert_eq!(thread_count("1"), Ok(NonZeroUsize::MIN));
        assert_eq!(thread_count("512").map(NonZeroUsize::get), Ok(MAX_THREADS));
        for text in ["", "0", "-1", "513", "2.0", "18446744073709551616"] {
            assert!(thread_count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn passes_alone_set_no_time_limit() {
        assert_eq!(parse(&[]).time_limit(), Some(DEFAULT_TIME));
        assert_eq!(parse(&["--passes", "3"]).time_limit(), None);
        let both = parse(&["--passes", "3", "--time", "0.5"]);
        assert_eq!(both.time_limit(), Some(Duration::from_millis(500)));
    }

    #[test]
    fn what_is_told_holds_the_defaults_and_what_is_given_does_not() {
        let arguments = parse(&["--passes", "3", "--least-width", "5"]);
        let told = arguments.told(&arguments.settings().unwrap());
        assert_eq!((&told["passes"], &told["least_width"]), (&3.into(), &5.into()));
        assert_eq!((&told["rng"], &told["time"]), (&0.into(), &Value::Null));
        assert!(told.contains_key("most_width") && !told.contains_key("author_kept"));
        let given = arguments.given();
        assert_eq!(given.keys().collect::<Vec<_>>(), ["least_width", "passes"]);
    }
}
