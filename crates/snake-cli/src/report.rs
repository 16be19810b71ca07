//! Results as `name = value` lines, in the symbols of the contest's statement.

use std::fmt::Display;

use snake_core::Score;

/// One line.
pub fn line(name: &str, value: impl Display) -> String {
    format!("{name} = {value}\n")
}

/// The line that names the score. Tools of the field look for `Score = ` and a number.
pub fn score(value: u64) -> String {
    line("Score", value)
}

/// What a score is made of: turns, wrong colours, length, length wanted.
pub fn parts(score: &Score) -> String {
    [
        line("T", score.turns),
        line("E", score.mismatches),
        line("k", score.length),
        line("M", score.length + score.missing),
    ]
    .concat()
}

/// A value in the two forms of metrics that tools of the field pick up.
pub fn metric(name: &str, value: impl Display) -> String {
    format!("[DATA] {name} = {value}\n${name} = {value}\n")
}

/// Lines as [`metric`]s, with no space in their names.
pub fn as_metrics(lines: &str) -> String {
    let figures = lines.lines().filter_map(|line| line.split_once(" = "));
    figures.map(|(name, value)| metric(&name.replace(' ', "_"), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_metrics() {
        let lines = line("T", 54) + &line("lower bound", 31);
        let metrics = "[DATA] T = 54\n$T = 54\n[DATA] lower_bound = 31\n$lower_bound = 31\n";
        assert_eq!(as_metrics(&lines), metrics);
    }
}
