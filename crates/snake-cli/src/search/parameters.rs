//! The parameters of both searches: the one list of what can be set, how, and in which range.

use std::fmt;

use anyhow::{Context, Result};
use clap::{Arg, ArgMatches};
use serde_json::{Map, Value};
use snake_beam::layers::{
    MAX_POINTS, MAX_STALE_WINDOWS, MAX_TARGETS, MAX_WAY, MAX_WIDTH, MAX_WRONG_ON_WAY,
};
use snake_beam::{MAX_BRANCHES, MAX_MOVE_CAP, layers};
use snake_core::{CELL_COUNT, MAX_SIDE, MAX_TURNS, MAX_WANTED};

use super::{Preset, environment_variable};

/// The parameters of both searches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Of the search by layers.
    pub layers: layers::Parameters,
    /// Of the step table.
    pub author: snake_beam::Parameters,
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A count, a number of points, ...
    Whole(i64),
    /// A factor, a share, ...
    Real(f64),
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        match number {
            Number::Whole(value) => value.into(),
            Number::Real(value) => value.into(),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(value) => value.fmt(f),
            Self::Real(value) => value.fmt(f),
        }
    }
}

/// The values that a parameter may have, both ends included. The ends of whole ranges fit the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Whole numbers.
    Whole(i64, i64),
    /// Finite numbers.
    Real(f64, f64),
}

impl Range {
    const fn count(least: usize, most: usize) -> Self {
        Self::Whole(least as i64, most as i64)
    }

    const fn points() -> Self {
        Self::Whole(-(MAX_POINTS as i64), MAX_POINTS as i64)
    }

    /// Both ends.
    pub const fn ends(self) -> [Number; 2] {
        match self {
            Self::Whole(least, most) => [Number::Whole(least), Number::Whole(most)],
            Self::Real(least, most) => [Number::Real(least), Number::Real(most)],
        }
    }

    fn parse(self, text: &str) -> Result<Number, String> {
        let number = match self {
            Self::Whole(least, most) => {
                text.parse().ok().filter(|value| (least..=most).contains(value)).map(Number::Whole)
            }
            Self::Real(least, most) => {
                text.parse().ok().filter(|value| (least..=most).contains(value)).map(Number::Real)
            }
        };
        number.ok_or_else(|| format!("expected {self}"))
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Whole(least, most) => write!(f, "a whole number in {least}..={most}"),
            Self::Real(least, f64::MAX) => write!(f, "a number of at least {least}"),
            Self::Real(least, most) => write!(f, "a number in {least}..={most}"),
        }
    }
}

/// A type of the fields.
trait Field: Copy {
    fn of(number: Number) -> Self;
    fn number(self) -> Number;
}

impl Field for f64 {
    fn of(number: Number) -> Self {
        match number {
            Number::Whole(value) => value as Self,
            Number::Real(value) => value,
        }
    }

    fn number(self) -> Number {
        Number::Real(self)
    }
}

macro_rules! whole_fields {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn of(number: Number) -> Self {
                match number {
                    Number::Whole(value) => value.try_into().expect("the range fits the field"),
                    Number::Real(_) => unreachable!("a whole field has a whole range"),
                }
            }

            fn number(self) -> Number {
                Number::Whole(self.try_into().expect("no field is that large"))
            }
        }
    )*};
}

whole_fields!(usize, u32, i32);

/// One parameter: a field of one of the searches' parameters.
#[derive(Debug)]
pub struct Parameter {
    preset: Preset,
    field: &'static str,
    range: Range,
    meaning: &'static str,
    get: fn(&Settings) -> Number,
    set: fn(&mut Settings, Number),
}

/// Lists the fields of both types. One that is missing here does not compile.
macro_rules! parameters {
    ($($preset:ident $settings:ident $type:path { $($field:ident: $range:expr, $meaning:literal;)* })*) => {
        $(const _: fn($type) = |all| {
            let $type { $($field: _),* } = all;
        };)*

        /// All parameters: those of the default search, then the author's, each in the order of the type.
        pub const PARAMETERS: &[Parameter] = &[$($(Parameter {
            preset: Preset::$preset,
            field: stringify!($field),
            range: $range,
            meaning: $meaning,
            get: |settings| settings.$settings.$field.number(),
            set: |settings, number| settings.$settings.$field = Field::of(number),
        },)*)*];
    };
}

