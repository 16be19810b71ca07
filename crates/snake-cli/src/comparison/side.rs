//! One of the two that are compared: turns by seed, from a result file or a published table.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use snake_core::MAX_SIDE;

use crate::io::Source;
use crate::results::{self, Identity, Row};

/// A wrong colour costs this much, so a score in a table that is not below it belongs to an answer
/// that is not complete. (Complete answers have far fewer turns.)
const INCOMPLETE_FROM: u64 = 10_000;

/// A file to compare, as it is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A result file of `snake eval`.
    Results(Source),
    /// A table with a column of turns, written `FILE.csv:COLUMN`, or `FILE.csv` if it has only one.
    Table {
        /// The file.
        path: PathBuf,
        /// The column of turns.
        column: Option<String>,
    },
}

impl From<OsString> for Operand {
    fn from(typed: OsString) -> Self {
        let is_table = |path: &str| path.to_ascii_lowercase().ends_with(".csv");
        let text = typed.to_string_lossy();
        if is_table(&text) {
            return Self::Table { path: typed.into(), column: None };
        }
        match text.rsplit_once(':') {
            Some((path, column)) if is_table(path) => {
                Self::Table { path: path.into(), column: Some(column.to_owned()) }
            }
            _ => Self::Results(typed.into()),
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Results(source) => source.fmt(f),
            Self::Table { path, column: None } => path.display().fmt(f),
            Self::Table { path, column: Some(column) } => {
                write!(f, "{}:{column}", path.display())
            }
        }
    }
}

/// Size of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// N, the side of the board.
    pub side: usize,
    /// M, the length wanted.
    pub wanted_length: usize,
}

impl Size {
    /// The density M / N².
    pub fn density(self) -> f64 {
        self.wanted_length as f64 / (self.side * self.side) as f64
    }
}

/// What is known of one seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The size of the instance; tables may lack it.
    pub size: Option<Size>,
    /// The turns of a complete answer, at least 1, or why there is none.
    pub outcome: Result<u64, String>,
}

/// One of the two that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Where it comes from, as typed.
    pub name: String,
    /// What was run, if the file tells.
    pub solver: Option<String>,
    /// The cases by seed.
    pub cases: BTreeMap<u64, Case>,
    /// Odd things about the file, in one line each, that a reader should know.
    pub notes: Vec<String>,
}

impl Side {
    /// Reads a result file or a table.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is malformed, or has a seed twice. The error names the file, and the
    /// line where there is one.
    pub fn read(operand: &Operand) -> Result<Self> {
        let name = operand.to_string();
        match operand {
            Operand::Results(source) => {
                let read = results::read(source)?;
                let mut side = Self::from_rows(name, &read.rows).context(source.to_string())?;
                if read.is_torn {
                    side.notes.push("the last line is torn and left out".to_owned());
                }
                Ok(side)
            }
            Operand::Table { path, column } => {
                let source = Source::File(path.clone());
                let cases = read_table(&source.read()?, column.as_deref())
                    .with_context(|| source.to_string())?;
                Ok(Self { name, solver: None, cases, notes: Vec::new() })
            }
        }
    }

    fn from_rows(name: String, rows: &[Row]) -> Result<Self> {
        let mut cases = BTreeMap::new();
        for row in rows {
            if cases.insert(row.seed, case_of(row)).is_some() {
                bail!("seed {} a second time: there must be one row a seed", row.seed);
            }
        }
        let identity = rows.first().map(Identity::of);
        let mixture = identity.as_ref().and_then(|first| {
            let other = rows.iter().find(|row| !first.is_of(row))?;
            let difference = first.difference(&Identity::of(other))?;
            Some(format!("the file mixes solvers or parameters: {difference}"))
        });
        let solver = identity.map(|identity| identity.solver);
        Ok(Self { name, solver, cases, notes: mixture.into_iter().collect() })
    }
}

fn case_of(row: &Row) -> Case {
    let outcome = row.complete_score().ok_or_else(|| match &row.reason {
        Some(reason) => format!("{}: {reason}", row.status.name()),
        None => row.status.name().to_owned(),
    });
    Case { size: Some(Size { side: row.n, wanted_length: row.m }), outcome }
}

/// The columns of a table, by their places.
struct Columns {
    seed: usize,
    size: Option<(usize, usize)>,
    turns: usize,
}

