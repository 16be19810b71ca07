//! The program as the judge and the tests of the bundle see it.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use snake_beam::Budget;
use snake_beam::layers::{Layers, Parameters};
use snake_core::Instance;

const PASSES: u64 = 2;
const RNG: u64 = 5;

fn run(input: &str, variables: &[(&str, &str)]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_contest"))
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it has been built");
    match child.stdin.take().expect("it is piped").write_all(input.as_bytes()) {
        // It may end without reading.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => panic!("standard input: {error}"),
        _ => {}
    }
    child.wait_with_output().expect("it ends")
}

fn smallest_instance() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/official/0035.txt");
    std::fs::read_to_string(path).expect("the fixture is there")
}

#[test]
fn it_prints_what_the_default_search_finds() {
    let text = smallest_instance();
    let instance: Instance = text.parse().expect("the fixture is an instance");
    let mut layers = Layers::new(&instance, Parameters::default(), RNG);
    let outcome = layers.run(&mut Budget::unlimited().with_passes(PASSES), |_| {});
    let variables = [("SNAKE_PASSES", PASSES.to_string()), ("SNAKE_RNG", RNG.to_string())];
    let variables = variables.each_ref().map(|(name, value)| (*name, value.as_str()));
    let output = run(&text, &variables);
    assert_eq!(output.stdout, outcome.answer.to_string().as_bytes());
    assert!(output.stderr.is_empty() && output.status.success());
    assert!(outcome.score.is_complete());
}

#[test]
fn errors_are_one_line_and_an_exit_code() {
    let text = smallest_instance();
    let cases: [(&str, &[(&str, &str)], _, _); 4] = [
        ("", &[], 1, "contest: standard input: line 1, column 1: "),
        ("8 16 4 x", &[], 1, "contest: standard input: line 1, column 8: "),
        (&text, &[("SNAKE_PASSES", "-1")], 2, "contest: SNAKE_PASSES must be an integer in "),
        (&text, &[("SNAKE_PASSES", "1"), ("SNAKE_RNG", "")], 2, "contest: SNAKE_RNG must be "),
    ];
    for (input, variables, code, expected) in cases {
        let output = run(input, variables);
        let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert!(message.starts_with(expected) && message.lines().count() == 1, "{message}");
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(output.stdout.is_empty());
    }
}
