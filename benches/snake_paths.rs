//! Times the four searches on fixed positions of real games: early, middle and late, on a sparse
//! board (seed 0: 8 x 8, 30 wanted) and a dense one (seed 2: 14 x 14, 127 wanted).
//!
//! Every result is replayed and checked before it is timed, so that a fast wrong search fails.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Event, Instance, State};
use snake_paths::{
    MoveKind, Path, Scratch, choose_weighted, find_bites, find_clean_paths, find_paths_through,
    find_single_move,
};

/// Seed of all random choices here.
const RNG_SEED: u64 = 1;

/// Most macro-moves of a game; both games are complete long before.
const MOST_MACRO_MOVES: usize = 5000;

/// How far a game has come: the share of the wanted colours that are matched, in percent.
const PHASES: [(&str, usize); 3] = [("early", 25), ("middle", 50), ("late", 85)];

/// The instances: what they are called here, and the official text.
const INSTANCES: [(&str, &str); 2] = [
    ("sparse", include_str!("../fixtures/official/0000.txt")),
    ("dense", include_str!("../fixtures/official/0002.txt")),
];

/// Plays the method without a beam: the first search that finds something, one way by lot. Returns
/// the state before each macro-move.
fn game(instance: &Instance) -> Vec<State<'_>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(RNG_SEED);
    let mut scratch = Scratch::new();
    let mut state = State::start(instance);
    let mut states = Vec::new();
    while !state.is_complete() {
        assert!(states.len() < MOST_MACRO_MOVES, "the game should be complete by now:\n{state:?}");
        states.push(state.clone());
        for direction in macro_move(&state, &mut scratch, &mut rng).iter() {
            state.advance(direction).expect("planned moves are legal");
        }
    }
    states
}

fn macro_move(state: &State<'_>, scratch: &mut Scratch, rng: &mut Xoshiro256PlusPlus) -> Path {
    if state.is_clean() {
        let found = find_clean_paths(state, scratch, rng);
        if !found.is_empty() {
            let distances = found.targets().iter().map(|target| target.distance.into());
            return found.path(choose_weighted(distances, rng));
        }
    }
    let found = find_bites(state, scratch, rng);
    if !found.is_empty() {
        let totals = found.plans().iter().map(|plan| plan.total.into());
        return found.moves(choose_weighted(totals, rng));
    }
    let found = find_paths_through(state, scratch, rng);
    // Tentative: one move, then searches 1 and 2 are tried again.
    let direction = if found.is_empty() {
        find_single_move(state, rng).direction
    } else {
        found.path(0).get(0)
    };
    [direction].into_iter().collect()
}

/// Plays the path and hands over the state after it and what its moves did.
fn replay<'i>(state: &State<'i>, path: &Path) -> (State<'i>, Vec<Event>) {
    let mut after = state.clone();
    let events = path.iter().map(|direction| after.advance(direction).expect("legal")).collect();
    (after, events)
}

/// Search 1 with all its paths. Returns the number of moves found.
fn clean(state: &State<'_>, scratch: &mut Scratch, rng: &mut Xoshiro256PlusPlus) -> usize {
    let found = find_clean_paths(state, scratch, rng);
    (0..found.targets().len()).map(|which| black_box(found.path(which)).len()).sum()
}

fn check_clean(state: &State<'_>, scratch: &mut Scratch, rng: &mut Xoshiro256PlusPlus) {
    let found = find_clean_paths(state, scratch, rng);
    for (which, target) in found.targets().iter().enumerate() {
        let (after, events) = replay(state, &found.path(which));
        assert_eq!(events.len(), usize::from(target.distance));
        assert!(events[..events.len() - 1].iter().all(|&event| event == Event::Moved));
        assert_eq!((after.snake().head(), after.prefix()), (target.cell, state.prefix() + 1));
    }
}

/// Search 2 with all its moves. Returns the number of moves found.
fn bite(state: &State<'_>, scratch: &mut Scratch, rng: &mut Xoshiro256PlusPlus) -> usize {
    let found = find_bites(state, scratch, rng);
    (0..found.plans().len()).map(|which| black_box(found.moves(which)).len()).sum()
}

