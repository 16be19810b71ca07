//! Beam searches for AHC063, "Colorful Ouroboros".

#![forbid(unsafe_code)]

mod budget;
mod compress;
mod history;
mod parameters;
mod table;
mod value;

pub use budget::{Budget, CHECK_INTERVAL, Clock, End, SystemClock};
pub use compress::{Key, KeyMap};
pub use history::{History, Link, Mark};
pub use parameters::{MAX_BRANCHES, MAX_MOVE_CAP, ParameterError, Parameters};
pub use table::{Entry, Place, Step};
pub use value::{Valuation, Value};
