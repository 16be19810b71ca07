//! What is printed, written and refused.

use std::fs;

use super::rows::{answers, comparable, eval, run_json};
use crate::process::{fixture, run, run_with_input, snake};

/// A budget that takes milliseconds a case, and leaves a complete answer.
const QUICK: [&str; 2] = ["--passes", "1"];

#[test]
fn rows_and_answers_are_those_of_solve() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a/b");
    let evaluated = run(eval(&["--seeds", "0..4"]).args(QUICK).arg("--out").arg(&out));
    assert_eq!((evaluated.code, evaluated.stderr.as_str()), (Some(0), ""), "{evaluated:?}");
    assert!(evaluated.stdout.contains("\nall                   4       4 "), "{evaluated:?}");
    let text = fs::read_to_string(out.join("results.jsonl")).unwrap();
    let rows = comparable(&text);
    assert_eq!(rows.len(), 4);
    for (seed, row) in (0..).zip(&rows) {
        let solved = run(snake().args(["solve", "--seed", &seed.to_string()]).args(QUICK));
        let score = row["score"].as_u64().unwrap();
        assert_eq!(solved.last_line(), format!("Score = {score}"));
        assert_eq!((&row["seed"], &row["passes"]), (&seed.into(), &1.into()));
        assert_eq!((&row["status"], &row["solver"]), (&"ok".into(), &"in-process".into()));
        assert_eq!(row["parameters"]["passes"], 1);
        let least_width = snake_beam::layers::Parameters::default().least_width;
        assert_eq!(row["parameters"]["least_width"], least_width);
        let answer = fs::read_to_string(out.join(format!("answers/000{seed}.txt"))).unwrap();
        assert_eq!(answer, solved.stdout);
    }
    assert_eq!(answers(&out).len(), 4);
}

#[test]
fn presets_and_parameters_are_those_given() {
    let (author, rows) = run_json(&["--seeds", "0..1", "--passes", "2", "--preset", "author"]);
    assert_eq!(author.code, Some(0), "{author:?}");
    assert_eq!(rows[0]["parameters"]["preset"], "author");
    assert_eq!(rows[0]["parameters"]["author_kept"], 20);
    assert!(!rows[0]["parameters"].as_object().unwrap().contains_key("least_width"));
    let solved = run(snake().args(["solve", "--seed", "0", "--passes", "2", "--preset", "author"]));
    assert_eq!(solved.last_line(), format!("Score = {}", rows[0]["score"]));

    let (_, by_flag) = run_json(&["--seeds", "2..3", "--passes", "3", "--wall-food", "0"]);
    let mut by_variable = eval(&["--seeds", "2..3", "--passes", "3", "--json"]);
    let by_variable = run(by_variable.env("SNAKE_WALL_FOOD", "0"));
    let by_variable = super::rows::rows(&by_variable.stdout);
    assert_eq!(by_flag[0]["parameters"]["wall_food"], 0);
    assert_eq!(by_flag[0]["parameters"], by_variable[0]["parameters"]);
    assert_eq!(by_flag[0]["score"], by_variable[0]["score"]);
    let (_, usual) = run_json(&["--seeds", "2..3", "--passes", "3"]);
    assert_ne!(by_flag[0]["score"], usual[0]["score"], "the parameter plays a part");
}

#[test]
fn shards_merged_are_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let whole = path("whole");
    assert_eq!(run(eval(&["--seeds", "0..9", "--out", &whole]).args(QUICK)).code, Some(0));
    let mut merge = snake();
    merge.arg("merge");
    let mut answers_of_shards = vec![];
    for shard in 1..=3 {
        let out = path(&format!("shard-{shard}"));
        let part = format!("{shard}/3");
        let arguments = ["--seeds", "0..9", "--shard", &part, "--jobs", "2", "--out", &out];
        assert_eq!(run(eval(&arguments).args(QUICK)).code, Some(0));
        merge.arg(format!("{out}/results.jsonl"));
        answers_of_shards.extend(answers(out.as_ref()));
    }
    answers_of_shards.sort();
    let merged = run(&mut merge);
    assert_eq!(merged.code, Some(0), "{merged:?}");
    let one = fs::read_to_string(format!("{whole}/results.jsonl")).unwrap();
    assert_eq!(comparable(&merged.stdout), comparable(&one));
    assert_eq!(answers_of_shards, answers(whole.as_ref()));
}

