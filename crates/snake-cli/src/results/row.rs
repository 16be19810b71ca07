//! One case of one solver.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use snake_core::{MAX_SIDE, MAX_TURNS};

/// What became of one instance. The fields stand in the file in this order; readers skip fields that
/// they do not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Seed of the official instance.
    pub seed: u64,
    /// N, the side of the board.
    pub n: usize,
    /// M, the length wanted.
    pub m: usize,
    /// C, the number of colours.
    pub c: usize,
    /// The contest's score, lower is better. Present exactly if the answer is
    /// [legal](Status::is_legal), as are `t`, `e` and `k`.
    pub score: Option<u64>,
    /// T, the number of turns.
    pub t: Option<usize>,
    /// E, the number of parts of a wrong colour.
    pub e: Option<usize>,
    /// k, the final length.
    pub k: Option<usize>,
    /// Seconds from the start of the solver to its end.
    pub wall: f64,
    /// Seconds of processor time, user and system, of the solver and of the processes it waited for.
    pub cpu: f64,
    /// Peak resident memory in KiB: of the solver's process, or of the one it waited for that had more.
    /// A solver in the process itself is not told apart from the rest of it.
    pub memory: u64,
    /// Passes made, if the solver tells.
    pub passes: Option<u64>,
    /// How it ended.
    pub status: Status,
    /// What went wrong, in one line; none if the answer is complete.
    pub reason: Option<String>,
    /// The command, or `in-process`.
    pub solver: String,
    /// SHA-256, in hexadecimal digits, of what was run.
    pub hash: String,
    /// What the solver was told, by name.
    pub parameters: Map<String, Value>,
    /// Where it ran.
    pub machine: Machine,
}

/// How a case ended. Only [`Ok`](Self::Ok) is a success; nothing else enters a mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A legal and complete answer.
    Ok,
    /// A legal answer, but the snake does not spell the whole sequence.
    Incomplete,
    /// The answer cannot be read or breaks a rule.
    Illegal,
    /// The solver ended well and printed no move.
    Silent,
    /// It printed more than any answer needs, and was killed.
    TooLong,
    /// It was still running when its time was up, and was killed.
    Time,
    /// It ended with an exit code other than 0, by a signal, or by a panic.
    Crash,
}

/// A machine, as far as it matters to times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Model of the processor.
    pub cpu: String,
    /// Number of logical cores that the process may use.
    pub cores: usize,
}

impl Status {
    /// All of them, the good one first.
    pub const ALL: [Self; 7] = [
        Self::Ok,
        Self::Incomplete,
        Self::Illegal,
        Self::Silent,
        Self::TooLong,
        Self::Time,
        Self::Crash,
    ];

    /// The name used in files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Incomplete => "incomplete",
            Self::Illegal => "illegal",
            Self::Silent => "silent",
            Self::TooLong => "too-long",
            Self::Time => "time",
            Self::Crash => "crash",
        }
    }

    /// Whether there is an answer that the contest's scorer would give a score.
    pub const fn is_legal(self) -> bool {
        matches!(self, Self::Ok | Self::Incomplete)
    }
}

impl Row {
    /// The score if the case is a success, else none: the only scores that may be averaged or compared.
    pub fn complete_score(&self) -> Option<u64> {
        self.score.filter(|_| self.status == Status::Ok)
    }

    /// The density M / N², in 1/4..=3/4 for official instances.
    pub fn density(&self) -> f64 {
        self.m as f64 / (self.n * self.n) as f64
    }

    /// What is wrong with a row that was read, if anything: figures that contradict each other.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        let figures = [self.score.is_some(), self.t.is_some(), self.e.is_some(), self.k.is_some()];
        let times = [self.wall, self.cpu];
        if figures != [self.status.is_legal(); 4] {
            return Some(
                "score, t, e and k belong to the statuses ok and incomplete, and to no other",
            );
        }
        if !(1..=MAX_SIDE).contains(&self.n) || !(1..=self.n * self.n).contains(&self.m) {
            return Some("n must be in 1..=16, and m in 1..=n * n");
        }
        let turns = 1..=MAX_TURNS as u64;
        if self.complete_score().is_some_and(|score| !turns.contains(&score)) {
            return Some("a complete answer has a score in 1..=100000, its turns");
        }
        if times.iter().any(|time| *time < 0.0) {
            return Some("times must not be negative");
        }
        None
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A complete case.
    pub fn row(seed: u64) -> Row {
        Row {
            seed,
            n: 8,
            m: 30,
            c: 3,
            score: Some(100 + seed),
            t: Some(100),
            e: Some(0),
            k: Some(30),
            wall: 1.5,
            cpu: 1.25,
            memory: 2048,
            passes: Some(7),
            status: Status::Ok,
            reason: None,
            solver: "./solver".to_owned(),
            hash: "ab".to_owned(),
            parameters: Map::new(),
            machine: Machine { cpu: "some processor".to_owned(), cores: 2 },
        }
    }

    /// The form of a line; a change here breaks the files people have.
    #[test]
    fn the_form_is_stable() {
        let mut kept = row(3);
        kept.parameters.insert("time".to_owned(), 1.9.into());
        let line = r#"{"seed":3,"n":8,"m":30,"c":3,"score":103,"t":100,"e":0,"k":30,"wall":1.5,"cpu":1.25,"memory":2048,"passes":7,"status":"ok","reason":null,"solver":"./solver","hash":"ab","parameters":{"time":1.9},"machine":{"cpu":"some processor","cores":2}}"#;
        assert_eq!(serde_json::to_string(&kept).unwrap(), line);
        assert_eq!(serde_json::from_str::<Row>(line).unwrap(), kept);
    }

    #[test]
    fn a_status_has_one_name() {
        for status in Status::ALL {
            let written = serde_json::to_string(&status).unwrap();
            assert_eq!(written, format!("\"{}\"", status.name()));
        }
    }

    #[test]
    fn only_successes_have_a_score_to_compare() {
        assert_eq!(row(1).complete_score(), Some(101));
        let incomplete = Row { status: Status::Incomplete, ..row(1) };
        assert_eq!((incomplete.score, incomplete.complete_score()), (Some(101), None));
    }

    #[test]
    fn contradictions_are_seen() {
        assert_eq!(row(1).contradiction(), None);
        for broken in [
            Row { score: None, ..row(1) },
            Row { status: Status::Time, ..row(1) },
            Row { n: 0, ..row(1) },
            // Its square is 0 in 64 bits, by which a band of density was once divided.
            Row { n: 1 << 32, ..row(1) },
            Row { m: 0, ..row(1) },
            Row { m: 65, ..row(1) },
            Row { score: Some(0), ..row(1) },
            // Two of them were once added up beyond 64 bits.
            Row { score: Some(u64::MAX), ..row(1) },
            Row { cpu: -1.0, ..row(1) },
        ] {
            assert!(broken.contradiction().is_some(), "{broken:?}");
        }
    }
}
