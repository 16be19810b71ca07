//! Tests of the binary from outside: what it reads, prints and writes, and how it ends.

mod bench;
mod best;
mod compare;
mod determinism;
mod eval;
mod extremes;
mod generate;
mod inputs;
mod manual;
mod merge;
mod outputs;
mod perft;
mod process;
mod properties;
#[cfg(target_os = "linux")]
mod race;
mod resources;
#[cfg(target_os = "linux")]
mod signals;
mod snapshots;
mod view;
