//! The weighted choice follows its formula, and its values stay what they are.

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use snake_paths::choose_weighted;

use crate::config;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn frequencies_follow_the_weights(
        distances in prop::collection::vec(1..60usize, 1..6),
        seed in any::<u64>(),
    ) {
        const DRAWS: u32 = 4000;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut counts = vec![0u32; distances.len()];
        for _ in 0..DRAWS {
            counts[choose_weighted(distances.iter().copied(), &mut rng)] += 1;
        }
        let shortest = distances.iter().copied().min().expect("not empty");
        let weights: Vec<f64> =
            distances.iter().map(|d| 1.0 / ((1 + d - shortest) as f64).sqrt()).collect();
        let total: f64 = weights.iter().sum();
        for (&count, weight) in counts.iter().zip(weights) {
            let share = weight / total;
            let deviation = (share * (1.0 - share) * f64::from(DRAWS)).sqrt();
            // Seven standard deviations: about once in 10¹¹ draws of a count.
            let error = (f64::from(count) - share * f64::from(DRAWS)).abs();
            prop_assert!(error <= 7.0 * deviation + 1.0, "{counts:?}");
        }
    }
}

/// A generator that draws the given number first: Xoshiro256++ makes it of two words of its state, here
/// with a sum of 0.
fn drawing_first(number: u64) -> Xoshiro256PlusPlus {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    seed[24..].copy_from_slice(&number.wrapping_neg().to_le_bytes());
    Xoshiro256PlusPlus::from_seed(seed)
}

/// Half of all numbers choose the first of two equal ones, half the second.
#[test]
fn equal_distances_share_the_numbers_evenly() {
    const HALF: u64 = 1 << 63;
    assert_eq!(choose_weighted([4, 4], &mut drawing_first(1)), 0);
    assert_eq!(choose_weighted([4, 4], &mut drawing_first(HALF - 1)), 0);
    assert_eq!(choose_weighted([4, 4], &mut drawing_first(HALF)), 1);
    assert_eq!(choose_weighted([4, 4], &mut drawing_first(u64::MAX)), 1);
}

#[test]
fn excesses_of_255_and_more_weigh_the_same() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..1000 {
        let near = choose_weighted([1, 256, 256], &mut rng.clone());
        assert_eq!(choose_weighted([1, 5000, 257], &mut rng), near);
    }
}

#[test]
fn one_distance_needs_no_draw() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let before = rng.clone();
    assert_eq!(choose_weighted([17], &mut rng), 0);
    assert_eq!(rng, before);
}

#[test]
#[should_panic(expected = "distances can be drawn from")]
fn no_distance_panics() {
    choose_weighted([], &mut Xoshiro256PlusPlus::seed_from_u64(3));
}

/// A change of these values changes every answer of every seed.
#[test]
fn value_stability() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let drawn: Vec<_> = (0..20).map(|_| choose_weighted([3, 4, 7, 12], &mut rng)).collect();
    assert_eq!(drawn, [0, 0, 2, 1, 3, 1, 2, 0, 3, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 2]);
}
