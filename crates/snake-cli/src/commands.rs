//! The commands, one file each: what can be typed, and what it does.

pub mod bench;
pub mod compare;
// `gen` is a reserved word, hence the longer file name.
pub mod best;
pub mod generate;
pub mod merge;
pub mod perft;
pub mod score;
pub mod solve;
pub mod view;
