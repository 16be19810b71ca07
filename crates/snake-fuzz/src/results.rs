//! The reader of results, which belongs to the binary and is compiled here once more.

#[path = "../../snake-cli/src/results/read.rs"]
mod read;
#[path = "../../snake-cli/src/results/row.rs"]
mod row;

pub use read::Results;
pub use row::Row;

/// What a file of these bytes holds.
///
/// # Errors
///
/// If it is no file of results.
pub fn parse(data: &[u8]) -> anyhow::Result<Results> {
    read::parse(data)
}
