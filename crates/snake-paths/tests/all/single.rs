//! Search 4 against the rules.

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Direction, Event, Instance, Limits, State};
use snake_paths::{DirectionOrder, MoveKind, find_single_move};

use crate::config;
use crate::positions::recipes;

/// What a move does, by the rules; none if it is illegal.
fn kind(state: &State<'_>, direction: Direction) -> Option<MoveKind> {
    Some(match state.clone().advance(direction).ok()? {
        Event::Moved => MoveKind::Free,
        Event::Ate(colour) => MoveKind::Eats(colour),
        Event::Bit { part } => MoveKind::Bites { part },
    })
}

/// The kind without its details.
fn rank(kind: MoveKind) -> usize {
    match kind {
        MoveKind::Free => 0,
        MoveKind::Eats(_) => 1,
        MoveKind::Bites { .. } => 2,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn takes_the_first_of_the_best_kind(recipe in recipes()) {
        recipe.with(|state, mut rng| {
            let order = DirectionOrder::draw(&mut rng.clone());
            let found = find_single_move(state, &mut rng);
            let mut moves: Vec<_> = order
                .directions()
                .into_iter()
                .filter_map(|direction| Some((direction, kind(state, direction)?)))
                .collect();
            moves.sort_by_key(|&(_, kind)| rank(kind));
            prop_assert_eq!((found.direction, found.kind), moves[0]);
            Ok(())
        })?;
    }
}

/// The snake fills a board of side 5 as a spiral with its head in the middle: there is nothing but to bite.
#[test]
fn bites_where_nothing_else_is_left() {
    let foods = "0 1 1 1 1  0 1 1 1 1  0 1 1 1 1  0 1 1 1 1  0 1 1 1 1";
    let text = format!("5 25 1  {} {foods}", "1 ".repeat(25));
    let instance = Instance::parse(&text, Limits::Playable).expect("keeps the limits");
    let mut state = State::start(&instance);
    let spiral: snake_core::Answer =
        "R R R R U U U U L L L D D D R R U U L D".parse().expect("directions");
    crate::play(&mut state, spiral.directions().iter().copied());
    assert_eq!(state.snake().len(), 25);
    for seed in 0..16 {
        let found = find_single_move(&state, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let part = match found.direction {
            Direction::Right => 4,
            Direction::Down => 6,
            Direction::Left => 8,
            Direction::Up => panic!("a U-turn"),
        };
        assert_eq!(found.kind, MoveKind::Bites { part });
        assert_eq!(state.clone().advance(found.direction), Ok(Event::Bit { part }));
    }
}
