//! What is true of every table between passes.

use std::collections::HashSet;

use proptest::prelude::*;
use snake_beam::{Budget, Key, Parameters, StepTable, Valuation};
use snake_core::{Answer, Instance, State};

use crate::config;
use crate::instances::any_instance;

/// The method's parameters, or smaller ones, which fill steps sooner.
fn parameters() -> impl Strategy<Value = Parameters> {
    let author = Parameters::default;
    prop_oneof![
        Just(author()),
        (1_usize..6, 1_usize..6, 0_usize..=4, 0_usize..=2, 0_usize..=3, 1_usize..60).prop_map(
            move |(kept, expanded, clean, bite, through, move_cap)| Parameters {
                kept,
                expanded,
                clean_branches: clean,
                bite_branches: bite,
                through_branches: through,
                move_cap,
                ..author()
            }
        ),
    ]
}

fn check(
    table: &StepTable<'_>,
    instance: &Instance,
    parameters: &Parameters,
) -> Result<(), TestCaseError> {
    let valuation = Valuation::new(parameters.distance_weight);
    let mut kept_states = 0;
    prop_assert_eq!(table.steps().len(), instance.wanted().len());
    for (prefix, step) in table.steps().iter().enumerate() {
        prop_assert!(step.entries().len() <= parameters.kept);
        kept_states += step.entries().len();
        let keys: HashSet<_> = step.entries().iter().map(snake_beam::Entry::key).collect();
        prop_assert_eq!(keys.len(), step.entries().len(), "keys are unique within a step");
        for entry in step.entries() {
            let state = table.state(entry.kept());
            prop_assert!(state.is_clean());
            prop_assert_eq!(state.prefix(), prefix);
            prop_assert_eq!(entry.key(), Key::of(state));
            prop_assert_eq!(entry.value(), valuation.of(state));
            prop_assert!(entry.penalised() >= entry.value());
            // The history leads to this very state.
            let answer = Answer::new(table.moves(entry.kept()));
            prop_assert_eq!(answer.directions().len(), state.turns());
            let mut replay = answer.replay(instance);
            prop_assert!(replay.by_ref().all(|event| event.is_ok()));
            let reached: &State<'_> = replay.state();
            prop_assert_eq!(reached, state);
        }
    }
    prop_assert_eq!(table.states_in_use(), kept_states, "no place is lost or used twice");
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_table_keeps_its_promises(
        instance in any_instance(), parameters in parameters(), seed: u64, passes in 0_u64..4,
    ) {
        let mut table = StepTable::new(&instance, parameters.clone(), seed);
        check(&table, &instance, &parameters)?;
        for _ in 0..passes {
            table.run(&mut Budget::unlimited().with_passes(1), |_| {});
            check(&table, &instance, &parameters)?;
        }
    }
}
