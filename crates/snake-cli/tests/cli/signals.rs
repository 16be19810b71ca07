//! Ctrl-C and SIGTERM: while reading, while searching, and a second one.

use std::fs;
use std::io::Write;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::process::{Run, fixture, run_with_input, snake};
use rustix::process::{Pid, Signal, kill_process};

const INTERRUPTED: Option<i32> = Some(130);
const TERMINATED: Option<i32> = Some(143);

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("it runs");
}

/// Waits until the condition holds for the child's file of this name below `/proc`.
fn wait_until(child: &Child, file: &str, holds: impl Fn(&str) -> bool) {
    let path = format!("/proc/{}/{file}", child.id());
    let start = Instant::now();
    while !holds(&fs::read_to_string(&path).expect("it runs")) {
        assert!(start.elapsed() < Duration::from_secs(60), "{path} stays as it is");
        sleep(Duration::from_millis(2));
    }
}

/// Waits until both handlers stand: bit `n - 1` of the mask of caught signals is that of signal `n`.
fn wait_until_handled(child: &Child) {
    wait_until(child, "status", |status| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
        let mask = u64::from_str_radix(mask.trim(), 16).expect("hexadecimal");
        [Signal::INT, Signal::TERM].iter().all(|signal| mask >> (signal.as_raw() - 1) & 1 == 1)
    });
}

/// Waits until it has used so much processor time that it can only be searching.
fn wait_until_searching(child: &Child) {
    /// In ticks of 10 ms; starting and reading take less than one.
    const TICKS: u64 = 10;
    wait_until(child, "stat", |stat| {
        // The fields after the name, which stands in parentheses: the 12th is the user time.
        let (_, fields) = stat.rsplit_once(')').expect("a name");
        let ticks = fields.split_whitespace().nth(11).expect("the user time");
        ticks.parse::<u64>().expect("a number") >= TICKS
    });
}

fn finish(child: Child) -> Run {
    child.wait_with_output().expect("it ends").into()
}

#[test]
fn the_best_answer_so_far_is_printed() {
    for (signal, code, threads) in [
        (Signal::INT, INTERRUPTED, "1"),
        (Signal::TERM, TERMINATED, "1"),
        (Signal::INT, INTERRUPTED, "2"),
    ] {
        let mut command = snake();
        command.args(["solve", "--seed", "2", "--time", "600", "--threads", threads]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("it starts");
        wait_until_searching(&child);
        let sent = Instant::now();
        send(&child, signal);
        let stopped = finish(child);
        assert!(sent.elapsed() < Duration::from_secs(5), "{:?}", sent.elapsed());
        assert_eq!(stopped.code, code, "{stopped:?}");

        let mut score = snake();
        score.arg("score").arg(fixture("official/0002.txt")).arg("-");
        let scored = run_with_input(&mut score, stopped.stdout.as_bytes());
        assert_eq!(scored.code, Some(0), "{scored:?}");
        assert_eq!(scored.stdout.lines().next(), Some(stopped.last_line()));
        let empty = "Score = 2440000";
        assert_ne!(stopped.last_line(), empty, "something was found by then");
    }
}

#[test]
fn the_table_gets_what_was_found_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("best.csv");
    let mut command = snake();
    command.args(["best", "--seeds", "2..4", "--time", "600", "--commit", "test", "--update"]);
    command.arg(&table).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    wait_until_searching(&child);
    send(&child, Signal::INT);
    let stopped = finish(child);
    assert_eq!((stopped.code, stopped.stderr.as_str()), (INTERRUPTED, ""), "{stopped:?}");
    assert_eq!(stopped.stdout.lines().count(), 1, "the next seed is not begun: {stopped:?}");
    assert_eq!(fs::read_to_string(&table).expect("it was written").lines().count(), 2);
}

/// As in `snake solve | head`, where Ctrl-C ends both.
#[test]
fn a_closed_pipe_does_not_hide_the_signal() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = snake();
    command.args(["solve", "--seed", "2", "--time", "600"]);
    command.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    wait_until_searching(&child);
    send(&child, Signal::INT);
    let stopped = finish(child);
    assert_eq!(stopped.code, INTERRUPTED, "{stopped:?}");
    assert_eq!(stopped.stderr.lines().count(), 1, "{stopped:?}");
    assert!(stopped.stderr.starts_with("Score = "), "{stopped:?}");
}

#[test]
fn while_reading_it_ends_at_once() {
    for (signal, code) in [(Signal::INT, INTERRUPTED), (Signal::TERM, TERMINATED)] {
        let mut command = snake();
        command.arg("solve");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        // Part of an instance, and then nothing, with the pipe kept open.
        let mut stdin = child.stdin.take().expect("it is piped");
        stdin.write_all(b"8 30 3\n").expect("it reads");
        wait_until_handled(&child);
        send(&child, signal);
        let stopped = finish(child);
        drop(stdin);
        assert_eq!(
            (stopped.code, stopped.stdout.as_str(), stopped.stderr.as_str()),
            (code, "", "")
        );
    }
}

/// Nobody reads the answer, and the pipe is full: the first signal ends the search, and writing then
/// waits for ever. The second ends that.
#[test]
fn a_second_signal_ends_it_at_once() {
    /// Linux gives a new pipe this much room.
    const PIPE_BYTES: usize = 1 << 16;
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(&[b'\n'; PIPE_BYTES]).unwrap();
    let mut command = snake();
    command.args(["solve", "--seed", "2", "--time", "600"]);
    command.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    wait_until_searching(&child);
    send(&child, Signal::INT);
    // Sleeping, not running: it waits for room.
    wait_until(&child, "stat", |stat| stat.contains(") S "));
    send(&child, Signal::TERM);
    let stopped = finish(child);
    drop(reader);
    assert_eq!((stopped.code, stopped.stderr.as_str()), (TERMINATED, ""));
}
