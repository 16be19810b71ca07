//! What is read: byte order mark, CRLF, standard input; and what is refused, in one line.

use std::fs;
use std::time::{Duration, Instant};

use crate::process::{fixture, run, run_with_input, snake};

/// Solves a text from standard input with a small budget.
fn solve(input: &[u8]) -> crate::process::Run {
    run_with_input(snake().args(["solve", "--passes", "2"]), input)
}

#[test]
fn standard_input_file_and_seed_are_the_same_instance() {
    let path = fixture("official/0000.txt");
    let text = fs::read(&path).unwrap();
    let from_stdin = solve(&text);
    assert_eq!(from_stdin.code, Some(0), "{from_stdin:?}");
    assert!(from_stdin.last_line().starts_with("Score = "), "{from_stdin:?}");

    let from_file = run(snake().args(["solve", "--passes", "2"]).arg(&path));
    let from_seed = run(snake().args(["solve", "--passes", "2", "--seed", "0"]));
    let from_dash = run_with_input(snake().args(["solve", "--passes", "2", "-"]), &text);
    for other in [from_file, from_seed, from_dash] {
        assert_eq!((other.code, &other.stdout), (Some(0), &from_stdin.stdout), "{other:?}");
    }
}

#[test]
fn byte_order_mark_and_crlf_are_read() {
    let text = fs::read_to_string(fixture("official/0000.txt")).unwrap();
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(solve(windows.as_bytes()).stdout, solve(text.as_bytes()).stdout);
}

/// Each file of `fixtures/malformed` is refused by each command, with the line that `errors.txt`
/// there gives for it.
#[test]
fn malformed_instances_give_one_clear_line() {
    let folder = fixture("malformed");
    let errors = fs::read_to_string(folder.join("errors.txt")).unwrap();
    let answer = fixture("malformed/empty.txt");
    let mut checked = 0;
    for line in errors.lines() {
        let (name, error) = line.split_once(": ").expect("name: error");
        let path = folder.join(name);
        let expected = format!("snake: {}: {error}\n", path.display());
        for refused in [
            run(snake().arg("solve").arg(&path)),
            run(snake().arg("score").arg(&path).arg(&answer)),
        ] {
            assert_eq!(
                (refused.code, refused.stdout.as_str(), &refused.stderr),
                (Some(1), "", &expected)
            );
        }
        checked += 1;
    }
    let files = fs::read_dir(&folder).unwrap().count();
    assert_eq!(checked, files - 1, "errors.txt names every other file");
}

/// 10 MB that are no text, one token, one line, many lines: refused at once.
#[test]
fn huge_inputs_are_refused_quickly() {
    const SIZE: usize = 10_000_000;
    let noise: Vec<u8> =
        (0..SIZE as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let start = Instant::now();
    solve(&noise).assert_fails("snake: standard input: line 1: not UTF-8 text: byte 0x");
    solve(&b"x".repeat(SIZE)).assert_fails("snake: standard input: line 1, column 1: expected N");
    solve(&b"7".repeat(SIZE)).assert_fails("snake: standard input: line 1, column 1: N must be in");
    solve(&b" ".repeat(SIZE))
        .assert_fails("snake: standard input: line 1, column 10000001: the text ends");
    solve(&b"\n".repeat(SIZE))
        .assert_fails("snake: standard input: line 10000001, column 1: the text");
    let official = fixture("official/0000.txt");
    let score = || {
        let mut command = snake();
        command.arg("score").arg(&official).arg("-");
        command
    };
    run_with_input(&mut score(), &b"x".repeat(SIZE)).assert_fails("snake: standard input: line 1");
    run_with_input(&mut score(), &b"R ".repeat(SIZE / 2))
        .assert_fails("snake: standard input: Too long output");
    // Well below a second on an idle machine.
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn endless_input_is_given_up() {
    let refused = run(snake().args(["solve", "/dev/zero"]));
    refused.assert_fails("snake: /dev/zero: longer than 32 MiB");
}

#[test]
fn bytes_that_are_no_text_are_named_with_their_place() {
    solve(b"8 30 3\n1 1 \xff 1\n")
        .assert_fails("snake: standard input: line 2: not UTF-8 text: byte 0xff at offset 11\n");
}

#[test]
fn file_names_cannot_break_the_line() {
    run(snake().args(["solve", "no\nsuch\u{1b}file"]))
        .assert_fails("snake: no\\nsuch\\u{1b}file: No such file");
}