impl Columns {
    /// Columns that tell of the instance, not of a solver.
    const OF_THE_INSTANCE: [&str; 4] = ["seed", "N", "M", "C"];

    fn find(header: &csv::StringRecord, wanted: Option<&str>) -> Result<Self> {
        let place = |name: &str| {
            let mut places = header.iter().enumerate().filter(|&(_, column)| column == name);
            match (places.next(), places.next()) {
                (_, Some(_)) => bail!("the header has several columns {name}"),
                (first, None) => Ok(first.map(|(place, _)| place)),
            }
        };
        let seed = place("seed")?.ok_or_else(|| anyhow!("the header has no column seed"))?;
        let turns: Vec<&str> =
            header.iter().filter(|column| !Self::OF_THE_INSTANCE.contains(column)).collect();
        let name = match (wanted, &turns[..]) {
            (Some(wanted), _) if turns.contains(&wanted) => wanted,
            (Some(wanted), _) => {
                bail!("no column {wanted} of turns; there are: {}", turns.join(", "))
            }
            (None, &[only]) => only,
            (None, []) => bail!("the header has no column of turns"),
            (None, _) => bail!(
                "several columns of turns ({}): choose one, as in FILE.csv:{}",
                turns.join(", "),
                turns[0]
            ),
        };
        let turns = place(name)?.expect("it is in the header");
        Ok(Self { seed, size: place("N")?.zip(place("M")?), turns })
    }

    fn read(&self, record: &csv::StringRecord) -> Result<(u64, Case)> {
        let number = |place: usize, name: &str| -> Result<u64> {
            let cell = record[place].trim();
            cell.parse()
                .map_err(|_| anyhow!("column {name}: expected a whole number, got {cell:?}"))
        };
        let size = match self.size {
            None => None,
            Some((side, length)) => {
                let size = Size {
                    side: number(side, "N")? as usize,
                    wanted_length: number(length, "M")? as usize,
                };
                let Size { side, wanted_length } = size;
                if !(1..=MAX_SIDE).contains(&side) {
                    bail!("column N: expected a side in 1..={MAX_SIDE}, got {side}");
                }
                let cells = side * side;
                if !(1..=cells).contains(&wanted_length) {
                    bail!("column M: expected a length in 1..={cells}, got {wanted_length}");
                }
                Some(size)
            }
        };
        let outcome = match record[self.turns].trim() {
            "" => Err("no value in the table".to_owned()),
            _ => match number(self.turns, "of turns")? {
                0 => Err("score 0: no legal answer".to_owned()),
                score @ INCOMPLETE_FROM.. => Err(format!("score {score}: not complete")),
                turns => Ok(turns),
            },
        };
        Ok((number(self.seed, "seed")?, Case { size, outcome }))
    }
}

fn read_table(text: &str, column: Option<&str>) -> Result<BTreeMap<u64, Case>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let columns = Columns::find(reader.headers()?, column).context("line 1")?;
    let width = reader.headers()?.len();
    let mut cases = BTreeMap::new();
    for record in reader.records() {
        let record = record?;
        let at_line = || format!("line {}", line_of(&record, text));
        if record.len() != width {
            let message = format!("{} cells, but the header has {width}", record.len());
            return Err(anyhow!(message)).with_context(at_line);
        }
        let (seed, case) = columns.read(&record).with_context(at_line)?;
        if cases.insert(seed, case).is_some() {
            return Err(anyhow!("seed {seed} a second time")).with_context(at_line);
        }
    }
    Ok(cases)
}

