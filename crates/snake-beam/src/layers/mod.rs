//! The search by layers: a beam over turns, run again and again.
//!
//! For readers who know beam search but not this problem; `docs/method.md` has the evidence.
//!
//! # The problem in five sentences
//!
//! A snake moves on a grid of coloured foods; what it eats is appended to its colours, at the tail.
//! Wanted is a given sequence of colours in as few moves as possible; the *matched prefix* is how much
//! of it the snake has. A snake whose colours all match is *clean*, and only a clean snake that eats
//! the wanted colour, a *target*, gains. Running into its own body bites off what lies behind, which
//! becomes food where it lay; eating that back along the old body, in the old order, is a
//! *restoration*. So a wrong colour is never final: it can be bitten off and left somewhere better,
//! at the price of a restoration.
//!
//! # The beam
//!
//! A layer holds the states after a number of turns. They are compared with each other only, by a
//! value that knows four things: the length of the matched prefix, the foods that lie at walls and
//! in corners (dear to fetch when the snake is long), those that body and walls nearly shut in, and
//! the wrong colours at the tail. The best
//! `width` of them, no two with the same foods and head, are built and expanded.
//!
//! An expansion proposes *macro-moves*, which arrive some turns further down:
//!
//! ```text
//!   turn    t          t+1        t+2        t+3    ...    t+9
//!           state ─┬─> a single move
//!                  ├──────────────> a way to a target
//!                  ├──────────────────────────> a way to another target
//!                  └── over a wrong food, bite, restore ──> all of it
//!                                                  └──> or a few cells less
//! ```
//!
//! A candidate is a recipe of 32 bytes: parent, moves, value and key. It waits in the list of its
//! turn; only if it is chosen there is the state (448 bytes) built, by copying the parent and making
//! the moves. The first complete state ends the run: as layers are turns, no shorter answer can come.
//!
//! Where do the macro-moves come from? One [`Flood`] from the head finds all shortest ways at once, in
//! levels by the number of wrong foods eaten, with body cells opening as the tail leaves them, and
//! tells every target and every bite in reach.
//!
//! # The runs
//!
//! Runs that differ by their random numbers alone differ by several per cent in length, more than wide
//! runs differ from narrow ones. So [`Layers`] makes many: first from the start; then from states on
//! the way of the best answer so far, cut at a random turn, which replace its rest if they are as short.
//! Noise on the values, and a width drawn for each run, keep them apart. How wide they are follows from
//! the time: some twenty from start to end should fit into it. On large boards and in 2 s that are some
//! 200 states, on small ones, or in longer searches, a thousand.
//!
//! On small boards the windows of one answer are soon exhausted. After a dozen in vain, a run from the
//! start gives another answer to go on from; the best of all is kept.
//!
//! # The files
//!
//! | file | concept |
//! | --- | --- |
//! | `search` | [`Layers`]: which runs are made, and what becomes of their answers |
//! | `run` | [`Runner`]: one beam run, and the memory that runs share |
//! | `blocks` | where the states of layers lie |
//! | `layer` | [`Upcoming`] and [`Selection`]: candidates by turn, and which are built |
//! | `propose` | [`Proposals`]: the macro-moves of a state |
//! | `flood` | [`Flood`]: all ways from the head |
//! | `candidate`, `way` | [`Candidate`], [`Way`]: a state that could be built |
//! | `state` | [`CompactState`]: a position in seven cache lines |
//! | `value` | [`Valuation`]: how good a state is |
//! | `barrier` | what stands between a head and its target, for runs that have stalled |
//! | `terrain` | [`Terrain`]: what all states share |
//! | `parameters` | [`Parameters`] |
//! | `kernel`, `lanes`, `avx2` | [`Kernel`]: the run compiled for processors with AVX2 |
//! | `random` | [`SearchRng`] |
//!
//! To try a change: another proposal is another method in `propose`; another evaluation is all in
//! `value` (what it needs of a state is kept up to date in `state`); another way to spend the time is
//! all in `search`.
//!
//! # Speed
//!
//! A run does nothing per candidate that can be left to the few that are built. All sets of cells are
//! 256 bits. The hot functions are `#[inline(always)]`, because the run is compiled twice: for any
//! processor, and for those with AVX2, where a set is one register; a function that is not inlined
//! would be compiled for the former only. Both make the same decisions, to the last random number.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod barrier;
mod blocks;
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
pub use barrier::MOST_BARRIER;
pub use candidate::{Candidate, Restoration};
pub use flood::{Flood, FloodLimits, MAX_TARGETS, MAX_WRONG_ON_WAY, ReachedTarget, Traced};
pub use kernel::Kernel;
pub use layer::{SPAN, Selection, Upcoming};
pub use parameters::{MAX_POINTS, MAX_STALE_WINDOWS, MAX_WIDTH, Parameters};
pub use propose::Proposals;
pub use random::SearchRng;
pub use run::{Found, Place, Runner, Task};
pub use search::Layers;
pub use state::{CompactState, MAX_WRONG};
pub use terrain::Terrain;
pub use value::Valuation;
pub use way::{MAX_WAY, Way};
