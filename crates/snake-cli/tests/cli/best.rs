//! `snake best`: the table only gets better, and what it holds is true.

use std::fs;
use std::path::Path;

use crate::process::{Run, fixture, run, snake};

const HEADER: &str = "seed,T,moves,commit,date";

fn best(table: &Path, seeds: &str, more: &[&str]) -> Run {
    let mut command = snake();
    command.arg("best").arg("--update").arg(table).args(["--seeds", seeds, "--commit", "test"]);
    run(command.args(more))
}

/// T of each line.
fn turns(table: &Path) -> Vec<usize> {
    let text = fs::read_to_string(table).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEADER));
    lines.map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect()
}

#[test]
fn the_table_is_made_and_only_gets_better() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("best.csv");
    let first = best(&table, "0..2", &["--passes", "2"]);
    assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""), "{first:?}");
    assert!(first.stdout.lines().all(|line| line.ends_with(", new")), "{first:?}");
    let first_turns = turns(&table);
    assert_eq!(first_turns.len(), 2);

    // Less work finds nothing shorter, and leaves the file alone.
    let text = fs::read(&table).unwrap();
    let worse = best(&table, "0..2", &["--passes", "1"]);
    assert_eq!(worse.code, Some(0));
    assert!(worse.stdout.lines().all(|line| line.contains(", stays (")), "{worse:?}");
    assert_eq!(fs::read(&table).unwrap(), text);

    let more = best(&table, "0..3", &["--passes", "30", "--threads", "2", "--from-stored"]);
    assert_eq!(more.code, Some(0), "{more:?}");
    let more_turns = turns(&table);
    assert_eq!(more_turns.len(), 3);
    assert!(first_turns.iter().zip(&more_turns).all(|(first, more)| more <= first), "{more:?}");
    assert!(first_turns.iter().sum::<usize>() > more_turns[..2].iter().sum(), "{more:?}");
    // Neither partial file nor anything else is left beside it.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// From a stored answer even a single pass, of a narrow first run, is not worse than it.
#[test]
fn searches_can_start_with_the_stored_answer() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("best.csv");
    best(&table, "0..1", &["--passes", "30"]);
    let known = turns(&table)[0];
    let again = best(&table, "0..1", &["--passes", "1", "--rng", "5", "--from-stored"]);
    assert_eq!(again.stdout, format!("seed 0 = {known}, stays ({known} found)\n"));
    let anew = best(&table, "0..1", &["--passes", "1", "--rng", "5"]);
    assert_ne!(anew.stdout, again.stdout);
}

#[test]
fn without_a_complete_answer_nothing_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("best.csv");
    let none = best(&table, "0..1", &["--passes", "0"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(0), "seed 0 = no complete answer\n"));
    assert!(!table.exists());
}

/// Even before a search that has no time to find anything.
#[test]
fn a_table_that_cannot_be_written_is_told_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("missing").join("best.csv");
    let refused = best(&table, "0..1", &["--passes", "0"]);
    refused.assert_fails(&format!("snake: {}: No such file", table.display()));
    assert_eq!(refused.stdout, "");
}

#[test]
fn a_broken_table_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("best.csv");
    let broken = format!("{HEADER}\n0,2,RR,abc,2026-11-30\n");
    fs::write(&table, &broken).unwrap();
    best(&table, "0..1", &["--passes", "1"]).assert_fails(&format!(
        "snake: {}: line 2: the answer of seed 0 is not complete",
        table.display()
    ));
    assert_eq!(fs::read_to_string(&table).unwrap(), broken);

    best(folder.path(), "0..1", &["--passes", "1"]).assert_fails("snake: ");
}

#[test]
fn a_commit_that_would_break_the_table_is_a_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("best.csv");
    let mut command = snake();
    command.args(["best", "--seeds", "0..1", "--passes", "1", "--commit", "a,b", "--update"]);
    let mistake = run(command.arg(&table));
    assert!(!table.exists());
    assert_eq!(mistake.code, Some(2), "{mistake:?}");
    assert!(mistake.stderr.contains("--commit: a commit has"), "{mistake:?}");
}

#[test]
fn outside_a_repository_the_commit_must_be_given() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = snake();
    command.args(["best", "--update", "best.csv", "--seeds", "0..1", "--passes", "1"]);
    command.current_dir(folder.path()).env("GIT_CEILING_DIRECTORIES", folder.path());
    run(&mut command).assert_fails("snake: the commit is not known: give --commit");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Every answer is replayed when the table is read. No time at all finds nothing new.
#[test]
fn the_stored_table_holds_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("best.csv");
    fs::copy(fixture("best_known.csv"), &table).unwrap();
    let text = fs::read(&table).unwrap();
    let run = best(&table, "0..1", &["--passes", "0"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(fs::read(&table).unwrap(), text);
    assert_eq!(turns(&table).len(), 100);
}