#[test]
fn seeds_come_from_a_list_too() {
    let arguments = ["--seeds-from", "-", "--passes", "0", "--json"];
    let listed = run_with_input(&mut eval(&arguments), b"# two\n7\n3 7\n");
    let seeds: Vec<_> =
        super::rows::rows(&listed.stdout).iter().map(|row| row["seed"].as_u64()).collect();
    assert_eq!(seeds, [Some(7), Some(3)]);
    let refused = run_with_input(&mut eval(&arguments), b"7\nseven\n");
    refused.assert_fails("snake: standard input: line 2: not a seed: invalid digit");
}

/// No pass leaves the empty answer.
#[test]
fn a_failure_makes_the_exit_code_1() {
    let (failed, rows) = run_json(&["--seeds", "0..1", "--passes", "0"]);
    assert_eq!(failed.code, Some(1), "{failed:?}");
    assert_eq!((&rows[0]["status"], rows[0]["score"].is_null()), (&"silent".into(), true));
    assert!(failed.stderr.contains("failures, in no mean: silent 1\n"), "{failed:?}");
}

#[test]
fn the_figures_come_in_other_forms() {
    let csv = run(eval(&["--seeds", "0..3", "--csv"]).args(QUICK)).stdout;
    assert!(csv.starts_with("group,cases,ok,mean,median,geometric_mean,"), "{csv}");
    assert!(csv.contains("\nall,3,3,"), "{csv}");
    let metrics = run(eval(&["--seeds", "0..3", "--metrics"]).args(QUICK)).stdout;
    assert!(metrics.starts_with("[DATA] cases = 3\n$cases = 3\n[DATA] ok = 3\n"), "{metrics}");
}

/// The file pahcer would have written, read back by its own types' fields.
#[test]
fn pahcers_file_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = eval(&["--seeds", "0..3", "--pahcer"]);
    let evaluated = run(command.args(QUICK).current_dir(&folder));
    assert_eq!(evaluated.code, Some(0), "{evaluated:?}");
    let mut files = fs::read_dir(folder.path().join("pahcer/json")).unwrap();
    let file = files.next().unwrap().unwrap();
    let name = file.file_name().into_string().unwrap();
    assert!(name.starts_with("result_2") && name.ends_with(".json"), "{name}");
    let text = fs::read_to_string(file.path()).unwrap();
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&result["case_count"], &result["wa_seeds"]), (&3.into(), &serde_json::json!([])));
    let sum: u64 = result["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| case["score"].as_u64().unwrap())
        .sum();
    assert_eq!(result["total_score"].as_u64(), Some(sum));
    assert_eq!(result["total_relative_score"], 300.0);
}

#[test]
fn results_of_something_else_are_not_mixed_in() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let evaluate =
        |arguments: &[&str]| run(eval(&["--seeds", "0..2", "--out", &out]).args(arguments));
    assert_eq!(evaluate(&["--passes", "1"]).code, Some(0));
    let file = folder.path().join("results.jsonl");
    let before = fs::read_to_string(&file).unwrap();
    let place = format!("snake: {}: has results", file.display());
    evaluate(&["--passes", "1"]).assert_fails(&format!("{place} already; --resume goes on"));
    let other = evaluate(&["--passes", "2", "--resume"]);
    other.assert_fails(&format!("{place} of something else: parameter passes: 2 here, 1 there"));
    assert_eq!(fs::read_to_string(&file).unwrap(), before);

    fs::write(&file, "{}\n").unwrap();
    evaluate(&["--passes", "1", "--resume"]).assert_fails(
        &format!("snake: {}: not a row of results", file.display())
            .replace(": not", ": line 1: not"),
    );
    let taken = fixture("official/0000.txt").display().to_string();
    let no_folder = run(&mut eval(&["--seeds", "0..1", "--passes", "1", "--out", &taken]));
    no_folder.assert_fails(&format!("snake: {taken}/answers: "));
}

#[test]
fn no_bar_is_drawn_into_a_file() {
    let evaluated = run(eval(&["--seeds", "0..3"]).args(QUICK));
    assert_eq!(evaluated.stderr, "");
}
