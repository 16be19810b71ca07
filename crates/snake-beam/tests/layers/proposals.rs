//! What candidates promise against the states that they lead to.

use proptest::prelude::*;
use rand_xoshiro::rand_core::SeedableRng;
use snake_beam::layers::{
    Candidate, CompactState, Flood, FloodLimits, MAX_WAY, MAX_WRONG, Parameters, Place, Proposals,
    SPAN, SearchRng, Upcoming,
};
use snake_core::{Event, Instance, Limits, MAX_TURNS};

use crate::positions::{Position, scripts};

fn parameters() -> impl Strategy<Value = Parameters> {
    (0..=4_usize, 0..=4_usize, 0..=2_usize, 1..=MAX_WAY, 1..=9_usize, 0..=3_usize).prop_map(
        |(targets, bites, wrong_on_way, near_turns, near_stops, wrong_food_ways)| Parameters {
            targets,
            bites,
            wrong_on_way,
            near_turns,
            near_stops,
            wrong_food_ways,
            // No noise, so that values can be compared.
            noise: 1,
            ..Parameters::default()
        },
    )
}

/// All candidates of a position, with their turns.
fn candidates(
    position: &Position,
    parameters: &Parameters,
    rank: usize,
    bound: usize,
    has_stalled: bool,
) -> Vec<(usize, Candidate)> {
    let mut flood = Flood::default();
    let limits = FloodLimits {
        turns: MAX_WAY,
        near_turns: parameters.near_turns,
        wrong_foods: parameters.wrong_on_way.min(MAX_WRONG - position.compact.wrong_parts()),
        targets: parameters.targets,
    };
    flood.run(&position.compact, &position.terrain, limits);
    let mut upcoming = Upcoming::default();
    let mut proposals = Proposals {
        parameters,
        terrain: &position.terrain,
        rng: &mut SearchRng::seed_from_u64(rank as u64),
        state: &position.compact,
        place: Place::default(),
        rank,
        has_stalled,
        flood: &flood,
        bound,
        upcoming: &mut upcoming,
    };
    proposals.all();
    let now = position.compact.turns();
    let turns = now + 1..now + SPAN;
    turns.flat_map(|turn| upcoming.at(turn).iter().map(move |&made| (turn, made))).collect()
}

/// Plays every candidate and compares.
fn keep_their_promises(
    position: &Position,
    candidates: &[(usize, Candidate)],
    value: impl Fn(&CompactState) -> i32,
) -> Result<(), TestCaseError> {
    for (turn, candidate) in candidates {
        let (mut state, mut compact) = (position.state.clone(), position.compact);
        let mut cells = Vec::new();
        let restored = candidate.restoration().ordinals();
        cells.extend(restored.map(|ordinal| position.compact.cell(ordinal)));
        for direction in candidate.way().iter() {
            state.advance(direction).expect("ways are legal");
            compact.advance(&position.terrain, direction);
        }
        for &cell in &cells {
            let direction = state.grid().direction_between(state.snake().head(), cell);
            let direction = direction.expect("a restoration goes along the old body");
            let event = state.advance(direction).expect("restorations are legal");
            prop_assert!(matches!(event, Event::Ate(_)) && state.is_clean());
            compact.advance(&position.terrain, direction);
        }
        prop_assert_eq!(candidate.turns(), candidate.way().len() + cells.len());
        prop_assert_eq!(compact.turns(), *turn);
        prop_assert_eq!(candidate.key(), compact.key(&position.terrain));
        prop_assert_eq!(candidate.value(), value(&compact));
        prop_assert_eq!((state.prefix(), state.turns()), (compact.prefix(), *turn));
    }
    Ok(())
}

