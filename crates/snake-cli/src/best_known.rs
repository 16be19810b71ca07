//! The table of best known answers: a text that can only get better.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use snake_core::{Answer, Direction, Instance, MAX_TURNS};
use thiserror::Error;

/// The first line of a table.
const HEADER: &str = "seed,T,moves,commit,date";

/// Number of fields of a line.
const FIELDS: usize = 5;

/// Best known complete answers by seed of the official instance.
///
/// As a text: [`HEADER`], then a line for each seed, in ascending order. T is the number of
/// moves; the moves are letters U, D, L, R without anything between; commit and date say when and by
/// what the answer was found.
///
/// Whatever way an answer comes in, it is replayed: it is legal and complete, and has T moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestKnown {
    entries: BTreeMap<u64, Entry>,
}

/// An answer and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The moves.
    pub answer: Answer,
    /// What found it.
    pub origin: Origin,
}

/// Program and day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The commit of the program: letters, digits, `.`, `_`, `-`.
    pub commit: String,
    /// The day (UTC), as in 2026-11-30.
    pub date: String,
}

/// What is wrong with a table, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct ParseBestKnownError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What can be wrong with a line of a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// The first line is not the header.
    #[error("expected the header `{HEADER}`")]
    Header,
    /// A line without the right number of fields.
    #[error("expected {FIELDS} fields with commas between, `{HEADER}`, found {0}")]
    Fields(usize),
    /// The seed or T is no number.
    #[error("{0} must be a whole number")]
    Number(&'static str),
    /// A seed that is not above the one before.
    #[error("seed {0} comes after seed {1}: seeds must ascend")]
    Order(u64, u64),
    /// Something other than a direction among the moves.
    #[error("move {turn} of seed {seed} is not one of U, D, L, R")]
    Letter {
        /// Whose answer.
        seed: u64,
        /// Counted from 0, as in replays.
        turn: usize,
    },
    /// More moves than a game may have.
    #[error("the answer of seed {0} has more than {MAX_TURNS} moves")]
    TooLong(u64),
    /// The commit or date cannot be one.
    #[error("{0}")]
    Origin(&'static str),
    /// The answer does not do what the line says.
    #[error(transparent)]
    Answer(#[from] InvalidAnswer),
}

/// Why an answer has no place in a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidAnswer {
    /// It breaks a rule.
    #[error("the answer of seed {seed} is illegal: {error}")]
    Illegal {
        /// Whose answer.
        seed: u64,
        /// The move and the rule.
        error: snake_core::ReplayError,
    },
    /// It does not spell the wanted sequence.
    #[error("the answer of seed {0} is not complete")]
    Incomplete(u64),
    /// T is another number.
    #[error("the answer of seed {seed} has {found} moves, but T is {told}")]
    Turns {
        /// Whose answer.
        seed: u64,
        /// Number of moves.
        found: usize,
        /// What the line says.
        told: usize,
    },
}

impl BestKnown {
    /// The entry of a seed.
    #[must_use]
    pub fn get(&self, seed: u64) -> Option<&Entry> {
        self.entries.get(&seed)
    }

    /// Takes an answer if it is shorter than the known one, or the first for its seed; true if so.
    ///
    /// # Errors
    ///
    /// If the answer is illegal or not complete. The table is then unchanged.
    pub fn improve(&mut self, seed: u64, entry: Entry) -> Result<bool, InvalidAnswer> {
        verify(seed, &entry.answer)?;
        let is_better = self.turns(seed).is_none_or(|known| turns(&entry) < known);
        if is_better {
            self.entries.insert(seed, entry);
        }
        Ok(is_better)
    }

    /// Number of turns of the best known answer of a seed.
    #[must_use]
    pub fn turns(&self, seed: u64) -> Option<usize> {
        self.get(seed).map(turns)
    }
}

fn turns(entry: &Entry) -> usize {
    entry.answer.directions().len()
}

/// Replays an answer.
fn verify(seed: u64, answer: &Answer) -> Result<(), InvalidAnswer> {
    match answer.score(&Instance::generate(seed)) {
        Ok(score) if score.is_complete() => Ok(()),
        Ok(_) => Err(InvalidAnswer::Incomplete(seed)),
        Err(error) => Err(InvalidAnswer::Illegal { seed, error }),
    }
}

impl FromStr for BestKnown {
    type Err = ParseBestKnownError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().is_none_or(|(_, header)| header != HEADER) {
            return Err(ParseBestKnownError { line: 1, problem: Problem::Header });
        }
        let mut table = Self::default();
        for (line, text) in lines {
            let at_line = |problem| ParseBestKnownError { line, problem };
            let (seed, entry) = parse_line(text).map_err(at_line)?;
            if let Some((&before, _)) = table.entries.last_key_value()
                && seed <= before
            {
                return Err(at_line(Problem::Order(seed, before)));
            }
            table.entries.insert(seed, entry);
        }
        Ok(table)
    }
}

