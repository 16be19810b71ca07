//! `snake race`: orders, verdicts, failures, with solvers that are shell scripts.

use std::fs;
use std::path::Path;

use crate::process::{Run, fixture, run, snake};

/// A solver that prints the canned answer of the instance's N, M and C, from `folder`, and writes its
/// name and the core it is held to into `folder/log`.
fn canned(folder: &Path, name: &str) -> String {
    let folder = folder.display();
    format!(
        "read -r n m c; cat > /dev/null; \
         echo {name} $(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status) >> {folder}/log; \
         cat {folder}/{name}/$n-$m-$c"
    )
}

/// A folder with the answers of A and B to seeds 0, 1 and 2: B lacks that of seed 2, and seed 1 has
/// none of either.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["A", "B"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let answer = |seed: &str| fs::read_to_string(fixture(&format!("answers/{seed}.txt"))).unwrap();
    for (name, size, text) in [
        ("A/8-30-3", "0000", answer("0000")),
        ("B/8-30-3", "0000", answer("0000")),
        ("A/14-127-6", "0002", answer("0002")),
        ("B/14-127-6", "0002", "U\n".to_owned()),
    ] {
        assert!(!size.is_empty());
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn race(a: &str, b: &str, seeds: &str) -> Run {
    run(snake().args(["race", a, b, "--seeds", seeds, "--kill-after", "60"]))
}

#[test]
fn pairs_are_told_one_by_one_in_turns_of_order_and_core() {
    let folder = folder();
    let raced = race(&canned(folder.path(), "A"), &canned(folder.path(), "B"), "0..4");
    assert_eq!((raced.code, &*raced.stderr), (Some(1), ""), "{raced:?}");
    let lines: Vec<&str> = raced.stdout.lines().collect();
    assert!(lines[0].starts_with("seed 0: A 54, B 54: a tie; A won 0, B 0, tied 1;"), "{raced:?}");
    assert!(lines[1].starts_with("seed 1: A crash (exit code 1: "), "{raced:?}");
    assert!(
        lines[2].contains(", B illegal (") && lines[2].contains(": A wins; A won 1, B 0, tied 2;")
    );
    assert_eq!(
        lines[4..],
        [
            "Not decided: A won 1 seeds, B 0, and 3 were tied; A failed on 2, B on 3, which counts as a loss."
        ]
    );
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    let runs: Vec<(&str, &str)> = log.lines().map(|line| line.split_once(' ').unwrap()).collect();
    let names: String = runs.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, "ABBAABBA");
    // Each is held to one core; the first two pairs to the same, the last two to another if there is.
    assert!(runs.iter().all(|(_, core)| core.parse::<usize>().is_ok()), "{log}");
    assert!(runs[..4].iter().all(|(_, core)| *core == runs[0].1), "{log}");
    assert!(runs[4..].iter().all(|(_, core)| *core == runs[4].1), "{log}");
    let cores = std::thread::available_parallelism().unwrap().get();
    assert_eq!(runs[0].1 == runs[4].1, cores == 1, "{log}");
}

#[test]
fn a_walkover_is_decided_after_31_seeds() {
    let solver = format!("{} solve --passes 1", env!("CARGO_BIN_EXE_snake"));
    let raced = race("cat > /dev/null; exit 3", &solver, "0..100");
    assert_eq!(raced.code, Some(1), "{raced:?}");
    assert_eq!(raced.stdout.lines().count(), 32, "{raced:?}");
    assert_eq!(
        raced.stdout.lines().last(),
        Some(
            "A is worse than B: A won 0 seeds, B 31, and 0 were tied; A failed on 31, B on 0, which counts as a loss."
        )
    );
}

#[test]
fn the_same_solver_ties() {
    let solver = format!("{} solve --passes 1", env!("CARGO_BIN_EXE_snake"));
    let raced = race(&solver, &solver, "0..3");
    assert_eq!((raced.code, &*raced.stderr), (Some(0), ""), "{raced:?}");
    assert_eq!(
        raced.stdout.lines().last(),
        Some("Not decided: A won 0 seeds, B 0, and 3 were tied.")
    );
}
