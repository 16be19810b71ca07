//! Evaluating a solver on many instances.
//!
//! | file | concept |
//! | --- | --- |
//! | `seeds` | which instances: ranges, lists, shards |
//! | `experiment` | what is measured, and where: the columns that all rows share |
//! | `solver` | [`Solver`]: what answers a case |
//! | `in_process` | our own search as a solver |
//! | `slot`, `supervisor`, `protocol` | a command as a solver: a process beside this one starts it, limits it, and ends all that it leaves behind |
//! | `case` | [`Case`]: what became of an instance, and the row made of it |
//! | `runner` | many cases on several threads |
//! | `progress` | the bar |
//! | `summary`, `table` | the figures told in the end, and their forms |
//! | `pahcer` | the results in the format of that runner |

pub mod case;
pub mod experiment;
mod in_process;
pub mod pahcer;
pub mod progress;
#[cfg(target_os = "linux")]
pub mod protocol;
pub mod runner;
pub mod seeds;
#[cfg(target_os = "linux")]
pub mod slot;
pub mod solver;
pub mod summary;
#[cfg(target_os = "linux")]
pub mod supervisor;
pub mod table;

pub use case::Case;
pub use experiment::Experiment;
pub use in_process::InProcess;
pub use solver::Solver;
