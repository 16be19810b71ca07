//! What holds whatever is typed or read.

use std::fs;

use crate::process::{Run, fixture, run, run_with_input, snake};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

/// Each case starts two or three processes.
fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(count) }
}

/// Never a panic (exit code 101) or a signal; a failure is one short line and nothing else.
fn ends_well(run: &Run, printed_on_failure: &str) -> TestCaseResult {
    match run.code {
        Some(0) => Ok(()),
        Some(1) => {
            prop_assert_eq!(run.stderr.lines().count(), 1, "{:?}", run);
            prop_assert!(run.stderr.starts_with("snake: "), "{:?}", run);
            prop_assert!(run.stderr.len() < 500, "{:?}", run);
            prop_assert_eq!(&run.stdout, printed_on_failure);
            Ok(())
        }
        _ => Err(TestCaseError::fail(format!("{run:?}"))),
    }
}

/// Solves a text with as little work as possible.
fn solve(input: &[u8]) -> Run {
    run_with_input(snake().args(["solve", "--passes", "0"]), input)
}

/// Scores a text as an answer to seed 0.
fn score(answer: &[u8]) -> Run {
    let mut command = snake();
    command.arg("score").arg(fixture("official/0000.txt")).arg("-");
    run_with_input(&mut command, answer)
}

/// A text with a few bytes replaced, inserted or deleted.
fn damaged(text: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![any::<u8>(), prop::sample::select(&b"0123456789 \n\r-+.URDL"[..])];
    let edit = (any::<prop::sample::Index>(), 0..3, byte);
    prop::collection::vec(edit, 0..4).prop_map(move |edits| {
        let mut text = text.clone();
        for (place, kind, byte) in edits {
            let place = place.index(text.len());
            match kind {
                0 => text[place] = byte,
                1 => text.insert(place, byte),
                _ => drop(text.remove(place)),
            }
        }
        text
    })
}

fn official() -> Vec<u8> {
    fs::read(fixture("official/0000.txt")).expect("it is there")
}

/// The value of a `name = value` line.
fn value<'r>(lines: &'r str, name: &str) -> Option<&'r str> {
    lines.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn generated_solved_and_scored_agree(
        seed in 0..u64::MAX,
        passes in 0..3_u64,
        rng in any::<u64>(),
        preset in prop::sample::select(&["default", "author"][..]),
    ) {
        let folder = tempfile::tempdir()?;
        let seeds = format!("{seed}..{}", seed + 1);
        let generated = run(snake().args(["gen", "--seeds", &seeds, "--out"]).arg(folder.path()));
        prop_assert_eq!(generated.code, Some(0), "{:?}", generated);
        let input = folder.path().join(format!("{seed:04}.txt"));

        let (passes, rng) = (passes.to_string(), rng.to_string());
        let solved = run(snake()
            .args(["solve", "--preset", preset, "--passes", &passes, "--rng", &rng, "-v"])
            .arg(&input));
        prop_assert_eq!(solved.code, Some(0), "{:?}", solved);
        let output = folder.path().join("moves.txt");
        fs::write(&output, &solved.stdout)?;

        let scored = run(snake().arg("score").args([&input, &output]));
        prop_assert_eq!(scored.code, Some(0), "{:?}", scored);
        for name in ["Score", "T", "E", "k", "M"] {
            let claimed = value(&solved.stderr, name);
            prop_assert!(claimed.is_some(), "{:?}", solved);
            prop_assert_eq!(claimed, value(&scored.stdout, name));
        }
        let turns = solved.stdout.lines().count().to_string();
        prop_assert_eq!(value(&scored.stdout, "T"), Some(turns.as_str()));
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_bytes_are_refused_as_an_instance(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let refused = solve(&bytes);
        prop_assert_eq!(refused.code, Some(1), "{:?}", refused);
        ends_well(&refused, "")?;
    }

    #[test]
    fn any_bytes_end_well_as_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let scored = score(&bytes);
        // Bytes that are no text are not scored at all.
        let printed = if std::str::from_utf8(&bytes).is_ok() { "Score = 0\n" } else { "" };
        ends_well(&scored, printed)?;
    }

    #[test]
    fn letters_end_well_as_an_answer(answer in "([UDLR][ \r\n]){0,30}[UDLRX]{0,2}") {
        ends_well(&score(answer.as_bytes()), "Score = 0\n")?;
    }

    #[test]
    fn damaged_instances_are_solved_or_refused(text in damaged(official())) {
        ends_well(&solve(&text), "")?;
    }

    #[test]
    fn any_words_end_well(words in prop::collection::vec(
        prop_oneof![
            prop::sample::select(&["solve", "gen", "score", "--seed", "--time", "--passes", "--rng",
                "--seeds", "--n", "--m", "--c", "-", "-v", "--help", "--"][..])
                .prop_map(str::to_owned),
            "-?[0-9]{1,20}(\\.\\.[0-9]{0,20})?",
            "[^\0]{0,10}",
        ],
        0..6,
    )) {
        // No search is long, and without `--out` nothing is written.
        let solved = run(snake().args(["solve", "--passes", "0"]).args(&words));
        prop_assert!(matches!(solved.code, Some(0..=2)), "{:?}", solved);
        let helped = run(snake().args(&words).arg("--help"));
        prop_assert!(matches!(helped.code, Some(0..=2)), "{:?}", helped);
    }
}