proptest! {
    #[test]
    fn candidates_keep_their_promises(
        script in scripts(), parameters in parameters(), rank in prop_oneof![Just(0), Just(1000)],
    ) {
        let position = script.play(|_| {});
        if position.state.is_complete() {
            return Ok(());
        }
        let candidates = candidates(&position, &parameters, rank, MAX_TURNS + 1, false);
        keep_their_promises(&position, &candidates, |state| state.value(&position.terrain))?;
        // There is always something to do, but for a snake with no room for another wrong colour.
        if parameters.targets == 4 && position.compact.wrong_parts() < MAX_WRONG {
            prop_assert!(!candidates.is_empty());
        }
    }

    /// Only the values differ, by what stands between heads and targets.
    #[test]
    fn candidates_of_a_stalled_run_look_for_the_target(script in scripts()) {
        let position = script.play(|_| {});
        if position.state.is_complete() {
            return Ok(());
        }
        let parameters = Parameters { noise: 1, ..Parameters::default() };
        let candidates = candidates(&position, &parameters, 0, MAX_TURNS + 1, true);
        keep_their_promises(&position, &candidates, |state| state.stalled_value(&position.terrain))?;
    }

    /// What is left out for the bound, and nothing else: the random draws depend on it, so only
    /// numbers are compared.
    #[test]
    fn the_bound_leaves_out_what_is_hopeless(script in scripts(), slack in 0..40_usize) {
        let position = script.play(|_| {});
        if position.state.is_complete() {
            return Ok(());
        }
        let parameters = Parameters { noise: 1, bites: 0, ..Parameters::default() };
        let missing = |prefix: usize| position.terrain.wanted_length() - prefix;
        let bound = position.compact.turns() + missing(position.compact.prefix()) + slack;
        let outcome_of = |&(turn, ref candidate): &(usize, Candidate)| {
            let mut compact = position.compact;
            for direction in candidate.way().iter() {
                compact.advance(&position.terrain, direction);
            }
            turn + missing(compact.prefix())
        };
        let all = candidates(&position, &parameters, 0, MAX_TURNS + 1, false);
        let some = candidates(&position, &parameters, 0, bound, false);
        prop_assert!(some.iter().all(|entry| outcome_of(entry) < bound));
        prop_assert_eq!(some.len(), all.iter().filter(|&entry| outcome_of(entry) < bound).count());
    }
}

fn start_of(text: &str) -> Position {
    let instance = Instance::parse(text, Limits::Playable).expect("it is valid");
    Position::start(Box::leak(Box::new(instance)))
}

#[test]
fn a_food_next_to_the_head_is_a_target() {
    // The snake stands in the first column, its head in the last row.
    let text = "5 7 2\n1 1 1 1 1 2 1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 2 1 0 0\n";
    let position = start_of(text);
    let parameters = Parameters { noise: 1, ..Parameters::default() };
    let candidates = candidates(&position, &parameters, 1000, MAX_TURNS + 1, false);
    // One way to the target and nothing else: no bites in reach, and the rank too low for wandering.
    let [(1, candidate)] = candidates.as_slice() else { panic!("{candidates:?}") };
    assert!(candidate.way().iter().eq([snake_core::Direction::Right]));
    let walls_left = parameters.wall_food;
    assert_eq!(candidate.value(), 6 * parameters.matched_colour - walls_left);
}

#[test]
fn a_short_snake_leaves_a_long_ways_first_cells() {
    // Eight moves to the target: past the food in the corner, then along two edges. By then the snake,
    // of five parts, has left the cell beside the corner again.
    let text = "6 9 2\n1 1 1 1 1 1 2 2 2\n\
        0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 2 0 0 0 1\n0 0 2 0 0 0\n2 0 0 0 0 0\n";
    let position = start_of(text);
    let parameters = Parameters { noise: 1, ..Parameters::default() };
    let candidates = candidates(&position, &parameters, 1000, MAX_TURNS + 1, false);
    assert!(candidates.iter().any(|(turn, _)| *turn == 8));
    keep_their_promises(&position, &candidates, |state| state.value(&position.terrain))
        .expect("the value is that of the state");
}