fn check_bite(state: &State<'_>, scratch: &mut Scratch, rng: &mut Xoshiro256PlusPlus) {
    let found = find_bites(state, scratch, rng);
    for (which, plan) in found.plans().iter().enumerate() {
        let (after, events) = replay(state, &found.moves(which));
        assert_eq!(events[usize::from(plan.way) - 1], Event::Bit { part: plan.part.into() });
        assert!(after.is_clean());
        assert_eq!(after.prefix(), state.prefix());
        assert_eq!(after.board().food(plan.target), state.target_colour());
    }
}

/// Search 3 with all its paths. Returns the number of moves found.
fn through(state: &State<'_>, scratch: &mut Scratch, rng: &mut Xoshiro256PlusPlus) -> usize {
    let found = find_paths_through(state, scratch, rng);
    (0..found.targets().len()).map(|which| black_box(found.path(which)).len()).sum()
}

fn check_through(state: &State<'_>, scratch: &mut Scratch, rng: &mut Xoshiro256PlusPlus) {
    let found = find_paths_through(state, scratch, rng);
    for (which, target) in found.targets().iter().enumerate() {
        let (after, events) = replay(state, &found.path(which));
        assert_eq!(events.len(), usize::from(target.distance));
        assert!(events.iter().all(|event| !matches!(event, Event::Bit { .. })));
        assert_eq!(events.last().copied(), state.target_colour().map(Event::Ate));
        assert_eq!(after.snake().head(), target.cell);
    }
}

/// Search 4. Returns the number of moves found: one.
fn single(state: &State<'_>, _: &mut Scratch, rng: &mut Xoshiro256PlusPlus) -> usize {
    black_box(find_single_move(state, rng));
    1
}

fn check_single(state: &State<'_>, _: &mut Scratch, rng: &mut Xoshiro256PlusPlus) {
    let found = find_single_move(state, rng);
    let event = state.clone().advance(found.direction).expect("legal");
    let kind = match event {
        Event::Moved => MoveKind::Free,
        Event::Ate(colour) => MoveKind::Eats(colour),
        Event::Bit { part } => MoveKind::Bites { part },
    };
    assert_eq!(found.kind, kind);
}

type Timed = fn(&State<'_>, &mut Scratch, &mut Xoshiro256PlusPlus) -> usize;
type Check = fn(&State<'_>, &mut Scratch, &mut Xoshiro256PlusPlus);

/// Each search: its name, what is timed, and what it must keep.
const SEARCHES: [(&str, Timed, Check); 4] = [
    ("1 clean", clean, check_clean),
    ("2 bite", bite, check_bite),
    ("3 through", through, check_through),
    ("4 single", single, check_single),
];

fn searches(criterion: &mut Criterion) {
    let instances = INSTANCES
        .map(|(name, text)| (name, text.parse::<Instance>().expect("an official instance")));
    for (name, instance) in &instances {
        let states = game(instance);
        let clean_states: Vec<_> = states.iter().filter(|state| state.is_clean()).collect();
        for (search, timed, check) in SEARCHES {
            let mut group = criterion.benchmark_group(search);
            let mut scratch = Scratch::new();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(RNG_SEED);
            for (phase, percent) in PHASES {
                let state = clean_states
                    .iter()
                    .find(|state| state.prefix() * 100 >= instance.wanted().len() * percent)
                    .expect("the game passes every phase");
                for _ in 0..100 {
                    check(state, &mut scratch, &mut rng);
                }
                group.bench_function(BenchmarkId::new(*name, phase), |bencher| {
                    bencher.iter(|| timed(black_box(state), &mut scratch, &mut rng));
                });
            }
            // All clean states of the game: what a solver meets on the average.
            clean_states.iter().for_each(|state| check(state, &mut scratch, &mut rng));
            group.throughput(Throughput::Elements(clean_states.len() as u64));
            group.bench_function(BenchmarkId::new(*name, "whole game"), |bencher| {
                bencher.iter(|| {
                    let run = |state: &&State<'_>| timed(black_box(state), &mut scratch, &mut rng);
                    clean_states.iter().map(run).sum::<usize>()
                });
            });
            group.finish();
        }
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
