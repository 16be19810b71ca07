//! The four breadth-first searches that the beam search's macro-moves are made of.
//!
//! | file | search | finds |
//! | --- | --- | --- |
//! | `clean` | 1, [`find_clean_paths`] | shortest ways of a clean snake to the nearest targets, past all food |
//! | `bite` | 2, [`find_bites`], [`restoration`] | ways to bite off a loop, and the moves that eat the right colours back |
//! | `through` | 3, [`find_paths_through`] | ways to the nearest targets that may eat other colours |
//! | `single` | 4, [`find_single_move`] | one move, when nothing else is left |
//! | `weights` | [`choose_weighted`] | draws one of several ways, nearer ones more likely |
//!
//! [`find_clean_paths_below`] and [`find_bites_below`] are the first two for a caller that has a use only
//! for what takes fewer than so many moves: most of what they would find is then never looked for.
//!
//! A *target* is a food of the colour wanted next. A search reads a [`State`](snake_core::State)
//! and a random number generator and nothing else: the same two give the same result, whatever its
//! [`Scratch`] was used for before, in any build, on any machine. No search touches the heap.
//!
//! # How a flood works
//!
//! Searches 1 and 2 pass no food, so which cells are free at a turn does not depend on the way
//! there: the tail gives up a cell a turn. All cells of a turn can therefore be entered at once, as
//! a 256-bit board (`flood`, `rows`): the neighbours of the last turn's cells that are free and
//! have not been entered.
//!
//! ```text
//!     parts and foods        turn each cell is entered
//!     4 . . . .              6 5 6 7 8
//!     3 . B . .              5 4 # 8 7      B  a food of another colour, never passed
//!     2 . B T .              4 3 # 5 6      T  a target: reached at turn 5, never crossed
//!     1 . B . .              3 2 # 4 5
//!     0 . . . .              0 1 2 3 4
//! ```
//!
//! Part 1's cell is met at turn 3, and has just become free by then. A snake of six would bite
//! itself there: such cells are not entered, and are what search 2 looks for.
//!
//! Every turn's board is kept. A path is walked back from its end: a cell entered at turn 5 was
//! entered from a neighbour on the board of turn 4. Where there are several, the order of
//! directions decides that the search has drawn: one of the 24 [`DirectionOrder`]s, one RNG draw a
//! search. Paths are only walked back when they are asked for, since often one of several is
//! wanted.
//!
//! Search 3 eats on the way, and each food delays the tail by one. When a cell is free then depends
//! on the path, so this search is a queue of cells with the number of foods eaten (`through`).
//!
//! The tests hold all four to references that move whole states by the rules, in
//! `crates/snake-paths/tests/all/`.
//!
//! ```
//! use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
//! use snake_core::{Cell, Event, Instance, Limits, State};
//! use snake_paths::{Scratch, find_clean_paths};
//!
//! // The board drawn above.
//! let text = "5 9 2  1 1 1 1 1 1 2 2 2
//!     0 0 0 0 0
//!     0 0 2 0 0
//!     0 0 2 1 0
//!     0 0 2 0 0
//!     0 0 0 0 0";
//! let instance = Instance::parse(text, Limits::Playable)?;
//! let mut state = State::start(&instance);
//! let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
//! let mut scratch = Scratch::new();
//!
//! let found = find_clean_paths(&state, &mut scratch, &mut rng);
//! assert_eq!(found.targets().len(), 1);
//! assert_eq!((found.targets()[0].cell, found.targets()[0].distance), (Cell::new(2, 3), 5));
//! let path = found.path(0);
//! assert_eq!(path.to_string(), "RRRUU");
//! let events = path.iter().map(|direction| state.advance(direction));
//! assert_eq!(events.last(), Some(Ok(Event::Ate(1))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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

pub use bite::{BitePlan, Bites, MAX_BITES, MAX_WAY, find_bites, find_bites_below, restoration};
pub use clean::{CleanPaths, MAX_CLEAN_PATHS, find_clean_paths, find_clean_paths_below};
pub use directions::DirectionOrder;
pub use path::{MAX_PATH_LENGTH, Path};
pub use scratch::Scratch;
pub use single::{MoveKind, SingleMove, find_single_move};
pub use target::Target;
pub use through::{MAX_PATHS_THROUGH, PathsThrough, find_paths_through};
pub use weights::choose_weighted;
