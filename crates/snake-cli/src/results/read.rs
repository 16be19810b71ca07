//! Reading result files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use anyhow::{Context, Result, anyhow};

use super::Row;
use crate::io::Source;

/// Most bytes of a line. A row has about 1 KiB, and a few more if the command is long.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// What a file of results holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The rows in the order of the file.
    pub rows: Vec<Row>,
    /// Number of bytes that whole rows take; what lies behind is a torn line.
    pub whole_bytes: u64,
    /// Whether the last row lacks its line end, as in a file edited by hand.
    pub lacks_line_end: bool,
    /// Whether there is a torn last line, which was left out.
    pub is_torn: bool,
}

/// Reads a file of results, in one go and a line at a time. Empty lines are skipped.
///
/// A last line without its line end that is not a whole row is what a killed writer leaves; it is left
/// out. (No part of a row is a whole one: the closing brace comes last.)
///
/// # Errors
///
/// If the file cannot be read, or any other line is not a row. The error names the source and the line.
pub fn read(source: &Source) -> Result<Results> {
    let results = match source {
        Source::Stdin => parse(io::stdin().lock()),
        Source::File(path) => File::open(path)
            .map_err(anyhow::Error::new)
            .and_then(|file| parse(BufReader::new(file))),
    };
    results.with_context(|| source.to_string())
}

pub(super) fn parse(mut reader: impl BufRead) -> Result<Results> {
    let mut results = Results::default();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? as u64;
        if length == 0 {
            break;
        }
        let ends = line.last() == Some(&b'\n');
        if !ends && length == MAX_LINE_BYTES {
            return Err(anyhow!("line {number}: longer than {MAX_LINE_BYTES} bytes: no row is"));
        }
        match parse_line(&line) {
            Err(_) if !ends && begins_a_row(&line) => {
                results.is_torn = true;
                break;
            }
            parsed => results.rows.extend(parsed.with_context(|| format!("line {number}"))?),
        }
        results.whole_bytes += length;
        results.lacks_line_end = !ends;
    }
    Ok(results)
}

/// Whether a torn line may be what is left of a row: other texts are not ours to cut off.
fn begins_a_row(line: &[u8]) -> bool {
    const BEGINNING: &[u8] = br#"{"seed":"#;
    line.starts_with(BEGINNING) || BEGINNING.starts_with(line)
}

/// The row of a line; none if it is blank.
fn parse_line(line: &[u8]) -> Result<Option<Row>> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let row: Row = serde_json::from_slice(line).context("not a row of results")?;
    match row.contradiction() {
        Some(contradiction) => Err(anyhow!("not a row of results: {contradiction}")),
        None => Ok(Some(row)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::row::tests::row;

    fn text(rows: &[Row]) -> String {
        rows.iter().map(|row| serde_json::to_string(row).unwrap() + "\n").collect()
    }

    #[test]
    fn a_file_cut_at_any_byte_loses_the_last_row_at_most() {
        let rows = [row(1), row(2), row(3)];
        let whole = text(&rows);
        let first = text(&rows[..1]).len();
        for length in 0..=whole.len() {
            let found = parse(&whole.as_bytes()[..length]).unwrap();
            // A row is whole with its closing brace; the line end may be missing.
            let expected =
                (1..=3).filter(|&count| text(&rows[..count]).len() <= length + 1).count();
            assert_eq!(found.rows, rows[..expected], "{length}");
            assert_eq!(found.lacks_line_end, (length + 1) % first == 0, "{length}");
            assert_eq!(found.is_torn, found.whole_bytes < length as u64, "{length}");
        }
    }

    #[test]
    fn a_bad_line_on_the_way_is_named() {
        let mut lines = text(&[row(1)]);
        lines.push_str("{\"seed\":2}\n");
        lines.push_str(&text(&[row(3)]));
        let error = parse(lines.as_bytes()).unwrap_err();
        let shown = format!("{error:#}");
        assert!(shown.starts_with("line 2: not a row of results: missing field"), "{shown}");
    }

    #[test]
    fn figures_that_contradict_each_other_are_refused() {
        let lines = text(&[Row { score: None, ..row(1) }]);
        let shown = format!("{:#}", parse(lines.as_bytes()).unwrap_err());
        assert!(shown.starts_with("line 1: not a row of results: score, t, e and k"), "{shown}");
    }

    #[test]
    fn blank_lines_and_crlf_are_fine() {
        let lines = format!("\n{}\r\n \n", text(&[row(1), row(2)]).replace('\n', "\r\n"));
        assert_eq!(parse(lines.as_bytes()).unwrap().rows, [row(1), row(2)]);
    }

    #[test]
    fn other_texts_are_no_torn_rows() {
        for text in ["dear diary", "{\"a\":1", "\u{0}\u{0}"] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
    }

    /// A reader of numbers that is a bit off would take the parameters of a run for others.
    #[test]
    fn numbers_are_read_to_the_last_bit() {
        let number: f64 = 1.2345678901234793e29;
        let mut with_number = row(1);
        with_number.parameters.insert("x".to_owned(), number.into());
        assert_eq!(parse(text(&[with_number.clone()]).as_bytes()).unwrap().rows, [with_number]);
    }

    #[test]
    fn endless_lines_are_given_up() {
        let error = parse(BufReader::new(io::repeat(b'{'))).unwrap_err();
        assert_eq!(error.to_string(), "line 1: longer than 1048576 bytes: no row is");
    }
}
