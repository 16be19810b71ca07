//! What the fuzz targets check, as plain functions of bytes.
//!
//! The targets themselves are in `fuzz/`, outside the workspace, since they need a fuzzer's runtime.
//! They call the functions of [`CHECKS`], and so does `tests/corpus.rs`, which replays the stored
//! inputs with an ordinary `cargo test`.
//!
//! | file | what is checked |
//! | --- | --- |
//! | `instances` | a text is read as an instance, or refused in one line |
//! | `answers` | a text is read as an answer, and scored as the naive rules score it |
//! | `moves` | any moves on any board lead where the naive rules lead |
//! | `searches` | the four searches find what plain simulation finds |
//! | `rows` | any bytes are read as rows of results, or refused |
//! | `drawn` | how boards and positions are made of bytes |
//!
//! The naive rules and the plain searches are those that the tests of snake-core and snake-paths
//! use; `results` is the binary's reader of results. All these files are compiled here once more.

#![forbid(unsafe_code)]

mod answers;
mod drawn;
mod instances;
mod moves;
mod rows;
mod searches;

#[allow(dead_code)] // its other users are the tests it belongs to
#[path = "../../snake-core/tests/all/reference.rs"]
mod rules;

#[allow(dead_code)] // its other users are the tests it belongs to
#[path = "../../snake-paths/tests/all/reference.rs"]
mod simulation;

#[allow(dead_code)] // the binary uses all of it
#[path = "../../snake-cli/src/io.rs"]
mod io;

#[allow(dead_code)] // the binary uses all of it
mod results;

pub use answers::answers;
pub use instances::instances;
pub use moves::moves;
pub use rows::results;
pub use searches::searches;

/// A check: panics if the bytes show that a promise is broken.
pub type Check = fn(&[u8]);

/// Every check with its name, which is that of its fuzz target and of its folders of stored inputs.
pub const CHECKS: [(&str, Check); 5] = [
    ("instances", instances),
    ("answers", answers),
    ("moves", moves),
    ("searches", searches),
    ("results", results),
];
