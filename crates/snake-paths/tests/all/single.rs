//! Search 4 against the rules.

use proptest::prelude::*;
use snake_core::{Direction, Event};
use snake_paths::{DirectionOrder, MoveKind, find_single_move};

use crate::config;
use crate::positions::recipes;

/// What a move does, by the rules; none if it is illegal.
fn kind(state: &snake_core::State<'_>, direction: Direction) -> Option<MoveKind> {
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
