//! Boards no generator makes: an answer in time, legal, and no worse than the empty one.

use std::fs;
use std::time::{Duration, Instant};

use crate::process::{fixture, run, run_with_input, snake};

/// Enough for several passes of either search.
const TIME: &str = "0.2";

/// Longer than it takes on a machine under heavy load, shorter than any search without a deadline.
const PATIENCE: Duration = Duration::from_secs(20);

/// The number of the line `Score = n`.
fn score(lines: &str) -> u64 {
    let line = lines.lines().find_map(|line| line.strip_prefix("Score = ")).expect("a score");
    line.parse().expect("a number")
}

fn assert_answered(preset: &str) {
    let mut answered = 0;
    for entry in fs::read_dir(fixture("hand-made")).expect("the folder is there") {
        let board = entry.expect("readable").path();
        let start = Instant::now();
        let solved = run(snake().args(["solve", "--preset", preset, "--time", TIME]).arg(&board));
        let wall = start.elapsed();
        if solved.code == Some(1) {
            // Boards of side 5 and 6 are no contest inputs.
            assert!(solved.stderr.contains("N must be in 8..=16"), "{solved:?}");
            continue;
        }
        assert_eq!(solved.code, Some(0), "{board:?}: {solved:?}");
        assert!(wall < PATIENCE, "{board:?}: {wall:?}");
        let scored = |answer: &str| {
            let mut command = snake();
            let run = run_with_input(command.arg("score").arg(&board).arg("-"), answer.as_bytes());
            assert_eq!(run.code, Some(0), "{board:?}: {run:?}");
            score(&run.stdout)
        };
        assert_eq!(score(&solved.stderr), scored(&solved.stdout), "{board:?}");
        assert!(score(&solved.stderr) <= scored(""), "{board:?}");
        answered += 1;
    }
    assert!(answered >= 14);
}

#[test]
fn the_default_search_answers_every_board() {
    assert_answered("default");
}

#[test]
fn the_published_search_answers_every_board() {
    assert_answered("author");
}