fn parse_line(line: &str) -> Result<(u64, Entry), Problem> {
    let fields: Vec<&str> = line.split(',').collect();
    let [seed, told, letters, commit, date] = fields[..] else {
        return Err(Problem::Fields(fields.len()));
    };
    let seed = seed.parse().map_err(|_| Problem::Number("seed"))?;
    let told = told.parse().map_err(|_| Problem::Number("T"))?;
    if letters.len() > MAX_TURNS {
        return Err(Problem::TooLong(seed));
    }
    let directions: Result<Vec<_>, Problem> = (0..)
        .zip(letters.chars())
        .map(|(turn, letter)| Direction::from_letter(letter).ok_or(Problem::Letter { seed, turn }))
        .collect();
    let answer = Answer::new(directions?);
    let found = answer.directions().len();
    if found != told {
        return Err(InvalidAnswer::Turns { seed, found, told }.into());
    }
    verify(seed, &answer)?;
    Ok((seed, Entry { answer, origin: Origin::new(commit, date)? }))
}

impl Origin {
    /// A commit and a date.
    ///
    /// # Errors
    ///
    /// If the one has other characters than it may have, or the other is not of the form
    /// year-month-day.
    pub fn new(commit: &str, date: &str) -> Result<Self, Problem> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        if commit.is_empty() || !commit.chars().all(is_plain) {
            return Err(Problem::Origin("a commit has letters, digits, `.`, `_` and `-` only"));
        }
        let is_of_form = date.len() == DATE_FORM.len()
            && date.bytes().zip(DATE_FORM.bytes()).all(|(byte, form)| match form {
                b'-' => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !is_of_form {
            return Err(Problem::Origin("a date is year-month-day, such as 2026-11-30"));
        }
        Ok(Self { commit: commit.to_owned(), date: date.to_owned() })
    }
}

/// Year, month, day.
const DATE_FORM: &str = "0000-00-00";

impl fmt::Display for BestKnown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for (seed, entry) in &self.entries {
            let Origin { commit, date } = &entry.origin;
            write!(f, "{seed},{},", turns(entry))?;
            for direction in entry.answer.directions() {
                write!(f, "{direction}")?;
            }
            writeln!(f, ",{commit},{date}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A complete answer of seed 0.
    fn answer() -> Answer {
        include_str!("../../../fixtures/answers/0000.txt").parse().unwrap()
    }

    fn letters(answer: &Answer) -> String {
        answer.to_string().lines().collect()
    }

    fn origin() -> Origin {
        Origin::new("a15cb44-dirty", "2026-11-30").unwrap()
    }

    #[test]
    fn a_table_round_trips() {
        let mut table = BestKnown::default();
        assert_eq!(table.to_string(), format!("{HEADER}\n"));
        let entry = Entry { answer: answer(), origin: origin() };
        assert_eq!(table.improve(0, entry), Ok(true));
        let text = table.to_string();
        assert_eq!(text.lines().count(), 2);
        assert_eq!(text.parse(), Ok(table));
    }

    #[test]
    fn only_shorter_answers_are_taken() {
        let mut table = BestKnown::default();
        let incomplete: Answer = "R R".parse().unwrap();
        let entry = |answer: &Answer| Entry { answer: answer.clone(), origin: origin() };
        assert_eq!(table.improve(0, entry(&incomplete)), Err(InvalidAnswer::Incomplete(0)));
        assert_eq!(table.get(0), None);
        assert_eq!(table.improve(0, entry(&answer())), Ok(true));
        assert_eq!(table.improve(0, entry(&answer())), Ok(false));
        assert_eq!(table.turns(0), Some(answer().directions().len()));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let good = letters(&answer());
        let turns = good.len();
        let line = |text: &str| format!("{HEADER}\n0,{turns},{good},abc,2026-11-30\n{text}\n");
        let illegal = format!("U{}", &good[1..]);
        for (text, message) in [
            (String::new(), "line 1: expected the header".to_owned()),
            ("seed,T\n".to_owned(), "line 1: expected the header".to_owned()),
            (line("1,2,RR"), "line 3: expected 5 fields".to_owned()),
            (line("1,2,RR,abc,2026-11-30,"), "line 3: expected 5 fields".to_owned()),
            (line(""), "line 3: expected 5 fields".to_owned()),
            (line("x,2,RR,abc,2026-11-30"), "line 3: seed must be".to_owned()),
            (line("1,two,RR,abc,2026-11-30"), "line 3: T must be".to_owned()),
            (line("1,2,Rr,abc,2026-11-30"), "line 3: move 1 of seed 1 is not".to_owned()),
            (line("1,3,RR,abc,2026-11-30"), "line 3: the answer of seed 1 has 2 moves".to_owned()),
            (
                line("1,2,RR,abc,2026-11-30"),
                "line 3: the answer of seed 1 is not complete".to_owned(),
            ),
            (
                format!("{HEADER}\n0,{turns},{illegal},abc,2026-11-30\n"),
                "line 2: the answer of seed 0 is illegal".to_owned(),
            ),
            (
                format!("{HEADER}\n0,{turns},{good},a bc,2026-11-30\n"),
                "line 2: a commit has".to_owned(),
            ),
            (format!("{HEADER}\n0,{turns},{good},abc,26-11-30\n"), "line 2: a date is".to_owned()),
            (
                line(&format!("0,{turns},{good},abc,2026-11-30")),
                "line 3: seed 0 comes after seed 0".to_owned(),
            ),
        ] {
            let error = text.parse::<BestKnown>().expect_err("it is broken").to_string();
            assert!(error.starts_with(&message), "{error}, not {message}");
            assert!(!error.contains('\n'));
        }
    }
}
