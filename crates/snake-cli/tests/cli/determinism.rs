//! With a budget of passes, an answer depends on nothing but instance, passes and RNG seed.
//!
//! `solve_digests.txt` holds digests of answers. Debug and release builds are tested against the
//! same file, so they agree with each other. A change to the search that is meant to change answers
//! replaces the file by what the failing test prints.

use crate::process::{run, snake};
use sha2::{Digest, Sha256};

/// Instance seed, passes, RNG seed: sparse and dense, small and large boards.
const CASES: [(u64, u64, u64); 4] = [(0, 30, 7), (2, 30, 7), (6, 10, 1), (15, 10, 0)];

const PRESETS: [&str; 2] = ["default", "author"];

fn answer(preset: &str, seed: u64, passes: u64, rng: u64) -> String {
    let (seed, passes, rng) = (seed.to_string(), passes.to_string(), rng.to_string());
    let run = run(snake()
        .args(["solve", "--preset", preset, "--seed", &seed])
        .args(["--passes", &passes, "--rng", &rng]));
    assert_eq!(run.code, Some(0), "{run:?}");
    run.stdout
}

#[test]
fn answers_are_those_recorded() {
    let mut digests =
        String::from("# Digests of answers: preset, seed, passes, RNG seed, SHA-256.\n");
    for preset in PRESETS {
        for (seed, passes, rng) in CASES {
            let digest = Sha256::digest(answer(preset, seed, passes, rng));
            let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            digests += &format!("{preset} {seed} {passes} {rng} {hex}\n");
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
        assert_eq!(answer(preset, 2, 10, 7), answer(preset, 2, 10, 7));
    }
}

#[test]
fn other_random_numbers_give_another_answer() {
    for preset in PRESETS {
        assert_ne!(answer(preset, 2, 3, 7), answer(preset, 2, 3, 8));
    }
}
