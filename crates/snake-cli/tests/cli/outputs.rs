//! Where the output goes: closed pipes, full disks, time limits.

use std::fs::File;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::process::{Run, fixture, run, snake};

/// Runs with a standard output whose reader has gone.
fn run_into_closed_pipe(arguments: &[&str]) -> Run {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = snake();
    command.args(arguments).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
    command.output().expect("it starts").into()
}

#[test]
fn a_closed_pipe_is_quiet() {
    let solved = run_into_closed_pipe(&["solve", "--seed", "0", "--passes", "1"]);
    assert_eq!(solved.code, Some(0), "{solved:?}");
    assert_eq!(solved.stderr.lines().count(), 1, "the score is still told: {solved:?}");
    assert!(solved.stderr.starts_with("Score = "), "{solved:?}");

    let instance = fixture("official/0000.txt");
    let answer = fixture("malformed/empty.txt");
    let (instance, answer) = (instance.to_str().unwrap(), answer.to_str().unwrap());
    for arguments in [&["score", instance, answer][..], &["--help"], &["gen", "--help"]] {
        let quiet = run_into_closed_pipe(arguments);
        assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""), "{quiet:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let into_full = |arguments: &[&str]| -> Run {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = snake();
        command.args(arguments).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped());
        command.output().expect("it starts").into()
    };
    let told = "snake: standard output: No space left on device";
    into_full(&["--help"]).assert_fails(told);
    let solved = into_full(&["solve", "--seed", "0", "--passes", "1"]);
    assert_eq!(solved.code, Some(1), "{solved:?}");
    assert!(solved.stderr.starts_with(told), "{solved:?}");
    assert!(solved.last_line().starts_with("Score = "), "{solved:?}");

    // Nobody can be told here; the exit code still says it.
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = snake();
    command.args(["solve", "--seed", "0", "--passes", "1"]).stderr(full);
    assert_eq!(run_unread(&mut command), Some(1));
}

/// Runs with the output thrown away.
fn run_unread(command: &mut std::process::Command) -> Option<i32> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).status().expect("it starts").code()
}

#[test]
fn the_time_is_used_and_kept() {
    let start = Instant::now();
    let solved = run(snake().args(["solve", "--seed", "2", "--time", "0.5", "-v"]));
    let wall = start.elapsed();
    assert_eq!(solved.code, Some(0), "{solved:?}");
    assert!(wall >= Duration::from_millis(450), "{wall:?}: it gave up early");
    // Loose, for machines under load; the benchmarks watch the real figure.
    assert!(wall < Duration::from_secs(5), "{wall:?}");
    let time = solved.stderr.lines().find_map(|line| line.strip_prefix("time = ")).unwrap();
    assert!(time.parse::<f64>().unwrap() >= 0.5, "{solved:?}");
}

#[test]
fn whichever_limit_comes_first_ends_the_search() {
    let start = Instant::now();
    let solved =
        run(snake().args(["solve", "--seed", "0", "--time", "600", "--passes", "2", "-v"]));
    assert!(solved.stderr.contains("passes = 2\n"), "{solved:?}");
    let solved =
        run(snake().args(["solve", "--seed", "2", "--time", "0.1", "--passes", "1000000000"]));
    assert_eq!(solved.code, Some(0), "{solved:?}");
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn without_a_terminal_there_is_no_live_line() {
    let solve = |options: &[&str]| {
        run(snake().args(["solve", "--seed", "0", "--passes", "3"]).args(options))
    };
    let (plain, watched) = (solve(&[]), solve(&["--watch"]));
    assert_eq!((watched.code, &watched.stdout), (Some(0), &plain.stdout));
    assert_eq!(watched.stderr, plain.stderr);
    assert_eq!(watched.stderr.lines().count(), 1, "{watched:?}");
}
