//! Commands as solvers.

use super::rows::{comparable, eval, run_json};
use crate::process::{fixture, run};

/// The binary under test, as a word of the shell.
fn snake_word() -> String {
    format!("'{}'", env!("CARGO_BIN_EXE_snake"))
}

#[test]
fn a_command_gets_what_the_search_would_get() {
    let arguments = ["--seeds", "0..3", "--passes", "2", "--rng", "5", "--noise", "9"];
    let (_, in_process) = run_json(&arguments);
    let solver = format!("{} solve -v", snake_word());
    let (commanded, rows) = run_json(&[&arguments[..], &["--solver", &solver]].concat());
    assert_eq!(commanded.code, Some(0), "{commanded:?}");
    for (row, other) in rows.iter().zip(&in_process) {
        for name in ["seed", "score", "t", "e", "k", "passes", "status", "machine"] {
            assert_eq!(row[name], other[name], "{name}");
        }
        assert_eq!(row["solver"], solver.as_str());
        let told = serde_json::json!({ "passes": 2, "rng": 5, "noise": 9 });
        assert_eq!(row["parameters"], told);
    }
    assert_eq!(rows.len(), in_process.len());
}

#[test]
fn input_need_not_be_read() {
    let answer = fixture("answers/0000.txt").display().to_string();
    for solver in [format!("cat '{answer}'"), format!("exec <&-; cat '{answer}'")] {
        let (read, rows) = run_json(&["--seeds", "0..1", "--solver", &solver]);
        assert_eq!((read.code, &rows[0]["status"]), (Some(0), &"ok".into()), "{read:?}");
    }
}

#[test]
fn processor_time_and_memory_are_the_solvers() {
    // 64 MiB held by a child of the shell, and half a second of work in another.
    const SOLVER: &str = "head -c 67108864 /dev/zero | tail -c 67108864 >/dev/null; \
        python3 -c 'import time
while time.process_time() < 0.5: pass'; echo R";
    let (_, rows) = run_json(&["--seeds", "0..1", "--solver", SOLVER, "--kill-after", "100"]);
    let cpu = rows[0]["cpu"].as_f64().unwrap();
    assert!((0.5..5.0).contains(&cpu), "{rows:?}");
    assert!(rows[0]["wall"].as_f64().unwrap() >= 0.5, "{rows:?}");
    let kib = rows[0]["memory"].as_u64().unwrap();
    assert!((65_536..1_000_000).contains(&kib), "{rows:?}");
}

#[test]
fn one_row_for_each_seed_whatever_the_jobs() {
    let answer = fixture("answers/0000.txt").display().to_string();
    let solver = format!("cat '{answer}'");
    let mut command = eval(&["--seeds", "0..40", "--jobs", "5", "--json", "--solver", &solver]);
    let rows = comparable(&run(&mut command).stdout);
    let seeds: Vec<_> = rows.iter().filter_map(|row| row["seed"].as_u64()).collect();
    assert_eq!(seeds, (0..40).collect::<Vec<_>>());
    for row in rows {
        // It answers seed 0; on another board it breaks a rule or falls short.
        assert_eq!(row["status"] == "ok", row["seed"] == 0, "{row:?}");
    }
}
