//! Beam searches for AHC063, "Colorful Ouroboros".

// One module allows it, with its reasons: `layers::avx2`.
#![deny(unsafe_code)]

mod budget;
mod compress;
mod expand;
mod history;
mod incumbent;
pub mod layers;
mod outcome;
mod parameters;
mod pool;
mod solver;
mod table;
mod value;

pub use budget::{Budget, CHECK_INTERVAL, Clock, End, SystemClock};
pub use compress::{Key, KeyMap};
pub use history::{History, Link, Mark};
pub use incumbent::Incumbent;
pub use outcome::{Effort, Outcome, Progress};
pub use parameters::{MAX_BRANCHES, MAX_MOVE_CAP, ParameterError, Parameters};
pub use pool::{Slot, StatePool};
pub use solver::{Kept, StepTable};
pub use table::{Entry, Place, Step};
pub use value::{Valuation, Value};
