//! With a budget of passes, an answer depends on nothing but instance, passes and RNG seed.
//!
//! `solve_digests.txt` holds digests of answers. Debug and release builds are tested against the
//! same file, so they agree with each other. A change to the search that is meant to change answers
//! replaces the file by what the failing test prints.

use crate::process::{run, snake};
use sha2::{Digest, Sha256};

/// Instance seed, passes, RNG seed, threads: sparse and dense, small and large boards.
const CASES: [(u64, u64, u64, u64); 5] =
    [(0, 30, 7, 1), (2, 30, 7, 1), (6, 10, 1, 1), (15, 10, 0, 1), (6, 330, 1, 3)];

const PRESETS: [&str; 2] = ["default", "author"];

fn answer(preset: &str, (seed, passes, rng, threads): (u64, u64, u64, u64)) -> String {
    let [seed, passes, rng, threads] =
        [seed, passes, rng, threads].map(|number| number.to_string());
    let run = run(snake().args(["solve", "--preset", preset, "--seed", &seed]).args([
        "--passes",
        &passes,
        "--rng",
        &rng,
        "--threads",
        &threads,
    ]));
    assert_eq!(run.code, Some(0), "{run:?}");
    run.stdout
}

#[test]
fn answers_are_those_recorded() {
    let mut digests =
        String::from("# Digests of answers: preset, seed, passes, RNG seed, threads, SHA-256.\n");
    for preset in PRESETS {
        for case @ (seed, passes, rng, threads) in CASES {
            let digest = Sha256::digest(answer(preset, case));
            let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            digests += &format!("{preset} {seed} {passes} {rng} {threads} {hex}\n");
        }
    }
    assert!(
        digests == include_str!("solve_digests.txt"),
        "the answers have changed; if that is meant, solve_digests.txt becomes\n{digests}"
    );
}

#[test]
fn the_same_call_gives_the_same_bytes() {
    for preset in PRESETS {
        for threads in [1, 2] {
            let case = (2, 10, 7, threads);
            assert_eq!(answer(preset, case), answer(preset, case));
        }
    }
}

#[test]
fn other_random_numbers_give_another_answer() {
    for preset in PRESETS {
        assert_ne!(answer(preset, (2, 3, 7, 1)), answer(preset, (2, 3, 8, 1)));
    }
}
