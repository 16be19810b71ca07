//! Tests of the search by layers, against the rules of snake-core and plain references.

mod answers;
mod flood;
mod positions;
mod proposals;
mod state;
