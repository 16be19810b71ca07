//! Runs the step table on generated instances, one line of figures each:
//!
//! ```text
//! cargo run --release -p snake-beam --example measure -- FIRST END SECONDS|PASSESp [RNG SEED]
//! ```
//!
//! Seconds are CPU time of the thread, so other programs on the machine matter less.

mod cpu_clock;

use std::time::Duration;

use cpu_clock::CpuClock;
use snake_beam::{Budget, Clock, Parameters, StepTable};
use snake_core::Instance;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, end, limit, rest @ ..] = arguments.as_slice() else {
        eprintln!("usage: measure FIRST END SECONDS|PASSESp [RNG SEED]");
        std::process::exit(2);
    };
    let number = |text: &str| text.parse::<u64>().expect("a seed is a whole number");
    let rng_seed = rest.first().map_or(1, |text| number(text));
    let (mut sum, mut log_sum, mut complete) = (0.0, 0.0, 0);
    let clock = CpuClock::new();
    let seeds = number(first)..number(end);
    for seed in seeds.clone() {
        let instance = Instance::generate(seed);
        let begin = clock.elapsed();
        let budget = Budget::unlimited().with_clock(&clock);
        let mut budget = match limit.strip_suffix('p') {
            Some(passes) => budget.with_passes(number(passes)),
            None => {
                let seconds: f64 = limit.parse().expect("a time is a number of seconds");
                budget.with_deadline(clock.now() + Duration::from_secs_f64(seconds))
            }
        };
        let mut table = StepTable::new(&instance, Parameters::default(), rng_seed);
        let outcome = table.run(&mut budget, |_| {});
        let seconds = (clock.elapsed() - begin).as_secs_f64();
        let score = outcome.answer.score(&instance).expect("answers are legal");
        assert_eq!(score, outcome.score);
        let effort = outcome.effort;
        println!(
            "seed {seed} N {} M {} T {} complete {} passes {} expansions {} moves {} time {seconds:.4}",
            instance.side(),
            instance.wanted().len(),
            score.turns,
            score.is_complete(),
            effort.passes,
            effort.expansions,
            effort.moves,
        );
        sum += score.turns as f64;
        log_sum += (score.turns as f64).ln();
        complete += u32::from(score.is_complete());
    }
    let count = (seeds.end - seeds.start) as f64;
    println!(
        "mean T {:.2}, mean ln T {:.4}, complete {complete} of {count}",
        sum / count,
        log_sum / count
    );
}
