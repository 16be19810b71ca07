//! Search 3 against its reference.

use proptest::prelude::*;
use snake_core::{Direction, Event};
use snake_paths::{DirectionOrder, MAX_PATHS_THROUGH, Scratch, find_paths_through};

use crate::positions::recipes;
use crate::{config, reference, replay};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn finds_what_the_queue_of_states_finds(recipe in recipes()) {
        recipe.with(|state, mut rng| {
            let order = DirectionOrder::draw(&mut rng.clone());
            let mut scratch = Scratch::new();
            let found = find_paths_through(state, &mut scratch, &mut rng);
            let paths: Vec<(_, Vec<Direction>)> = (0..found.targets().len())
                .map(|which| (found.targets()[which].cell, found.path(which).iter().collect()))
                .collect();
            let mut nearest = reference::paths_through(state, order);
            nearest.truncate(MAX_PATHS_THROUGH);
            prop_assert_eq!(found.is_empty(), nearest.is_empty());
            prop_assert_eq!(paths, nearest);
            Ok(())
        })?;
    }

    #[test]
    fn paths_replay_without_bites_and_end_on_the_target(recipe in recipes()) {
        recipe.with(|state, mut rng| {
            let mut scratch = Scratch::new();
            let found = find_paths_through(state, &mut scratch, &mut rng);
            let wanted = state.target_colour();
            let mut least = 0;
            for (which, target) in found.targets().iter().enumerate() {
                prop_assert!(target.distance >= least);
                least = target.distance;
                let path = found.path(which);
                prop_assert_eq!(path.len(), usize::from(target.distance));
                let (after, events) = replay(state, &path);
                let (last, before) = events.split_last().expect("a path has a move");
                for &event in before {
                    match event {
                        Event::Moved => {}
                        Event::Ate(colour) => prop_assert_ne!(Some(colour), wanted),
                        Event::Bit { .. } => prop_assert!(false, "bites on the way"),
                    }
                }
                prop_assert_eq!(Some(*last), wanted.map(Event::Ate));
                prop_assert_eq!(after.snake().head(), target.cell);
            }
            Ok(())
        })?;
    }

    /// Eating foods can only help: whatever search 1 reaches, search 3 reaches no later, unless
    /// foods eaten in time are what keeps the tail in the way.
    #[test]
    fn no_longer_than_a_clean_path_where_the_tail_does_not_matter(recipe in recipes()) {
        recipe.with_clean(|state, mut rng| {
            let mut scratch = Scratch::new();
            let found = find_paths_through(state, &mut scratch, &mut rng);
            let clean = reference::flood(state);
            let Some((_, &shortest)) = clean.targets.iter().min_by_key(|&(_, distance)| distance)
            else {
                return Ok(());
            };
            let bodies = state.board().bodies();
            let uses_the_tail = clean.turns[1..shortest]
                .iter()
                .any(|cells| cells.keys().any(|&cell| bodies.contains(cell)));
            if !uses_the_tail {
                prop_assert!(usize::from(found.targets()[0].distance) <= shortest);
            }
            Ok(())
        })?;
    }
}