parameters! {
    Default layers layers::Parameters {
        least_width: Range::count(1, MAX_WIDTH), "Least width of a run, at most the largest";
        most_width: Range::count(1, MAX_WIDTH), "Largest width of a run";
        width_spread: Range::Real(1.0, f64::MAX), "Largest width by the least, at any time of a search";
        full_runs: Range::Real(1.0, f64::MAX), "Runs from start to end that the time allows; decides their width";
        scout_width: Range::count(1, MAX_WIDTH), "Width of the very first run";
        fresh_share: Range::Real(0.0, 1.0), "Part of the budget for runs from the start";
        latest_window: Range::Real(0.0, 1.0), "Latest start of a run, as a part of the best answer";
        stale_windows: Range::count(1, MAX_STALE_WINDOWS), "Runs in vain before a new start";
        restarted_side: Range::count(0, MAX_SIDE), "Largest side of boards with new starts";
        latest_restart: Range::Real(0.0, 1.0), "Part of the budget after which there are none";
        patience: Range::count(1, MAX_TURNS), "Turns without a longer prefix that end a run";
        stalled_turns: Range::count(1, MAX_TURNS), "Turns without a longer prefix after which a run has stalled";
        matched_colour: Range::points(), "Points for a colour of the matched prefix";
        wall_food: Range::points(), "Points off for a food at a wall";
        corner_food: Range::points(), "Points off for a food in a corner";
        dirty: Range::points(), "Points off for a dirty snake";
        wrong_part: Range::points(), "Points off for a part behind the matched prefix";
        dead_end_food: Range::points(), "Points off for a food with one open neighbour at most";
        enclosed_food: Range::points(), "More points off for a food without an open neighbour";
        neighboured_food: Range::points(), "Points for a food next to another one";
        barrier_food: Range::points(), "Points off for a food between head and target, if stalled";
        noise: Range::Whole(1, MAX_POINTS as i64), "Random points are fewer than this";
        targets: Range::count(0, MAX_TARGETS), "Most targets that ways are proposed to";
        bites: Range::count(0, MAX_WANTED), "Most bites for a number of wrong foods on the way";
        wrong_on_way: Range::count(0, MAX_WRONG_ON_WAY), "Most wrong foods on the way to a bite";
        near_turns: Range::count(1, MAX_WAY), "Most moves of a way";
        near_stops: Range::count(1, MAX_WANTED), "A restoration stops within the last so many cells";
        wandering: Range::count(0, MAX_WIDTH), "Best states of a layer that get single moves";
        wrong_food_ways: Range::count(0, CELL_COUNT), "Most ways to wrong foods without a target";
    }
    Author author snake_beam::Parameters {
        kept: Range::count(1, u16::MAX as usize), "Most states that a step keeps";
        expanded: Range::count(1, u16::MAX as usize), "Most states of a step that a pass expands";
        clean_branches: Range::count(0, MAX_BRANCHES), "Most ways of search 1";
        bite_branches: Range::count(0, MAX_BRANCHES), "Most ways of search 2";
        through_branches: Range::count(0, MAX_BRANCHES), "Most ways of search 3";
        penalty: Range::Real(1.0, f64::MAX), "Factor on a state's value at each expansion";
        distance_weight: Range::Real(0.0, f64::MAX), "Weight of a food's distance to the centre";
        move_cap: Range::count(1, MAX_MOVE_CAP), "Most moves of a branch";
    }
}

impl Parameter {
    /// The search it belongs to.
    pub const fn preset(&self) -> Preset {
        self.preset
    }

    /// The field's name; those of the step table are preceded by `author_`.
    pub fn name(&self) -> String {
        let prefix = match self.preset {
            Preset::Default => "",
            Preset::Author => "author_",
        };
        format!("{prefix}{}", self.field)
    }

    /// The name of its flag, without the dashes in front.
    pub fn flag(&self) -> String {
        self.name().replace('_', "-")
    }

    /// The name of its environment variable.
    pub fn environment(&self) -> String {
        environment_variable(&self.name())
    }

