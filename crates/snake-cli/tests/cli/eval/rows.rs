//! Rows of results, as tests look at them.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value};

use crate::process::{Run, run, snake};

/// The rows in a text.
pub fn rows(text: &str) -> Vec<Map<String, Value>> {
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// The rows without what differs between two runs of the same, in the order of seeds.
pub fn comparable(text: &str) -> Vec<Map<String, Value>> {
    let mut rows = rows(text);
    for row in &mut rows {
        for name in ["wall", "cpu", "memory"] {
            assert!(row.remove(name).is_some(), "{row:?}");
        }
    }
    rows.sort_by_key(|row| row["seed"].as_u64());
    rows
}

/// The names and bytes of all answers in the folder of a run.
pub fn answers(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder.join("answers")).expect("a folder of answers");
    let mut answers: Vec<_> = entries
        .map(|entry| {
            let entry = entry.expect("an answer");
            let name = entry.file_name().into_string().expect("a name in UTF-8");
            (name, fs::read(entry.path()).expect("an answer"))
        })
        .collect();
    answers.sort();
    answers
}

/// `snake eval` with these arguments.
pub fn eval(arguments: &[&str]) -> Command {
    let mut command = snake();
    command.arg("eval").args(arguments);
    command
}

/// Runs `snake eval --json` with these arguments, and returns the rows too.
pub fn run_json(arguments: &[&str]) -> (Run, Vec<Map<String, Value>>) {
    let run = run(eval(arguments).arg("--json"));
    let rows = rows(&run.stdout);
    (run, rows)
}
