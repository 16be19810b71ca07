//! Results in the format of pahcer, a runner that many viewers of the field read.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::io;
use crate::results::Row;

/// The relative score of a case without a best one to compare with.
const FULL_RELATIVE_SCORE: f64 = 100.0;

/// Where pahcer keeps the best score of each seed, below its folder.
const BEST_SCORES: &str = "best_scores.json";

/// One run.
#[derive(Debug, Serialize)]
struct Run<'r> {
    start_time: String,
    case_count: usize,
    total_score: u64,
    total_score_log10: f64,
    total_relative_score: f64,
    max_execution_time: f64,
    comment: &'r str,
    tag_name: Option<&'r str>,
    wa_seeds: Vec<u64>,
    cases: Vec<Case<'r>>,
}

/// One case; a failure has a score of 0 and a message.
#[derive(Debug, Serialize)]
struct Case<'r> {
    seed: u64,
    score: u64,
    relative_score: f64,
    execution_time: f64,
    error_message: &'r str,
}

/// Writes `json/result_DATE_TIME.json` below pahcer's folder. Relative scores are those to the best ones
/// that pahcer has noted there; that note is left as it is.
///
/// # Errors
///
/// If a file cannot be written, or the note is there and cannot be read.
pub fn write(folder: &Path, start: SystemTime, rows: &[&Row]) -> Result<()> {
    let best = best_scores(&folder.join(BEST_SCORES))?;
    let time = humantime::format_rfc3339_seconds(start).to_string();
    let json = folder.join("json");
    io::make_folder(&json)?;
    let run = run(time.clone(), rows, &best);
    let text = serde_json::to_string_pretty(&run)?;
    io::write_whole(&json.join(file_name(&time)), &text)
}

/// `2026-11-30T21:04:05Z` becomes `result_20261130_210405.json`.
fn file_name(time: &str) -> String {
    let digits: String = time.chars().filter(char::is_ascii_digit).collect();
    let (date, time) = digits.split_at(8);
    format!("result_{date}_{time}.json")
}

/// The best scores noted by seed, if there is a note.
fn best_scores(path: &Path) -> Result<HashMap<u64, u64>> {
    if !path.exists() {
        return Ok(HashMap::new());
    }
    let read = || -> Result<HashMap<String, u64>> {
        Ok(serde_json::from_reader(BufReader::new(File::open(path)?))?)
    };
    let noted = read().with_context(|| path.display().to_string())?;
    Ok(noted.into_iter().filter_map(|(seed, score)| Some((seed.parse().ok()?, score))).collect())
}

fn run<'r>(start_time: String, rows: &[&'r Row], best: &HashMap<u64, u64>) -> Run<'r> {
    let cases: Vec<_> = rows
        .iter()
        .map(|row| {
            let score = row.complete_score().unwrap_or_default();
            let relative_score = match (score, best.get(&row.seed)) {
                (0, _) => 0.0,
                (_, Some(&best)) => best as f64 / score as f64 * FULL_RELATIVE_SCORE,
                (_, None) => FULL_RELATIVE_SCORE,
            };
            let error_message = row.reason.as_deref().unwrap_or_default();
            Case { seed: row.seed, score, relative_score, execution_time: row.wall, error_message }
        })
        .collect();
    let scores = || cases.iter().map(|case| case.score).filter(|&score| score > 0);
    Run {
        start_time,
        case_count: cases.len(),
        total_score: scores().sum(),
        total_score_log10: scores().map(|score| (score as f64).log10()).sum(),
        total_relative_score: cases.iter().map(|case| case.relative_score).sum(),
        max_execution_time: cases.iter().map(|case| case.execution_time).fold(0.0, f64::max),
        comment: "snake eval",
        tag_name: None,
        wa_seeds: cases.iter().filter(|case| case.score == 0).map(|case| case.seed).collect(),
        cases,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Status, sample_row as row};

    #[test]
    fn file_names_are_pahcers() {
        assert_eq!(file_name("2026-11-30T21:04:05Z"), "result_20261130_210405.json");
    }

    #[test]
    fn scores_and_failures() {
        let failed = Row {
            score: None,
            status: Status::Crash,
            reason: Some("exit code 1".to_owned()),
            ..row(3)
        };
        let rows = [row(0), row(900), failed];
        let best = HashMap::from([(0, 50)]);
        let run = run(String::new(), &rows.iter().collect::<Vec<_>>(), &best);
        assert_eq!((run.case_count, run.total_score, &run.wa_seeds[..]), (3, 1100, &[3][..]));
        assert!((run.total_score_log10 - 5.0).abs() < 1e-12);
        assert_eq!((run.total_relative_score, run.max_execution_time), (150.0, 1.5));
        assert_eq!((run.cases[2].score, run.cases[2].error_message), (0, "exit code 1"));
    }

    #[test]
    fn the_note_of_best_scores_is_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(BEST_SCORES), r#"{"0001": 50}"#).unwrap();
        write(folder.path(), SystemTime::UNIX_EPOCH, &[&row(1)]).unwrap();
        let path = folder.path().join("json/result_19700101_000000.json");
        let text = std::fs::read_to_string(path).unwrap();
        let run: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(run["start_time"], "1970-01-01T00:00:00Z");
        assert_eq!(run["cases"][0]["relative_score"], 50.0 / 101.0 * 100.0);
    }
}