    /// What it may be.
    pub const fn range(&self) -> Range {
        self.range
    }

    /// What it means, in a few words; the type's documentation has more.
    pub const fn meaning(&self) -> &'static str {
        self.meaning
    }

    /// Its value.
    pub fn value(&self, settings: &Settings) -> Number {
        (self.get)(settings)
    }
}

/// The heading of the parameters in the help.
const HEADING: &str = "Parameters of the search (`snake params` tells ranges and defaults)";

/// What can be typed about parameters: an argument for each of [`PARAMETERS`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParameterArguments {
    /// Those given, by place in [`PARAMETERS`].
    given: Vec<(usize, Number)>,
}

impl ParameterArguments {
    /// The defaults, with what was given in their place.
    ///
    /// # Errors
    ///
    /// If parameters contradict each other.
    pub fn settings(&self) -> Result<Settings> {
        let mut settings = Settings::default();
        for &(place, number) in &self.given {
            (PARAMETERS[place].set)(&mut settings, number);
        }
        settings.layers.check().context("--preset default")?;
        settings.author.check().context("--preset author")?;
        Ok(settings)
    }

    /// Those given, by name.
    pub fn given(&self) -> Map<String, Value> {
        self.given
            .iter()
            .map(|&(place, number)| (PARAMETERS[place].name(), number.into()))
            .collect()
    }
}

impl clap::Args for ParameterArguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.args(PARAMETERS.iter().map(|parameter| {
            let range = parameter.range;
            Arg::new(parameter.name())
                .long(parameter.flag())
                .env(parameter.environment())
                .hide_env(true)
                .hide_short_help(true)
                .help(parameter.meaning)
                .help_heading(HEADING)
                .value_name("X")
                .allow_negative_numbers(true)
                .value_parser(move |text: &str| range.parse(text))
        }))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for ParameterArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut arguments = Self::default();
        arguments.update_from_arg_matches(matches)?;
        Ok(arguments)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.given = PARAMETERS
            .iter()
            .enumerate()
            .filter_map(|(place, parameter)| {
                matches.get_one(&parameter.name()).map(|&number| (place, number))
            })
            .collect();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The defaults with one parameter changed, and its neighbours where they have to follow.
    fn with(parameter: &Parameter, number: Number) -> Settings {
        let mut settings = Settings::default();
        settings.layers.least_width = 1;
        if parameter.name() == "least_width" {
            settings.layers.most_width = MAX_WIDTH;
        }
        (parameter.set)(&mut settings, number);
        settings
    }

    fn is_allowed(settings: &Settings) -> bool {
        settings.layers.check().is_ok() && settings.author.check().is_ok()
    }

    #[test]
    fn ranges_are_those_that_the_searches_check() {
        for parameter in PARAMETERS {
            for end in parameter.range.ends() {
                let settings = with(parameter, end);
                assert_eq!(parameter.value(&settings), end);
                assert!(is_allowed(&settings), "{}: {end}", parameter.name());
            }
            let outside = match parameter.range {
                // 0 is the least that some types hold.
                Range::Whole(0, most) => vec![Number::Whole(most + 1)],
                Range::Whole(least, most) => [least - 1, most + 1].map(Number::Whole).to_vec(),
                Range::Real(least, f64::MAX) => {
                    [least - 0.5, f64::INFINITY].map(Number::Real).to_vec()
                }
                Range::Real(least, most) => [least - 0.5, most + 0.5].map(Number::Real).to_vec(),
            };
            for number in outside {
                let settings = with(parameter, number);
                assert!(!is_allowed(&settings), "{}: {number}", parameter.name());
                assert!(parameter.range.parse(&number.to_string()).is_err());
            }
        }
    }

    #[test]
    fn names_are_told_apart() {
        let mut names: Vec<_> = PARAMETERS.iter().map(Parameter::name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), PARAMETERS.len());
    }

    #[test]
    fn the_defaults_lie_in_their_ranges() {
        let settings = Settings::default();
        for parameter in PARAMETERS {
            let default = parameter.value(&settings);
            assert_eq!(parameter.range.parse(&default.to_string()), Ok(default));
        }
    }
}
