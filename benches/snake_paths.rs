//! Times the four searches on fixed positions of real games: early, middle and late, on a sparse
//! board (seed 0: 8 x 8, 30 wanted) and a dense one (seed 2: 14 x 14, 127 wanted), and over all
//! positions of the game.
//!
//! The games are the stored answers of `fixtures/answers/`. Every result is replayed and checked
//! before it is timed, so that a fast wrong search fails.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Answer, Event, Instance, State};
use snake_paths::{
    MoveKind, Path, Scratch, find_bites, find_clean_paths, find_paths_through, find_single_move,
};

/// Seed of the searches' random choices.
const RNG_SEED: u64 = 1;

/// How often a search is checked on a position before it is timed: often enough for most orders of
/// directions to be drawn.
const CHECKS: usize = 100;

/// How far a game has come: the share of the wanted colours that are matched, in percent.
const PHASES: [(&str, usize); 3] = [("early", 25), ("middle", 50), ("late", 85)];

/// The games: what they are called here, the instance, and a complete answer to it.
const GAMES: [(&str, &str, &str); 2] = [
    (
        "sparse",
        include_str!("../fixtures/official/0000.txt"),
        include_str!("../fixtures/answers/0000.txt"),
    ),
    (
        "dense",
        include_str!("../fixtures/official/0002.txt"),
        include_str!("../fixtures/answers/0002.txt"),
    ),
];

/// The position before each move of the answer.
fn positions<'i>(instance: &'i Instance, answer: &Answer) -> Vec<State<'i>> {
    let mut state = State::start(instance);
    let mut positions = Vec::new();
    for &direction in answer.directions() {
        positions.push(state.clone());
        state.advance(direction).expect("the stored answer is legal");
    }
    assert!(state.is_complete(), "the stored answer is complete");
    positions
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

/// A search: returns the number of moves it found.
type Timed = fn(&State<'_>, &mut Scratch, &mut Xoshiro256PlusPlus) -> usize;
/// Runs a search and replays what it found.
type Check = fn(&State<'_>, &mut Scratch, &mut Xoshiro256PlusPlus);
/// Whether a search may be used on a position.
type Suits = fn(&State<'_>) -> bool;

/// Each search: its name, what is timed, what it must keep, and where it is used.
const SEARCHES: [(&str, Timed, Check, Suits); 4] = [
    ("1 clean", clean, check_clean, |state| state.is_clean()),
    ("2 bite", bite, check_bite, |_| true),
    ("3 through", through, check_through, |_| true),
    ("4 single", single, check_single, |_| true),
];

fn searches(criterion: &mut Criterion) {
    let games = GAMES.map(|(name, instance, answer)| {
        let instance: Instance = instance.parse().expect("an official instance");
        let answer: Answer = answer.parse().expect("a stored answer");
        (name, instance, answer)
    });
    for (name, instance, answer) in &games {
        let positions = positions(instance, answer);
        for (search, timed, check, suits) in SEARCHES {
            let mut group = criterion.benchmark_group(search);
            let mut scratch = Scratch::new();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(RNG_SEED);
            let positions: Vec<_> = positions.iter().filter(|state| suits(state)).collect();
            for (phase, percent) in PHASES {
                // The first of the phase on which the search finds something.
                let state = positions
                    .iter()
                    .filter(|state| state.prefix() * 100 >= instance.wanted().len() * percent)
                    .find(|state| timed(state, &mut scratch, &mut rng) > 0)
                    .expect("the search finds something in every phase");
                for _ in 0..CHECKS {
                    check(state, &mut scratch, &mut rng);
                }
                group.bench_function(BenchmarkId::new(*name, phase), |bencher| {
                    bencher.iter(|| timed(black_box(state), &mut scratch, &mut rng));
                });
            }
            positions.iter().for_each(|state| check(state, &mut scratch, &mut rng));
            group.throughput(Throughput::Elements(positions.len() as u64));
            group.bench_function(BenchmarkId::new(*name, "whole game"), |bencher| {
                bencher.iter(|| {
                    let run = |state: &&State<'_>| timed(black_box(state), &mut scratch, &mut rng);
                    positions.iter().map(run).sum::<usize>()
                });
            });
            group.finish();
        }
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
