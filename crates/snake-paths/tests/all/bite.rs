//! Search 2 and the restoration against their reference.

use proptest::prelude::*;
use snake_core::{Direction, Event};
use snake_paths::{
    DirectionOrder, MAX_BITES, MAX_WAY, Scratch, find_bites, find_bites_below, restoration,
};

use crate::positions::recipes;
use crate::reference::{self, Bite};
use crate::{config, replay};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn finds_the_best_bites_there_are(recipe in recipes()) {
        recipe.with(|state, mut rng| {
            let order = DirectionOrder::draw(&mut rng.clone());
            let mut scratch = Scratch::new();
            let found = find_bites(state, &mut scratch, &mut rng);
            let plans: Vec<_> = found.plans().iter().map(Bite::from).collect();
            let mut best = reference::bites(state, order);
            best.truncate(MAX_BITES);
            prop_assert_eq!(found.is_empty(), best.is_empty());
            prop_assert_eq!(plans, best);
            Ok(())
        })?;
    }

    #[test]
    fn plans_replay_and_restore_the_matched_prefix(recipe in recipes()) {
        recipe.with(|state, mut rng| {
            let mut scratch = Scratch::new();
            let found = find_bites(state, &mut scratch, &mut rng);
            for (which, plan) in found.plans().iter().enumerate() {
                let moves = found.moves(which);
                let (way, part) = (usize::from(plan.way), usize::from(plan.part));
                prop_assert!((1..=MAX_WAY).contains(&way));
                prop_assert!(part % 2 == 0 && part >= 4 && part < state.prefix());
                prop_assert_eq!(moves.len(), way + state.prefix() - 1 - part);
                prop_assert!(moves.len() < usize::from(plan.total));
                let (after, events) = replay(state, &moves);
                prop_assert!(events[..way - 1].iter().all(|&event| event == Event::Moved));
                prop_assert_eq!(events[way - 1], Event::Bit { part });
                for (event, ordinal) in events[way..].iter().zip(part + 1..) {
                    prop_assert_eq!(*event, Event::Ate(state.instance().wanted()[ordinal]));
                }
                prop_assert!(after.is_clean());
                prop_assert_eq!(after.prefix(), state.prefix());
                prop_assert_eq!(after.colours(), &state.colours()[..state.prefix()]);
                prop_assert_eq!(after.snake().head(), state.snake().cell(state.prefix() - 1 - way));
                // The target lies there: it was there, or it is a wrong part that was cut off.
                prop_assert_eq!(after.board().food(plan.target), state.target_colour());
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_limit_leaves_out_what_is_not_below_it(recipe in recipes()) {
        recipe.with(|state, rng| {
            let (mut scratch, mut other) = (Scratch::new(), Scratch::new());
            let all = find_bites(state, &mut scratch, &mut rng.clone());
            let totals = all.plans().iter().map(|plan| usize::from(plan.total));
            for limit in totals.flat_map(|total| [total, total + 1]).chain([0, usize::MAX]) {
                let is_below = |total: u16| usize::from(total) < limit;
                let below = all.plans().iter().filter(|plan| is_below(plan.total)).count();
                for least in 0..=MAX_BITES {
                    let found =
                        find_bites_below(state, limit, least, &mut other, &mut rng.clone());
                    let (kept, others) = found.plans().split_at(below.min(found.plans().len()));
                    prop_assert_eq!(kept, &all.plans()[..below]);
                    for which in 0..below {
                        prop_assert_eq!(found.moves(which), all.moves(which));
                    }
                    prop_assert!(others.iter().all(|plan| !is_below(plan.total)));
                    prop_assert!(found.plans().len() >= least.min(all.plans().len()));
                    prop_assert!(others.is_empty() || least > 0);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_drawn_order_chooses_among_ways(recipe in recipes()) {
        recipe.with(|state, mut rng| {
            let order = DirectionOrder::draw(&mut rng.clone());
            let mut scratch = Scratch::new();
            let found = find_bites(state, &mut scratch, &mut rng);
            let flood = reference::flood(state);
            for (which, plan) in found.plans().iter().enumerate() {
                let way = usize::from(plan.way);
                let bite = state.snake().cell(usize::from(plan.part) - way);
                let moves = reference::walk_back(state, &flood, bite, way, order);
                prop_assert_eq!(found.moves(which).iter().take(way).collect::<Vec<_>>(), moves);
            }
            Ok(())
        })?;
    }

    #[test]
    fn any_bite_of_one_move_can_be_restored(recipe in recipes()) {
        recipe.with(|state, _| {
            for direction in Direction::ALL {
                let mut bitten = state.clone();
                let Ok(Event::Bit { part }) = bitten.advance(direction) else { continue };
                let moves = restoration(state, 1, part);
                prop_assert_eq!(moves.len(), (state.prefix() - 1).saturating_sub(part));
                prop_assert_eq!(bitten.prefix(), state.prefix().min(part + 1));
                let (after, events) = replay(&bitten, &moves);
                prop_assert!(events.iter().all(|event| matches!(event, Event::Ate(_))));
                prop_assert_eq!(after.prefix(), state.prefix());
                prop_assert_eq!(after.is_clean(), part < state.prefix());
            }
            Ok(())
        })?;
    }
}

/// `way` is counted from `before`, and a part nearer than that does not exist any more.
#[test]
#[should_panic(expected = "no bite at part 4 after 5 moves")]
fn restoration_of_an_impossible_bite_panics() {
    use snake_core::{Instance, State};
    let instance: Instance =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/official/0000.txt"))
            .parse()
            .expect("an official instance");
    let _ = restoration(&State::start(&instance), 5, 4);
}
