//! What the working memory holds from earlier searches influences no result.

use proptest::prelude::*;
use snake_paths::{Scratch, find_bites, find_clean_paths, find_paths_through};

use crate::config;
use crate::positions::recipes;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn old_scratch_does_not_matter(recipes in (recipes(), recipes())) {
        let mut used = Scratch::new();
        recipes.0.with_clean(|state, mut rng| {
            find_clean_paths(state, &mut used, &mut rng);
            find_bites(state, &mut used, &mut rng);
            find_paths_through(state, &mut used, &mut rng);
        });
        recipes.1.with_clean(|state, rng| {
            let mut fresh = Scratch::new();
            let one = find_clean_paths(state, &mut fresh, &mut rng.clone());
            let other = find_clean_paths(state, &mut used, &mut rng.clone());
            prop_assert_eq!(one.targets(), other.targets());
            for which in 0..one.targets().len() {
                prop_assert_eq!(one.path(which), other.path(which));
            }
            Ok(())
        })?;
        recipes.1.with(|state, rng| {
            let mut fresh = Scratch::new();
            let one = find_bites(state, &mut fresh, &mut rng.clone());
            let other = find_bites(state, &mut used, &mut rng.clone());
            prop_assert_eq!(one.plans(), other.plans());
            for which in 0..one.plans().len() {
                prop_assert_eq!(one.moves(which), other.moves(which));
            }
            let one = find_paths_through(state, &mut fresh, &mut rng.clone());
            let other = find_paths_through(state, &mut used, &mut rng.clone());
            prop_assert_eq!(one.targets(), other.targets());
            for which in 0..one.targets().len() {
                prop_assert_eq!(one.path(which), other.path(which));
            }
            Ok(())
        })?;
    }
}
