//! Two solvers on the same seeds: who is better, and how sure is that.
//!
//! [`Side`] is what is known of one of the two, from a result file or a published table;
//! [`Comparison`] pairs the sides by seed and holds all figures; [`text`] and [`html`] show them.

pub mod html;
mod pairs;
mod side;
#[cfg(test)]
mod simulation;
pub mod text;
mod verdict;

pub use pairs::{Comparison, Who};
pub use side::{Operand, Side};
