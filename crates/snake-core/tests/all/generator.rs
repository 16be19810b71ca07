//! The official generator, bit for bit.

use std::fmt::Write as _;

use proptest::prelude::*;
use sha2::{Digest, Sha256};
use snake_core::{Fixed, Instance, Limits};

use crate::fixtures::text;
use crate::games::config;

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("a string takes everything");
        digits
    })
}

fn fixed(
    seed: u64,
    side: Option<usize>,
    wanted_length: Option<usize>,
    colours: Option<usize>,
) -> Instance {
    let fixed = Fixed { side, wanted_length, colours };
    Instance::generate_fixed(seed, fixed).expect("within the ranges")
}

/// N, M and C.
fn sizes(instance: &Instance) -> (usize, usize, usize) {
    (instance.side(), instance.wanted().len(), instance.colours())
}

/// The contest's inputs of seeds 0 to 99, by the digests its organisers' files have.
#[test]
fn seeds_0_to_99_match_the_official_digests() {
    let digests = text("official/inputs.sha256");
    let mut seeds = 0;
    for (seed, line) in digests.lines().enumerate() {
        let (digest, name) = line.split_once("  ").expect("a digest and a name");
        assert_eq!(name, format!("{seed:04}.txt"));
        assert_eq!(sha256(&Instance::generate(seed as u64).to_string()), digest, "seed {seed}");
        seeds += 1;
    }
    assert_eq!(seeds, 100);
}

/// The instance of the largest seed with N = 8, M = 20, C = 3.
const SEED_MAX: &str = "\
8 20 3
1 1 1 1 1 3 1 2 2 1 1 2 1 1 2 1 2 3 2 2
0 0 1 0 2 0 0 0
0 3 0 0 0 0 0 0
0 0 0 0 0 1 0 2
0 0 0 0 0 0 0 0
0 0 2 2 0 0 0 0
1 0 1 2 0 0 0 0
2 0 2 0 0 0 3 0
0 0 1 1 0 0 0 0
";

/// Literal values, far from the official seeds too: they change if any draw does.
#[test]
fn values_are_stable() {
    let drawn = |seed: u64| sizes(&Instance::generate(seed));
    assert_eq!([0, 1, 2, 3].map(drawn), [(8, 30, 3), (9, 38, 7), (14, 127, 6), (13, 114, 3)]);
    assert_eq!([1_000_000, u64::MAX].map(drawn), [(8, 48, 5), (10, 26, 3)]);
    assert_eq!(fixed(u64::MAX, Some(8), Some(20), Some(3)).to_string(), SEED_MAX);
}

#[test]
fn generating_twice_gives_the_same() {
    for seed in [0, 7, 1 << 40] {
        assert_eq!(Instance::generate(seed), Instance::generate(seed));
        assert_eq!(fixed(seed, None, None, None), Instance::generate(seed));
    }
}

/// Each value is drawn whether fixed or not, so fixing it to what would be drawn changes nothing at
/// all, and fixing M or C to another value leaves the other two sizes as they are.
#[test]
fn later_draws_stay_aligned_when_a_value_is_fixed() {
    for seed in 0..200 {
        let instance = Instance::generate(seed);
        let (side, length, colours) = sizes(&instance);
        assert_eq!(fixed(seed, Some(side), None, None), instance, "seed {seed}");
        assert_eq!(fixed(seed, None, Some(length), None), instance, "seed {seed}");
        assert_eq!(fixed(seed, None, None, Some(colours)), instance, "seed {seed}");
        assert_eq!(fixed(seed, Some(side), Some(length), Some(colours)), instance, "seed {seed}");

        let other = if length == side * side / 2 { length - 1 } else { side * side / 2 };
        let changed = fixed(seed, None, Some(other), None);
        assert_eq!(sizes(&changed), (side, other, colours), "seed {seed}");
        let other_colours = if colours == 3 { 7 } else { 3 };
        let changed = fixed(seed, None, None, Some(other_colours));
        assert_eq!(sizes(&changed), (side, length, other_colours), "seed {seed}");
    }
}

#[test]
fn values_outside_their_range_are_refused() {
    let message = |side, wanted_length, colours| {
        let fixed = Fixed { side, wanted_length, colours };
        Instance::generate_fixed(0, fixed).expect_err("out of range").to_string()
    };
    assert_eq!(message(Some(7), None, None), "N must be in 8..=16, found 7");
    assert_eq!(message(Some(17), None, None), "N must be in 8..=16, found 17");
    // Seed 0 draws N = 8.
    assert_eq!(message(None, Some(15), None), "M must be in 16..=48 for N = 8, found 15");
    assert_eq!(message(None, Some(49), None), "M must be in 16..=48 for N = 8, found 49");
    assert_eq!(message(Some(9), Some(20), None), "M must be in 21..=60 for N = 9, found 20");
    assert_eq!(message(None, None, Some(2)), "C must be in 3..=7, found 2");
    assert_eq!(message(None, None, Some(8)), "C must be in 3..=7, found 8");
    assert_eq!(message(Some(7), Some(0), Some(0)), "N must be in 8..=16, found 7");
}

proptest! {
    #![proptest_config(config())]

    /// What `rules.md` says of every generated instance beyond its being valid.
    #[test]
    fn foods_are_the_wanted_colours_none_rare_and_none_more_than_half(
        seed in any::<u64>(),
        side in prop::option::of(8..=16_usize),
        extreme in prop::option::of(any::<bool>()),
        colours in prop::option::of(3..=7_usize),
    ) {
        let (least, most) = Limits::Contest.wanted(side.unwrap_or(8));
        let length = extreme.filter(|_| side.is_some()).map(|most_of| if most_of { most } else { least });
        let instance = fixed(seed, side, length, colours);
        let mut foods: Vec<u8> =
            instance.grid().cells().filter_map(|cell| instance.food(cell)).collect();
        let mut wanted = instance.wanted()[5..].to_vec();
        foods.sort_unstable();
        wanted.sort_unstable();
        prop_assert_eq!(&foods, &wanted);
        for colour in 1..=instance.colours() as u8 {
            let count = foods.iter().filter(|&&food| food == colour).count();
            prop_assert!((1..=foods.len() / 2).contains(&count), "colour {}: {}", colour, count);
        }
        prop_assert_eq!(instance.to_string().parse::<Instance>(), Ok(instance));
    }
}
