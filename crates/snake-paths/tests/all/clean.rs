//! Search 1 against its reference.

use proptest::prelude::*;
use snake_core::Event;
use snake_paths::{
    DirectionOrder, MAX_CLEAN_PATHS, Scratch, find_clean_paths, find_clean_paths_below,
};

use crate::positions::recipes;
use crate::{config, reference, replay};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn finds_the_nearest_targets_there_are(recipe in recipes()) {
        recipe.with_clean(|state, mut rng| {
            let mut scratch = Scratch::new();
            let found = find_clean_paths(state, &mut scratch, &mut rng);
            let flood = reference::flood(state);
            let distances = reference::clean_distances(state);
            let kept = distances.len().min(MAX_CLEAN_PATHS);
            let found_distances: Vec<_> =
                found.targets().iter().map(|target| usize::from(target.distance)).collect();
            prop_assert_eq!(found_distances, &distances[..kept]);
            prop_assert_eq!(found.is_empty(), distances.is_empty());
            for (which, target) in found.targets().iter().enumerate() {
                prop_assert_eq!(flood.targets.get(&target.cell), Some(&target.distance.into()));
                let twice = found.targets()[..which].iter().any(|other| other.cell == target.cell);
                prop_assert!(!twice);
            }
            Ok(())
        })?;
    }

    #[test]
    fn paths_replay_and_eat_only_the_target(recipe in recipes()) {
        recipe.with_clean(|state, mut rng| {
            let mut scratch = Scratch::new();
            let found = find_clean_paths(state, &mut scratch, &mut rng);
            for (which, target) in found.targets().iter().enumerate() {
                let path = found.path(which);
                prop_assert_eq!(path.len(), usize::from(target.distance));
                let (after, events) = replay(state, &path);
                let (last, before) = events.split_last().expect("a path has a move");
                prop_assert!(before.iter().all(|&event| event == Event::Moved));
                prop_assert_eq!(Some(*last), state.target_colour().map(Event::Ate));
                prop_assert_eq!(after.snake().head(), target.cell);
                prop_assert!(after.is_clean());
                prop_assert_eq!(after.prefix(), state.prefix() + 1);
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_drawn_order_chooses_among_shortest_paths(recipe in recipes()) {
        recipe.with_clean(|state, mut rng| {
            let order = DirectionOrder::draw(&mut rng.clone());
            let mut scratch = Scratch::new();
            let found = find_clean_paths(state, &mut scratch, &mut rng);
            let flood = reference::flood(state);
            for (which, target) in found.targets().iter().enumerate() {
                let moves =
                    reference::walk_back(state, &flood, target.cell, target.distance.into(), order);
                prop_assert_eq!(found.path(which).iter().collect::<Vec<_>>(), moves);
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_limit_leaves_out_targets_that_are_not_below_it(recipe in recipes()) {
        recipe.with_clean(|state, rng| {
            let (mut scratch, mut other) = (Scratch::new(), Scratch::new());
            let all = find_clean_paths(state, &mut scratch, &mut rng.clone());
            let distances = all.targets().iter().map(|target| usize::from(target.distance));
            for limit in distances.flat_map(|d| [d, d + 1]).chain([0, usize::MAX]) {
                let is_below = |distance: u16| usize::from(distance) < limit;
                let below = all.targets().iter().filter(|t| is_below(t.distance)).count();
                let found = find_clean_paths_below(state, limit, &mut other, &mut rng.clone());
                let (kept, others) = found.targets().split_at(below.min(found.targets().len()));
                prop_assert_eq!(kept, &all.targets()[..below]);
                for which in 0..below {
                    prop_assert_eq!(found.path(which), all.path(which));
                }
                prop_assert!(others.iter().all(|target| !is_below(target.distance)));
                prop_assert_eq!(found.is_empty(), all.is_empty());
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_cells_before_the_end_are_those_of_the_path(recipe in recipes()) {
        recipe.with_clean(|state, mut rng| {
            let mut scratch = Scratch::new();
            let found = find_clean_paths(state, &mut scratch, &mut rng);
            for which in 0..found.targets().len() {
                let mut moving = state.clone();
                let mut heads = vec![moving.snake().head()];
                for direction in found.path(which).iter() {
                    prop_assert!(moving.advance(direction).is_ok());
                    heads.push(moving.snake().head());
                }
                for (back, head) in heads.into_iter().rev().enumerate() {
                    prop_assert_eq!(found.cell_before_end(which, back), head);
                }
            }
            Ok(())
        })?;
    }
}

/// Of seven targets at the same distance four are kept: each about as often as any other.
#[test]
fn equally_near_targets_are_kept_equally_often() {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;
    use snake_core::{Instance, Limits, State};
    use std::collections::BTreeMap;

    // The head is at (4, 0); seven targets are six moves away.
    let mut text = String::from("9 12 1\n1 1 1 1 1 1 1 1 1 1 1 1\n");
    for row in 0..9usize {
        for column in 0..9usize {
            let target = row.abs_diff(4) + column == 6 && (2..=8).contains(&row);
            text += if target && column > 1 { "1 " } else { "0 " };
        }
    }
    let foods = text.split_whitespace().skip(15).filter(|&token| token == "1").count();
    assert_eq!(foods, 7);
    let instance = Instance::parse(&text, Limits::Playable).expect("a valid instance");
    let state = State::start(&instance);
    let mut scratch = Scratch::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut kept = BTreeMap::new();
    const TRIALS: usize = 7000;
    for _ in 0..TRIALS {
        for target in find_clean_paths(&state, &mut scratch, &mut rng).targets() {
            *kept.entry(target.cell).or_insert(0usize) += 1;
        }
    }
    // Each is kept with probability 4/7: mean 4000, standard deviation below 42; five of them.
    assert_eq!(kept.len(), 7);
    assert!(kept.values().all(|count| count.abs_diff(TRIALS * 4 / 7) < 210), "{kept:?}");
}
