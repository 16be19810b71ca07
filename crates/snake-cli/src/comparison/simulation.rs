//! Comparisons of simulated solvers, whose true difference is known.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use statrs::distribution::{ContinuousCDF, Normal};

use super::Comparison;
use super::pairs::tests::side;
use super::side::Side;
use super::verdict::Verdict;

/// Standard deviation of the log of the turns between two runs on a seed: two public solutions of
/// the contest differ by 0.043 (per_seed.csv, seeds 0 to 99), so each varies by 0.043 / sqrt(2).
const NOISE: f64 = 0.03;

/// Turns a colour wanted, as of good solvers.
const TURNS_A_COLOUR: f64 = 3.4;

/// A run on `seeds` seeds of a solver that takes `factor` times the usual turns.
fn run(seeds: usize, factor: f64, rng_seed: u64) -> Side {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(rng_seed);
    let normal = Normal::new(0.0, NOISE).expect("a positive deviation");
    let mut turns = |seed: usize| {
        // Lengths wanted from 16 to 192, the same in all runs.
        let wanted = 16 + seed * 37 % 177;
        // Strictly between 0 and 1.
        let uniform = ((rng.next_u64() >> 12) as f64 + 0.5) / 2f64.powi(52);
        let noise = normal.inverse_cdf(uniform).exp();
        Some((TURNS_A_COLOUR * wanted as f64 * factor * noise).round() as u64)
    };
    let outcomes: Vec<Option<u64>> = (0..seeds).map(&mut turns).collect();
    side("simulated", &outcomes)
}

fn verdict(a: &Side, b: &Side) -> Verdict {
    Comparison::new(a, b).expect("the same seeds").verdict()
}

#[test]
fn one_percent_is_decided_with_1000_seeds() {
    for trial in 0..10 {
        let usual = run(1000, 1.0, 2 * trial);
        let better = run(1000, 0.99, 2 * trial + 1);
        assert!(matches!(verdict(&better, &usual), Verdict::Better(_)), "trial {trial}");
        assert!(matches!(verdict(&usual, &better), Verdict::Worse(_)), "trial {trial}");
    }
}

#[test]
fn two_runs_of_the_same_solver_are_not_decided() {
    const TRIALS: u64 = 100;
    let is_undecided = |trial: &u64| {
        let (a, b) = (run(300, 1.0, 1000 + 2 * trial), run(300, 1.0, 1001 + 2 * trial));
        matches!(verdict(&a, &b), Verdict::Undecided { .. })
    };
    let undecided = (0..TRIALS).filter(is_undecided).count();
    println!("{undecided} of {TRIALS} not decided");
    // About 95 are expected; of 1000 trials 946 are not decided.
    assert!(undecided >= 90, "{undecided}");
}

#[test]
fn the_number_of_seeds_asked_for_decides() {
    // A difference of 0.3 % is not seen with 300 seeds. Asked for are, on average over such runs,
    // enough to see it four times out of five; with twice as many it is practically always seen.
    let (a, b) = (run(300, 0.997, 1), run(300, 1.0, 2));
    let Verdict::Undecided { more, .. } = verdict(&a, &b) else { panic!("decided by luck") };
    let true_need = crate::statistics::power::pairs_needed(0.003, 2f64.sqrt() * NOISE);
    assert!(more > 0.2 * true_need && more < 20.0 * true_need, "{more} against {true_need}");
    let enough = 2 * true_need as usize;
    assert!(matches!(verdict(&run(enough, 0.997, 3), &run(enough, 1.0, 4)), Verdict::Better(_)));
}
