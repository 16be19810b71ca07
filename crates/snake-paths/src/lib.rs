//! The four breadth-first searches that the beam search's macro-moves are made of.
//!
//! | file | search | finds |
//! | --- | --- | --- |
//! | `clean` | 1, [`find_clean_paths`] | shortest ways of a clean snake to the nearest targets, past all food |
//! | `bite` | 2, [`find_bites`] | ways to bite off a loop, and the moves that eat the bitten parts back |
//! | `through` | 3, [`find_paths_through`] | ways to the nearest targets that may eat other colours |
//! | `single` | 4, [`find_single_move`] | one move, when nothing else is left |
//! | `weights` | [`choose_weighted`] | draws one of several ways, nearer ones more likely |
//! | `directions` | [`DirectionOrder`] | the 24 orders in which neighbours are tried |
//! | `path` | [`Path`] | a few moves, packed, without heap |
//! | `scratch` | [`Scratch`] | the searches' working memory |
//!
//! A *target* is a food of the colour wanted next. All searches read a [`State`](snake_core::State)
//! and a random number generator and nothing else: the same two give the same result, whatever the
//! [`Scratch`] was used for before. None touches the heap.

#![forbid(unsafe_code)]

mod bite;
mod clean;
mod directions;
mod flood;
mod path;
mod rows;
mod scratch;
mod single;
mod target;
mod through;
mod weights;

pub use bite::{BitePlan, Bites, MAX_BITES, MAX_WAY, find_bites, restoration};
pub use clean::{CleanPaths, MAX_CLEAN_PATHS, find_clean_paths};
pub use directions::DirectionOrder;
pub use path::{MAX_PATH_LENGTH, Path};
pub use scratch::Scratch;
pub use single::{MoveKind, SingleMove, find_single_move};
pub use target::Target;
pub use through::{MAX_PATHS_THROUGH, PathsThrough, find_paths_through};
pub use weights::choose_weighted;
