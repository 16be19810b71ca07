//! The results of whole games stay what they are.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Direction, Instance, State};
use snake_paths::{
    Path, Scratch, choose_weighted, find_bites, find_clean_paths, find_paths_through,
    find_single_move,
};

use crate::MOST_TURNS;

/// Plays an official instance to the end with all four searches, and returns the moves.
fn game(text: &str) -> Vec<Direction> {
    let instance: Instance = text.parse().expect("an official instance");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut scratch = Scratch::new();
    let mut state = State::start(&instance);
    let mut moves = Vec::new();
    while !state.is_complete() {
        assert!(state.turns() < MOST_TURNS, "the game does not end");
        for direction in macro_move(&state, &mut scratch, &mut rng).iter() {
            state.advance(direction).expect("found moves are legal");
            moves.push(direction);
        }
    }
    moves
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
    let direction = if found.is_empty() {
        find_single_move(state, rng).direction
    } else {
        found.path(0).get(0)
    };
    [direction].into_iter().collect()
}

/// FNV-1a, 64 bits: offset basis and prime from its specification.
fn digest(moves: &[Direction]) -> u64 {
    moves.iter().fold(0xCBF2_9CE4_8422_2325, |hash, direction| {
        (hash ^ u64::from(u32::from(direction.letter()))).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// A change of these values changes every answer of every seed: only with a reason.
#[test]
fn value_stability() {
    let sparse = game(include_str!("../../../../fixtures/official/0000.txt"));
    let dense = game(include_str!("../../../../fixtures/official/0002.txt"));
    assert_eq!((sparse.len(), digest(&sparse)), (148, 1_961_365_415_422_866_336));
    assert_eq!((dense.len(), digest(&dense)), (173_241, 12_912_311_482_076_219_658));
}