/// The line that a record begins in, counted from 1. The reader takes blank lines before a record as
/// a part of it; people do not.
fn line_of(record: &csv::StringRecord, text: &str) -> usize {
    let start = record.position().map_or(0, csv::Position::byte) as usize;
    let blank = text[start..].len() - text[start..].trim_start_matches(['\r', '\n']).len();
    text[..start + blank].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Status;
    use crate::results::sample_row as row;

    fn refused(text: &str, column: Option<&str>) -> String {
        format!("{:#}", read_table(text, column).unwrap_err())
    }

    #[test]
    fn operands_are_told_apart_by_their_names() {
        let table = |path: &str, column: Option<&str>| Operand::Table {
            path: path.into(),
            column: column.map(str::to_owned),
        };
        let results = |path: &str| Operand::Results(Source::File(path.into()));
        let cases = [
            ("a/per_seed.csv", table("a/per_seed.csv", None)),
            ("a/per_seed.csv:rank4", table("a/per_seed.csv", Some("rank4"))),
            ("A.CSV:x", table("A.CSV", Some("x"))),
            ("run/results.jsonl", results("run/results.jsonl")),
            ("odd:name.jsonl", results("odd:name.jsonl")),
            ("-", Operand::Results(Source::Stdin)),
        ];
        for (typed, operand) in cases {
            assert_eq!(Operand::from(OsString::from(typed)), operand, "{typed}");
        }
    }

    #[test]
    fn a_table_is_read() {
        let text = "\u{feff}seed,N,M,C,rank4,post\r\n7,8,30,3,54,55\r\n9,9,38,7,,123\r\n";
        let cases = read_table(text, Some("rank4")).unwrap();
        let size = Some(Size { side: 8, wanted_length: 30 });
        assert_eq!(cases[&7], Case { size, outcome: Ok(54) });
        assert_eq!(cases[&9].outcome, Err("no value in the table".to_owned()));
        assert_eq!(read_table(text, Some("post")).unwrap()[&9].outcome, Ok(123));
        let bare = read_table("mine,seed\n20054,1\n0,2\n", None).unwrap();
        let outcome = Err("score 20054: not complete".to_owned());
        assert_eq!(bare[&1], Case { size: None, outcome });
        assert_eq!(bare[&2].outcome, Err("score 0: no legal answer".to_owned()));
    }

    #[test]
    fn a_malformed_table_is_refused_with_its_line() {
        let several = "seed,a,b\n1,2,3\n";
        for (text, column, message) in [
            ("", None, "line 1: the header has no column seed"),
            ("a,b\n", None, "line 1: the header has no column seed"),
            ("seed,N,M,C\n", None, "line 1: the header has no column of turns"),
            ("seed,a,seed\n", None, "line 1: the header has several columns seed"),
            ("seed,a,M,N,M\n", None, "line 1: the header has several columns M"),
            ("seed,a,a,b\n", Some("a"), "line 1: the header has several columns a"),
            (
                several,
                None,
                "line 1: several columns of turns (a, b): choose one, as in FILE.csv:a",
            ),
            (several, Some("c"), "line 1: no column c of turns; there are: a, b"),
            (several, Some("seed"), "line 1: no column seed of turns; there are: a, b"),
            (
                "seed,a\n1,5\n2,x\n",
                None,
                "line 3: column of turns: expected a whole number, got \"x\"",
            ),
            ("seed,a\n-1,5\n", None, "line 2: column seed: expected a whole number, got \"-1\""),
            ("seed,N,M,a\n1,0,5,5\n", None, "line 2: column N: expected a side in 1..=16, got 0"),
            (
                "seed,N,M,a\n1,4294967296,5,5\n",
                None,
                "line 2: column N: expected a side in 1..=16, got 4294967296",
            ),
            (
                "seed,N,M,a\n1,8,65,5\n",
                None,
                "line 2: column M: expected a length in 1..=64, got 65",
            ),
            ("seed,a\n1,5\n\n1,6\n", None, "line 4: seed 1 a second time"),
            ("seed,a\r\n1,5\r\n2\r\n", None, "line 3: 1 cells, but the header has 2"),
        ] {
            assert_eq!(refused(text, column), message, "{text:?}");
        }
    }

    #[test]
    fn rows_are_cases() {
        let failed = Row {
            status: Status::Crash,
            reason: Some("exit code 3".to_owned()),
            score: None,
            ..row(2)
        };
        let side = Side::from_rows("a".to_owned(), &[row(1), failed]).unwrap();
        assert_eq!(side.cases[&1].outcome, Ok(101));
        assert_eq!(side.cases[&2].outcome, Err("crash: exit code 3".to_owned()));
        assert_eq!((side.solver.as_deref(), &side.notes[..]), (Some("./solver"), &[][..]));
    }

    #[test]
    fn a_mixture_is_noted_and_a_second_row_refused() {
        let other = Row { hash: "cd".to_owned(), ..row(2) };
        let side = Side::from_rows("a".to_owned(), &[row(1), other]).unwrap();
        assert_eq!(
            side.notes,
            ["the file mixes solvers or parameters: solver hash: ab here, cd there"]
        );
        let error = Side::from_rows("a".to_owned(), &[row(1), row(1)]).unwrap_err();
        assert_eq!(error.to_string(), "seed 1 a second time: there must be one row a seed");
    }
}
