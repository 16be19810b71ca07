//! Runs the search by layers on generated instances, and compares with recorded numbers of turns:
//!
//! ```text
//! cargo run --release -p snake-beam --example measure_layers -- \
//!     FIRST END STEP SECONDS|PASSESp [RNG_SEEDS [REFERENCE.csv [NAME=VALUE ..]]]
//! ```
//!
//! Each instance is solved once for each RNG seed from 1 on. Seconds are CPU time of the thread, which
//! Linux tells, so that other programs on the machine matter less. The reference is a table whose first column is the
//! seed and whose fifth is a number of turns. Names are those of a few parameters;
//! `kernel=portable` is the run without AVX2.

mod cpu_clock;

use std::collections::HashMap;
use std::time::Duration;

use cpu_clock::CpuClock;
use snake_beam::layers::{Kernel, Layers, Parameters};
use snake_beam::{Budget, Clock};
use snake_core::Instance;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, end, step, limit, rest @ ..] = arguments.as_slice() else {
        eprintln!(
            "usage: measure_layers FIRST END STEP SECONDS|PASSESp [RNG_SEEDS [CSV [NAME=VALUE ..]]]"
        );
        std::process::exit(2);
    };
    let number = |text: &String| text.parse::<u64>().expect("a whole number");
    let rng_seeds = rest.first().map_or(1, number);
    let reference = rest.get(1).map(|path| read_reference(path)).unwrap_or_default();
    let mut parameters = Parameters::default();
    let mut kernel = Kernel::detect();
    for setting in rest.iter().skip(2) {
        if setting == "kernel=portable" {
            kernel = Kernel::Portable;
        } else {
            set(&mut parameters, setting);
        }
    }
    let clock = CpuClock::new();
    let (mut count, mut sum, mut log_sum, mut expansions) = (0.0, 0.0, 0.0, 0);
    for seed in (number(first)..number(end)).step_by(number(step) as usize) {
        let instance = Instance::generate(seed);
        for rng_seed in 1..=rng_seeds {
            let budget = Budget::unlimited().with_clock(&clock);
            let begin = clock.elapsed();
            let mut budget = match limit.strip_suffix('p') {
                Some(passes) => budget.with_passes(number(&passes.to_owned())),
                None => {
                    let seconds: f64 = limit.parse().expect("a time is a number of seconds");
                    budget.with_deadline(clock.now() + Duration::from_secs_f64(seconds))
                }
            };
            let mut layers =
                Layers::new(&instance, parameters.clone(), rng_seed).with_kernel(kernel);
            let outcome = layers.run(&mut budget, |_| {});
            let score = outcome.answer.score(&instance).expect("answers are legal");
            assert_eq!(score, outcome.score);
            let known = reference.get(&seed).copied().unwrap_or(1.0);
            println!(
                "seed {seed} rng {rng_seed} N {} M {} T {} reference {known} missing {} passes {} expansions {} time {:.3}",
                instance.side(),
                instance.wanted().len(),
                score.turns,
                score.missing + score.mismatches,
                outcome.effort.passes,
                outcome.effort.expansions,
                (clock.elapsed() - begin).as_secs_f64(),
            );
            count += 1.0;
            sum += score.turns as f64;
            log_sum += (score.turns as f64 / known).ln();
            expansions += outcome.effort.expansions;
        }
    }
    println!(
        "{count} cases, mean T {:.2}, geometric mean of T / reference {:.4}, {:.3} us an expansion",
        sum / count,
        (log_sum / count).exp(),
        clock.elapsed().as_secs_f64() * 1e6 / expansions as f64,
    );
}

fn read_reference(path: &str) -> HashMap<u64, f64> {
    let table = std::fs::read_to_string(path).expect("the reference can be read");
    let numbers = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        Some((fields.first()?.parse().ok()?, fields.get(4)?.parse().ok()?))
    };
    table.lines().filter_map(numbers).collect()
}

fn set(parameters: &mut Parameters, setting: &str) {
    let (name, value) = setting.split_once('=').expect("a setting is NAME=VALUE");
    let whole = || value.parse().expect("a whole number");
    match name {
        "width" => (parameters.least_width, parameters.most_width) = (whole(), whole()),
        "scout_width" => parameters.scout_width = whole(),
        "bites" => parameters.bites = whole(),
        "targets" => parameters.targets = whole(),
        "wandering" => parameters.wandering = whole(),
        "near_turns" => parameters.near_turns = whole(),
        _ => panic!("unknown parameter {name}"),
    }
}
