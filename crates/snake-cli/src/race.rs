//! Two commands raced against each other, seed by seed, until a sequential test decides.
//!
//! [`schedule`] says in which order and on which core a pair is run, [`Tally`] who has won what, and
//! [`cores`] holds what is run to a core.

pub mod cores;
pub mod schedule;
mod tally;

pub use tally::Tally;
