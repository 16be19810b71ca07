//! The summary as a table, as CSV, and as metrics.

use std::fmt::Write;

use super::summary::{Group, Means, Summary};
use crate::report;
use crate::results::Row;

/// A table for people, of at most 100 columns.
pub fn text(summary: &Summary<'_>) -> String {
    let mut text = String::new();
    let mut line = |cells: [&str; 9]| {
        let [name, cases, ok, mean, median, geometric, wall, cpu, memory] = cells;
        let line = format!(
            "{name:<15}{cases:>8}{ok:>8}{mean:>12}{median:>11}{geometric:>12}{wall:>9}{cpu:>9}{memory:>10}"
        );
        text += line.trim_end();
        text.push('\n');
    };
    line(["", "cases", "ok", "mean", "median", "geo. mean", "wall s", "cpu s", "MiB"]);
    for group in &summary.groups {
        let means = |figure: fn(&Means) -> f64, decimals: usize| {
            let score = group.score.as_ref();
            score.map_or_else(|| "-".to_owned(), |means| format!("{:.decimals$}", figure(means)))
        };
        line([
            &group.name,
            &group.cases.to_string(),
            &group.ok.to_string(),
            &means(|means| means.mean, 2),
            &means(|means| means.median, 1),
            &means(|means| means.geometric, 2),
            &format!("{:.3}", group.wall),
            &format!("{:.3}", group.cpu),
            &format!("{:.1}", group.memory_most as f64 / 1024.0),
        ]);
    }
    let listed = |title: &str, rows: &[&Row], figure: fn(&Row) -> String| {
        let all: Vec<_> =
            rows.iter().map(|row| format!("seed {}: {}", row.seed, figure(row))).collect();
        wrapped(title, &all)
    };
    text += &listed("slowest", &summary.slowest, |row| format!("{:.3} s", row.wall));
    text += &listed("most turns for each colour", &summary.worst, |row| {
        let score = row.complete_score().unwrap_or_default();
        format!("{score} for M = {}", row.m)
    });
    if !summary.failures.is_empty() {
        let kinds: Vec<_> = summary
            .failures
            .iter()
            .map(|(status, count)| format!("{} {count}", status.name()))
            .collect();
        text += &wrapped("failures, in no mean", &kinds);
        for row in &summary.failed {
            let reason = row.reason.as_deref().unwrap_or("no reason told");
            let line = format!("  seed {}: {}: {reason}", row.seed, row.status.name());
            text.extend(line.chars().take(COLUMNS));
            text.push('\n');
        }
    }
    text
}

/// Widest line.
const COLUMNS: usize = 100;

/// A titled list, with line breaks between its members where they have to be; nothing if it is empty.
fn wrapped(title: &str, members: &[String]) -> String {
    let mut lines = Vec::new();
    let mut line = format!("{title}:");
    for (place, member) in members.iter().enumerate() {
        let comma = if place + 1 < members.len() { "," } else { "" };
        if line.chars().count() + 1 + member.chars().count() + comma.len() > COLUMNS {
            lines.push(std::mem::replace(&mut line, " ".to_owned()));
        }
        let _ = write!(line, " {member}{comma}");
    }
    lines.push(line);
    if members.is_empty() { String::new() } else { lines.join("\n") + "\n" }
}

/// The figures of a group by name, in the order of the CSV's columns. Those without a value are missing.
fn figures(group: &Group) -> [(&'static str, Option<String>); 9] {
    let means = |figure: fn(&Means) -> f64| {
        group.score.as_ref().map(|means| format!("{:.6}", figure(means)))
    };
    let seconds = |time: f64| Some(format!("{time:.6}"));
    [
        ("cases", Some(group.cases.to_string())),
        ("ok", Some(group.ok.to_string())),
        ("mean", means(|means| means.mean)),
        ("median", means(|means| means.median)),
        ("geometric_mean", means(|means| means.geometric)),
        ("wall_mean", seconds(group.wall)),
        ("wall_max", seconds(group.wall_most)),
        ("cpu_mean", seconds(group.cpu)),
        ("memory_max", Some(group.memory_most.to_string())),
    ]
}

/// Comma-separated values, a line for each group; times in seconds, memory in KiB.
pub fn csv(summary: &Summary<'_>) -> String {
    let names = figures(summary.all()).map(|(name, _)| name);
    let mut text = format!("group,{}\n", names.join(","));
    for group in &summary.groups {
        let values = figures(group).map(|(_, value)| value.unwrap_or_default());
        let _ = writeln!(text, "{},{}", group.name, values.join(","));
    }
    text
}

/// The figures of all cases as metrics.
pub fn metrics(summary: &Summary<'_>) -> String {
    figures(summary.all())
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| report::metric(name, value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Status, sample_row as row};

    fn rows() -> Vec<Row> {
        let reason = Some("x".repeat(200));
        let failed = Row { score: None, status: Status::Crash, reason, seed: u64::MAX, ..row(0) };
        let large = Row { n: 16, m: 192, score: Some(2_440_000), memory: 1 << 24, ..row(1 << 60) };
        let slow = Row { wall: 123_456.789, cpu: 98_765.4, n: 12, seed: u64::MAX - 1, ..row(0) };
        vec![row(2), large, slow, failed]
    }

    #[test]
    fn a_table_fits_100_columns() {
        let rows = rows();
        let text = text(&Summary::of(&rows.iter().collect::<Vec<_>>()));
        for line in text.lines() {
            assert!(line.chars().count() <= COLUMNS, "{line}");
        }
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert_eq!(widest, Some(COLUMNS), "the long reason fills a line");
        assert!(text.contains("failures, in no mean: crash 1\n"), "{text}");
    }

    #[test]
    fn csv_has_as_many_cells_in_each_line() {
        let rows = rows();
        let csv = csv(&Summary::of(&rows.iter().collect::<Vec<_>>()));
        assert!(csv.starts_with("group,cases,ok,mean,"), "{csv}");
        assert!(csv.lines().all(|line| line.split(',').count() == 10), "{csv}");
        assert!(csv.lines().nth(1).unwrap().starts_with("all,4,3,"), "{csv}");
    }

    #[test]
    fn without_a_success_there_is_no_mean() {
        let rows = rows();
        let summary = Summary::of(&[&rows[3]]);
        assert!(!metrics(&summary).contains("$mean ="), "{}", metrics(&summary));
        assert!(metrics(&summary).contains("$ok = 0\n"));
        assert!(text(&summary).contains(" - "));
    }
}
