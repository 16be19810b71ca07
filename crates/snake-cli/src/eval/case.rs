//! What became of one instance.

use snake_core::{Instance, Score};

use super::Experiment;
use crate::results::{Row, Status};
use crate::{answer, exit};

/// Longest reason of a failure, in characters: it has to fit on a screen.
const MAX_REASON: usize = 200;

/// A case that was run.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Seconds from start to end.
    pub wall: f64,
    /// Seconds of processor time.
    pub cpu: f64,
    /// Peak resident memory in KiB.
    pub memory: u64,
    /// Passes made, if the solver tells.
    pub passes: Option<u64>,
    /// What was printed, if it is an answer, whole or broken.
    pub answer: Option<String>,
    /// What it is worth.
    pub verdict: Verdict,
}

/// Success, or what went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The kind.
    pub status: Status,
    /// One line on a failure.
    pub reason: Option<String>,
    /// The score of a legal answer.
    pub score: Option<Score>,
}

impl Verdict {
    /// A failure without a score.
    pub fn failure(status: Status, reason: impl Into<String>) -> Self {
        let reason: String = exit::one_line(&reason.into()).chars().take(MAX_REASON).collect();
        Self { status, reason: Some(reason), score: None }
    }

    /// The verdict on what a solver printed that has ended well.
    pub fn on(instance: &Instance, output: &str) -> Self {
        if output.trim().is_empty() {
            return Self::failure(Status::Silent, "no move was printed");
        }
        match answer::score(instance, output) {
            Ok(score) if score.is_complete() => {
                Self { status: Status::Ok, reason: None, score: Some(score) }
            }
            Ok(score) => {
                let Score { mismatches, length, missing, .. } = score;
                let wanted = length + missing;
                let reason = format!("E = {mismatches}, k = {length} of M = {wanted}");
                Self { score: Some(score), ..Self::failure(Status::Incomplete, reason) }
            }
            Err(error) => Self::failure(Status::Illegal, format!("{error:#}")),
        }
    }
}

impl Case {
    /// Its row. Times are rounded to microseconds.
    pub fn row(&self, seed: u64, instance: &Instance, experiment: &Experiment) -> Row {
        let micros = |seconds: f64| (seconds * 1e6).round() / 1e6;
        let score = self.verdict.score;
        Row {
            seed,
            n: instance.grid().side(),
            m: instance.wanted().len(),
            c: instance.colours(),
            score: score.map(|score| score.value()),
            t: score.map(|score| score.turns),
            e: score.map(|score| score.mismatches),
            k: score.map(|score| score.length),
            wall: micros(self.wall),
            cpu: micros(self.cpu),
            memory: self.memory,
            passes: self.passes,
            status: self.verdict.status,
            reason: self.verdict.reason.clone(),
            solver: experiment.identity.solver.clone(),
            hash: experiment.identity.hash.clone(),
            parameters: experiment.identity.parameters.clone(),
            machine: experiment.machine.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let instance = Instance::generate(0);
        let verdict = |output| Verdict::on(&instance, output);
        let complete = include_str!("../../../../fixtures/answers/0000.txt");
        assert_eq!(verdict(complete).status, Status::Ok);
        let statuses = [
            ("", Status::Silent),
            (" \r\n", Status::Silent),
            ("R\nR\n", Status::Incomplete),
            ("U\n", Status::Illegal),
            ("moves: R", Status::Illegal),
        ];
        for (output, status) in statuses {
            let found = verdict(output);
            assert_eq!(found.status, status, "{output:?}");
            assert!(found.reason.is_some());
            assert_eq!(found.score.is_some(), status.is_legal());
        }
        assert_eq!(verdict("R").reason.unwrap(), "E = 0, k = 5 of M = 30");
    }

    #[test]
    fn reasons_are_one_short_line() {
        let reason = Verdict::failure(Status::Crash, "a\nb".repeat(1000)).reason.unwrap();
        assert_eq!((reason.lines().count(), reason.chars().count()), (1, MAX_REASON));
    }
}
