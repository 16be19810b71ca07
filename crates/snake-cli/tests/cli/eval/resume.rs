//! Runs that are killed and gone on with.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::rows::{answers, comparable, eval};
use crate::process::run;

/// The run that is broken off: narrow beams take some 10 ms a case.
const RUN: [&str; 10] = [
    "--seeds",
    "0..100",
    "--jobs",
    "1",
    "--passes",
    "2",
    "--least-width",
    "10",
    "--most-width",
    "30",
];

fn results(folder: &Path) -> String {
    fs::read_to_string(folder.join("results.jsonl")).unwrap_or_default()
}

/// Starts it, and breaks it off by a signal once it has some rows more.
fn break_off(folder: &Path, signal: Signal) -> Option<i32> {
    const ROWS: usize = 15;
    let before = results(folder).lines().count();
    let mut command = eval(&RUN);
    command.args(["--resume", "--out"]).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let start = Instant::now();
    while results(folder).lines().count() < before + ROWS {
        assert!(start.elapsed() < Duration::from_secs(120), "it makes no rows");
        sleep(Duration::from_millis(1));
    }
    kill_process(Pid::from_child(&child), signal).unwrap();
    let code = child.wait().unwrap().code();
    let made = results(folder).lines().count();
    assert!(made < 100, "it was broken off in the middle");
    code
}

/// Acceptance: killed by -9 in the middle and gone on with, twice, it leaves the rows and answers of an
/// unbroken run, byte by byte.
#[test]
fn a_killed_run_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let (broken, unbroken) = (folder.path().join("broken"), folder.path().join("unbroken"));
    assert_eq!(break_off(&broken, Signal::KILL), None);
    // What a kill in the middle of a write leaves.
    let file = broken.join("results.jsonl");
    let text = results(&broken);
    let torn = text.len() - 100;
    fs::write(&file, &text.as_bytes()[..torn]).unwrap();
    assert_eq!(break_off(&broken, Signal::INT), Some(130));
    let before = results(&broken);
    let resumed = run(eval(&RUN).args(["--resume", "--out"]).arg(&broken));
    assert!(results(&broken).starts_with(&before), "rows are only ever added");

    let whole = run(eval(&RUN).arg("--out").arg(&unbroken));
    assert_eq!((whole.code, &whole.stderr), (resumed.code, &resumed.stderr));
    let rows = comparable(&results(&unbroken));
    assert_eq!(rows.len(), 100);
    assert_eq!(comparable(&results(&broken)), rows);
    assert_eq!(answers(&broken), answers(&unbroken));

    // Nothing is left to do then, and the table is the same but for times.
    let again = run(eval(&RUN).args(["--resume", "--out"]).arg(&broken));
    assert_eq!(again.stdout, resumed.stdout);
}

#[test]
fn two_runs_do_not_write_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let solver = format!("echo >'{}'; sleep 1000", started.display());
    let arguments = ["--seeds", "0..1", "--kill-after", "600", "--solver", &solver, "--out"];
    let mut command = eval(&arguments);
    command.arg(folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = command.spawn().unwrap();
    let start = Instant::now();
    while !started.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not start");
        sleep(Duration::from_millis(5));
    }
    let second = run(eval(&["--seeds", "0..1", "--passes", "0", "--out"]).arg(folder.path()));
    kill_process(Pid::from_child(&first), Signal::TERM).unwrap();
    assert_eq!(first.wait().unwrap().code(), Some(143));
    let file = folder.path().join("results.jsonl");
    second.assert_fails(&format!("snake: {}: another run is writing it", file.display()));
}
