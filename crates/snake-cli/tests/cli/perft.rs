//! Counts of move sequences: `snake perft`.

use std::fs;

use crate::process::{fixture, run, snake};

/// Depths compared here; snake-core's tests go through all of them.
const DEPTH: usize = 8;

#[test]
fn the_golden_counts_are_printed() {
    let mut boards = 0;
    for entry in fs::read_dir(fixture("perft")).unwrap() {
        let board = entry.unwrap().path();
        if board.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let golden = fs::read_to_string(board.with_extension("counts")).unwrap();
        let expected: String = golden.split_inclusive('\n').take(DEPTH).collect();
        let counted = run(snake().arg("perft").arg(&board).arg(DEPTH.to_string()));
        assert_eq!(
            (counted.code, counted.stdout.as_str()),
            (Some(0), expected.as_str()),
            "{board:?}"
        );
        boards += 1;
    }
    assert_eq!(boards, 10);
}
