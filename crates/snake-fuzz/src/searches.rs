//! The four searches against plain simulation.

use arbitrary::{Result, Unstructured};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Direction, Event, State};
use snake_paths::{
    DirectionOrder, MAX_BITES, MAX_CLEAN_PATHS, MAX_PATHS_THROUGH, MoveKind, Path, Scratch,
    find_bites, find_clean_paths, find_paths_through, find_single_move,
};

use crate::drawn;
use crate::simulation::{self, Bite};

/// Most bytes that are played.
const MOST_MOVES: usize = 300;

/// Bytes are a board, a random seed, then a game. Where it ends, each search finds what plain
/// simulation finds, and its moves do what it says.
///
/// # Panics
///
/// If one does not.
pub fn searches(data: &[u8]) {
    // Too few bytes for a board say nothing.
    let _ = check(&mut Unstructured::new(data));
}

fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    let instance = drawn::instance(bytes)?;
    let rng = SplitMix64::seed_from_u64(bytes.arbitrary()?);
    let mut state = State::start(&instance);
    // The same scratch all the time: what it was used for before must not matter.
    let mut scratch = Scratch::new();
    while !bytes.is_empty() && state.turns() < MOST_MOVES {
        drawn::play_on(&mut state, &mut scratch, bytes.arbitrary()?);
    }
    if state.is_clean() && !state.is_complete() {
        check_clean(&state, &mut scratch, rng.clone());
    }
    check_bites(&state, &mut scratch, rng.clone());
    check_through(&state, &mut scratch, rng.clone());
    check_single(&state, rng);
    Ok(())
}

fn play<'i>(state: &State<'i>, path: &Path) -> (State<'i>, Vec<Event>) {
    let mut after = state.clone();
    let play = |direction| after.advance(direction).expect("searches find legal moves");
    let events = path.iter().map(play).collect();
    (after, events)
}

fn check_clean(state: &State<'_>, scratch: &mut Scratch, mut rng: SplitMix64) {
    let order = DirectionOrder::draw(&mut rng.clone());
    let found = find_clean_paths(state, scratch, &mut rng);
    let flood = simulation::flood(state);
    let mut nearest: Vec<usize> = flood.targets.values().copied().collect();
    nearest.sort_unstable();
    nearest.truncate(MAX_CLEAN_PATHS);
    let distances = found.targets().iter().map(|target| usize::from(target.distance));
    assert!(distances.eq(nearest), "{state:?}");
    for (which, target) in found.targets().iter().enumerate() {
        let turn = target.distance.into();
        assert_eq!(flood.targets.get(&target.cell), Some(&turn));
        let path = found.path(which);
        let moves = simulation::walk_back(state, &flood, target.cell, turn, order);
        assert!(path.iter().eq(moves), "{state:?}");
        let (after, _) = play(state, &path);
        assert_eq!((after.prefix(), after.is_clean()), (state.prefix() + 1, true));
    }
}

fn check_bites(state: &State<'_>, scratch: &mut Scratch, mut rng: SplitMix64) {
    let order = DirectionOrder::draw(&mut rng.clone());
    let found = find_bites(state, scratch, &mut rng);
    let mut best = simulation::bites(state, order);
    best.truncate(MAX_BITES);
    let plans: Vec<Bite> = found.plans().iter().map(Bite::from).collect();
    assert_eq!(plans, best, "{state:?}");
    for (which, plan) in plans.iter().enumerate() {
        let (after, events) = play(state, &found.moves(which));
        assert_eq!(events[plan.way - 1], Event::Bit { part: plan.part });
        assert_eq!((after.prefix(), after.is_clean()), (state.prefix(), true));
        assert_eq!(after.board().food(plan.target), state.target_colour());
    }
}

fn check_through(state: &State<'_>, scratch: &mut Scratch, mut rng: SplitMix64) {
    let order = DirectionOrder::draw(&mut rng.clone());
    let found = find_paths_through(state, scratch, &mut rng);
    let mut nearest = simulation::paths_through(state, order);
    nearest.truncate(MAX_PATHS_THROUGH);
    let paths: Vec<(_, Vec<Direction>)> = (0..found.targets().len())
        .map(|which| (found.targets()[which].cell, found.path(which).iter().collect()))
        .collect();
    assert_eq!(paths, nearest, "{state:?}");
}

fn check_single(state: &State<'_>, mut rng: SplitMix64) {
    let order = DirectionOrder::draw(&mut rng.clone());
    let found = find_single_move(state, &mut rng);
    let kind = |direction| match state.clone().advance(direction).ok()? {
        Event::Moved => Some((0, MoveKind::Free)),
        Event::Ate(colour) => Some((1, MoveKind::Eats(colour))),
        Event::Bit { part } => Some((2, MoveKind::Bites { part })),
    };
    let legal = order.directions().into_iter().filter_map(|way| Some((way, kind(way)?)));
    // Of equally good ones the first of the order.
    let (direction, (_, kind)) = legal.min_by_key(|&(_, (rank, _))| rank).expect("one is legal");
    assert_eq!((found.direction, found.kind), (direction, kind), "{state:?}");
}
