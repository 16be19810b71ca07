//! Runs the step table on generated instances, one line of figures each:
//!
//! ```text
//! cargo run --release -p snake-beam --example measure -- FIRST END SECONDS|PASSESp [RNG SEED]
//! ```
//!
//! Seconds are CPU time of the thread, so other programs on the machine matter less.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use snake_beam::{Budget, Clock, Parameters, StepTable};
use snake_core::Instance;

/// CPU time of this thread, from some moment on.
struct CpuClock(Instant);

impl Clock for CpuClock {
    fn now(&self) -> Instant {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        self.0 + Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, end, limit, rest @ ..] = arguments.as_slice() else {
        eprintln!("usage: measure FIRST END SECONDS|PASSESp [RNG SEED]");
        std::process::exit(2);
    };
    let number = |text: &str| text.parse::<u64>().expect("a seed is a whole number");
    let rng_seed = rest.first().map_or(1, |text| number(text));
    let (mut sum, mut log_sum, mut complete) = (0.0, 0.0, 0);
    let clock = CpuClock(Instant::now());
    let seeds = number(first)..number(end);
    for seed in seeds.clone() {
        let instance = Instance::generate(seed);
        let begin = clock.now();
        let budget = Budget::unlimited().with_clock(&clock);
        let mut budget = match limit.strip_suffix('p') {
            Some(passes) => budget.with_passes(number(passes)),
            None => {
                let seconds: f64 = limit.parse().expect("a time is a number of seconds");
                budget.with_deadline(begin + Duration::from_secs_f64(seconds))
            }
        };
        let mut table = StepTable::new(&instance, Parameters::default(), rng_seed);
        let outcome = table.run(&mut budget, |_| {});
        let seconds = (clock.now() - begin).as_secs_f64();
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
