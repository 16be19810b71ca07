//! What is true of every answer.

use proptest::prelude::*;
use snake_beam::{Budget, End, Parameters, StepTable};
use snake_core::{Answer, Instance};

use crate::config;
use crate::instances::{any_instance, finished_at_the_start, smallest};

fn solve(instance: &Instance, seed: u64, passes: u64) -> snake_beam::Outcome {
    StepTable::new(instance, Parameters::default(), seed)
        .run(&mut Budget::unlimited().with_passes(passes), |_| {})
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_answer_replays_to_the_claimed_score(
        instance in any_instance(), seed: u64, passes in 0_u64..4,
    ) {
        let outcome = solve(&instance, seed, passes);
        let score = outcome.answer.score(&instance);
        prop_assert_eq!(score, Ok(outcome.score));
        let empty = Answer::default().score(&instance).expect("it is legal");
        prop_assert!(outcome.score.value() <= empty.value());
    }

    #[test]
    fn the_best_never_gets_worse(instance in any_instance(), seed: u64, passes in 1_u64..6) {
        let mut table = StepTable::new(&instance, Parameters::default(), seed);
        let mut all = Vec::new();
        let mut budget = Budget::unlimited().with_passes(passes);
        let outcome = table.run(&mut budget, |progress| all.push(*progress));
        for (number, progress) in all.iter().enumerate() {
            prop_assert_eq!(progress.effort.passes, number as u64 + 1);
        }
        for pair in all.windows(2) {
            prop_assert!(pair[1].best.value() <= pair[0].best.value());
            prop_assert!(pair[1].effort.expansions > pair[0].effort.expansions);
            prop_assert!(pair[1].effort.moves >= pair[0].effort.moves);
            prop_assert!(pair[1].effort.complete_states >= pair[0].effort.complete_states);
        }
        let last = all.last().map(|progress| progress.best);
        prop_assert_eq!(last.unwrap_or(outcome.score), outcome.score);
        if outcome.effort.complete_states > 0 {
            prop_assert!(outcome.score.missing == 0 || outcome.score.turns > 20_000);
        }
    }

    #[test]
    fn the_same_seed_and_passes_give_the_same(
        instance in any_instance(), seed: u64, passes in 0_u64..4,
    ) {
        prop_assert_eq!(solve(&instance, seed, passes), solve(&instance, seed, passes));
    }

    // A second call of no passes ends for that reason, even if the search was exhausted before.
    #[test]
    fn going_on_is_the_same_as_going_through(
        instance in any_instance(), seed: u64, first in 0_u64..3, second in 1_u64..3,
    ) {
        let mut table = StepTable::new(&instance, Parameters::default(), seed);
        table.run(&mut Budget::unlimited().with_passes(first), |_| {});
        let outcome = table.run(&mut Budget::unlimited().with_passes(second), |_| {});
        prop_assert_eq!(outcome, solve(&instance, seed, first + second));
    }
}

#[test]
fn a_small_board_is_solved() {
    let instance = smallest();
    let outcome = solve(&instance, 1, 50);
    assert!(outcome.score.is_complete(), "{:?}", outcome.score);
    assert_eq!(outcome.answer.score(&instance), Ok(outcome.score));
}

#[test]
fn nothing_to_do_is_done_at_once() {
    let instance = finished_at_the_start();
    let outcome = StepTable::new(&instance, Parameters::default(), 1)
        .run(&mut Budget::unlimited(), |_| panic!("no pass is made"));
    assert_eq!((outcome.end, outcome.effort.expansions), (End::Exhausted, 0));
    assert_eq!(outcome.score.value(), 0);
}
