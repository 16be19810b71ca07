//! Holds the four searches to slow references, on positions reached by play.
//!
//! `positions` makes the positions and shows that the rare kinds occur; `reference` holds the plain
//! searches; every other file tests the file of `src` of its name.

mod bite;
mod clean;
mod directions;
mod positions;
mod reference;
mod results;
mod scratch;
mod single;
mod through;
mod weights;

use proptest::test_runner::Config;
use snake_core::{Direction, Event, State};
use snake_paths::Path;

/// Cases of each property unless `PROPTEST_CASES` says otherwise.
const DEFAULT_CASES: u32 = 2000;

/// Far more turns than any game here takes: a search that finds too little could make one endless.
const MOST_TURNS: usize = 1_000_000;

/// The configuration of all properties of this crate.
fn config() -> Config {
    let asked_for = std::env::var_os("PROPTEST_CASES").is_some();
    let config = Config::default();
    if asked_for { config } else { Config { cases: DEFAULT_CASES, ..config } }
}

/// Plays moves, all of which must be legal, and returns what each did.
fn play(state: &mut State<'_>, moves: impl IntoIterator<Item = Direction>) -> Vec<Event> {
    moves
        .into_iter()
        .enumerate()
        .map(|(step, direction)| {
            state.advance(direction).unwrap_or_else(|error| panic!("move {step}: {error}"))
        })
        .collect()
}

/// Plays a path on a copy.
fn replay<'i>(state: &State<'i>, path: &Path) -> (State<'i>, Vec<Event>) {
    let mut after = state.clone();
    let events = play(&mut after, path.iter());
    (after, events)
}
