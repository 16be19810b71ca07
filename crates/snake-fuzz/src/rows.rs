//! Reading files of results.

use crate::results::{Results, Row, parse};

/// Any bytes are read as rows of results, or refused. Rows that were read can be written, and are the
/// same when they are read again; a torn last line is left out and nothing else.
///
/// # Panics
///
/// If that is not so.
pub fn results(data: &[u8]) {
    let Some(results) = read(data) else { return };
    let whole = usize::try_from(results.whole_bytes).expect("it is in memory");
    assert_eq!(whole < data.len(), results.is_torn);
    let without_torn = read(&data[..whole]).expect("whole rows are read");
    assert_eq!((&without_torn.rows, without_torn.is_torn), (&results.rows, false));

    let written = lines(&results.rows);
    let again = read(written.as_bytes()).expect("rows that were written are read");
    assert_eq!(again.rows, results.rows);
    assert_eq!(again.whole_bytes, written.len() as u64);
}

/// What a file of these bytes holds; none if it is refused.
fn read(data: &[u8]) -> Option<Results> {
    match parse(data) {
        Ok(results) => Some(results),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

fn lines(rows: &[Row]) -> String {
    rows.iter()
        .map(|row| serde_json::to_string(row).expect("it has a form in JSON") + "\n")
        .collect()
}
