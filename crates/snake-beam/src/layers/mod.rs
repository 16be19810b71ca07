//! The search by layers: a beam over turns.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod candidate;
mod flood;
mod kernel;
mod lanes;
mod layer;
mod parameters;
mod propose;
mod random;
mod run;
mod search;
mod state;
mod terrain;
mod value;
mod way;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
pub use candidate::{Candidate, Restoration};
pub use flood::{Flood, FloodLimits, MAX_TARGETS, MAX_WRONG_ON_WAY, ReachedTarget};
pub use kernel::Kernel;
pub use layer::{SPAN, Selection, Upcoming};
pub use parameters::{MAX_WIDTH, Parameters};
pub use propose::Proposals;
pub use random::SearchRng;
pub use run::{Found, Place, Runner, Task};
pub use search::Layers;
pub use state::{CompactState, MAX_WRONG};
pub use terrain::Terrain;
pub use value::Valuation;
pub use way::{MAX_WAY, Way};
