//! `snake merge`: order, duplicates, mixtures, torn lines.

use std::fs;
use std::path::Path;

use crate::process::{Run, run, run_with_input, snake};

/// A row as it stands in a file.
fn row(seed: u64, hash: &str, wall: f64) -> String {
    format!(
        r#"{{"seed":{seed},"n":8,"m":30,"c":3,"score":104,"t":104,"e":0,"k":30,"wall":{wall:?},"cpu":1.0,"memory":2048,"passes":null,"status":"ok","reason":null,"solver":"./a","hash":"{hash}","parameters":{{}},"machine":{{"cpu":"x","cores":2}}}}
"#
    )
}

fn merge(folder: &Path, arguments: &[&str]) -> Run {
    run(snake().current_dir(folder).arg("merge").args(arguments))
}

#[test]
fn shards_become_one_file_in_the_order_of_seeds() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, three, late] =
        [row(1, "a", 1.0), row(2, "a", 1.0), row(3, "a", 1.0), row(2, "a", 9.0)];
    fs::write(folder.path().join("a.jsonl"), format!("{three}{one}")).unwrap();
    fs::write(folder.path().join("b.jsonl"), format!("{two}{late}{three}")).unwrap();
    let merged = merge(folder.path(), &["a.jsonl", "b.jsonl", "--out", "all.jsonl"]);
    assert_eq!((merged.code, &*merged.stdout, &*merged.stderr), (Some(0), "", ""));
    let expected = format!("{one}{two}{three}");
    assert_eq!(fs::read_to_string(folder.path().join("all.jsonl")).unwrap(), expected);

    let mut command = snake();
    let piped = run_with_input(command.arg("merge").arg("-"), format!("{three}{one}").as_bytes());
    assert_eq!(piped.stdout, format!("{one}{three}"));
}

#[test]
fn mixtures_are_refused_unless_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.jsonl"), row(5, "a", 1.0)).unwrap();
    fs::write(folder.path().join("b.jsonl"), row(4, "a", 1.0) + &row(5, "b", 1.0)).unwrap();
    let refused = merge(folder.path(), &["a.jsonl", "b.jsonl", "--out", "all.jsonl"]);
    refused.assert_fails("snake: b.jsonl: seed 5: solver hash: b here, a there; --mixed joins");
    assert!(!folder.path().join("all.jsonl").exists());
    let mixed = merge(folder.path(), &["a.jsonl", "b.jsonl", "--mixed"]);
    assert_eq!(mixed.stdout, row(4, "a", 1.0) + &row(5, "a", 1.0) + &row(5, "b", 1.0));
}

#[test]
fn a_torn_last_line_is_left_out_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let torn = row(1, "a", 1.0) + &row(2, "a", 1.0)[..40];
    fs::write(folder.path().join("a.jsonl"), torn).unwrap();
    let merged = merge(folder.path(), &["a.jsonl"]);
    assert_eq!((merged.code, merged.stdout), (Some(0), row(1, "a", 1.0)));
    assert_eq!(merged.stderr, "snake: a.jsonl: the torn last line is left out\n");
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.jsonl"), "{}\n").unwrap();
    merge(folder.path(), &["a.jsonl"]).assert_fails("snake: a.jsonl: line 1: not a row of results");
    merge(folder.path(), &["none.jsonl"]).assert_fails("snake: none.jsonl: No such file");
}
