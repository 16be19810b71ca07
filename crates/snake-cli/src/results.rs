//! Result files: one [`Row`] a line, in JSON, for one case of one solver.
//!
//! Such a file is only ever appended to, a whole line at a time, and each row is handed to the system
//! before the next case is begun. Whatever kills the writer, at most the last line is torn: [`read()`]
//! drops it, and [`Appender`] cuts it off before it goes on.

mod append;
mod identity;
mod read;
mod row;

pub use append::Appender;
pub use identity::Identity;
pub use read::read;
pub use row::{Machine, Row, Status};

/// A row for tests elsewhere: a complete case.
#[cfg(test)]
pub use row::tests::row as sample_row;
