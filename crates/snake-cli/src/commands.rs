//! The commands, one file each: what can be typed, and what it does.

pub mod bench;
pub mod best;
pub mod compare;
pub mod completions;
pub mod eval;
// `gen` is a reserved word, hence the longer file name.
pub mod generate;
pub mod man;
pub mod merge;
pub mod params;
pub mod perft;
#[cfg(target_os = "linux")]
pub mod race;
pub mod score;
pub mod solve;
pub mod supervise;
pub mod view;
