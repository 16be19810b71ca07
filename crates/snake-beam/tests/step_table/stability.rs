//! Results that must not change by accident: a change here is a change of results, and belongs in the
//! changelog under that heading.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use snake_beam::{Budget, Parameters, StepTable};
use snake_core::Instance;

#[test]
fn the_generator_draws_the_same_numbers() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let drawn: [u64; 3] = std::array::from_fn(|_| rng.next_u64());
    assert_eq!(
        drawn,
        [1_021_219_803_524_665_661, 3_174_977_118_032_272_916, 13_236_943_193_235_544_178]
    );
}

/// FNV-1a, 64 bits, of the moves' letters.
fn digest(outcome: &snake_beam::Outcome) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let letters = outcome.answer.directions().iter().map(|direction| direction.letter());
    letters.fold(OFFSET, |hash, letter| (hash ^ letter as u64).wrapping_mul(PRIME))
}

#[test]
fn answers_stay_the_same() {
    let results = [0, 2, 4].map(|seed| {
        let instance = Instance::generate(seed);
        let mut table = StepTable::new(&instance, Parameters::default(), 7);
        let outcome = table.run(&mut Budget::unlimited().with_passes(5), |_| {});
        (outcome.score.value(), outcome.effort.expansions, digest(&outcome))
    });
    assert_eq!(
        results,
        [
            (66, 1162, 11225823831934887896),
            (1235, 5961, 5368188647053879031),
            (495, 4195, 1789016705618218444)
        ]
    );
}
