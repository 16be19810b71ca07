//! The statistics of paired measurements, on plain numbers: nothing here knows of solvers or files.
//!
//! Distributions, ranks and quantiles come from `statrs`; what stands here is what it lacks. Every
//! procedure is checked against published values, or against SciPy and statsmodels where the test
//! says so.

pub mod bootstrap;
pub mod power;
pub mod signed_rank;
pub mod smooth;
pub mod sprt;

/// The level of two-sided tests, and one minus that of intervals: the field's usual 5 %.
pub const LEVEL: f64 = 0.05;
