//! Runs and whole searches: legal, as long as claimed, the same everywhere, and always coming to an
//! end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use rand_xoshiro::rand_core::SeedableRng;
use snake_beam::layers::{
    CompactState, Found, Kernel, Layers, Parameters, Runner, SearchRng, Task, Terrain,
};
use snake_beam::{Budget, Clock, Effort, End, Outcome};
use snake_core::{Answer, Direction, Instance, Limits, MAX_TURNS};

use crate::positions::{narrow, small_instance};

fn solve(instance: &Instance, parameters: Parameters, rng_seed: u64, passes: u64) -> Outcome {
    let mut budget = Budget::unlimited().with_passes(passes);
    Layers::new(instance, parameters, rng_seed).run(&mut budget, |_| {})
}

/// Answer and score belong together, and the score is no worse than that of doing nothing.
fn assert_sound(instance: &Instance, outcome: &Outcome) {
    let score = outcome.answer.score(instance).expect("answers are legal");
    assert_eq!(score, outcome.score);
    assert_eq!(score.turns, outcome.answer.directions().len());
    let nothing = Answer::default().score(instance).expect("it is empty");
    assert!(score.value() <= nothing.value());
}

/// A run from a state, as the whole answer that it leads to.
fn run(
    runner: &mut Runner,
    before: &[Direction],
    from: &CompactState,
    (width, bound): (usize, usize),
    rng: &mut SearchRng,
) -> (bool, Vec<Direction>) {
    let (mut budget, mut effort) = (Budget::unlimited(), Effort::default());
    let found = runner.run(Task { from, width, bound }, rng, &mut budget, &mut effort);
    let (is_complete, moves) = match found {
        Found::Complete(moves) => (true, moves),
        Found::Incomplete(moves) => (false, moves),
    };
    assert_eq!(effort.complete_states, u64::from(is_complete));
    (is_complete, [before, moves.as_slice()].concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn runs_lead_where_they_say(
        seed in 0_u64..40, rng_seed in any::<u64>(), width in 1_usize..20, place in any::<u8>(),
    ) {
        let instance = if seed < 20 { Instance::generate(seed) } else { small_instance(seed) };
        let parameters = Parameters { patience: 50, ..narrow() };
        let mut rng = SearchRng::seed_from_u64(rng_seed);
        let terrain = Terrain::new(&instance, &parameters, &mut rng);
        let start = CompactState::start(&instance, &terrain);
        if start.prefix() == instance.wanted().len() {
            return Ok(());
        }
        let mut runner = Runner::new(terrain.clone(), parameters);
        let (is_complete, moves) =
            run(&mut runner, &[], &start, (width, MAX_TURNS + 1), &mut rng);
        let score = Answer::new(moves.clone()).score(&instance).expect("it is legal");
        prop_assert_eq!((score.is_complete(), score.turns), (is_complete, moves.len()));
        if !is_complete {
            return Ok(());
        }
        // On from a turn on the way, with the same memory: not longer than allowed.
        let turn = moves.len() * usize::from(place) / 256;
        let mut from = start;
        for &direction in &moves[..turn] {
            from.advance(&terrain, direction);
        }
        let bound = moves.len() + 1;
        let (is_complete, again) =
            run(&mut runner, &moves[..turn], &from, (width, bound), &mut rng);
        let score = Answer::new(again.clone()).score(&instance).expect("it is legal");
        prop_assert_eq!((score.is_complete(), score.turns), (is_complete, again.len()));
        prop_assert!(!is_complete || again.len() < bound);
    }

    #[test]
    fn searches_end_and_are_sound(number in 0_u64..1000, rng_seed in any::<u64>()) {
        let instance = small_instance(number);
        let parameters = Parameters { patience: 30, ..narrow() };
        let outcome = solve(&instance, parameters, rng_seed, 5);
        assert_sound(&instance, &outcome);
        prop_assert!(matches!(outcome.end, End::Passes | End::Exhausted));
    }
}

/// (Stored digests are those of snake-cli's tests, `solve_digests.txt`.)
#[test]
fn equal_searches_give_equal_answers() {
    for seed in 0..4 {
        let instance = Instance::generate(seed);
        let answer = || solve(&instance, Parameters::default(), seed, 4);
        assert_eq!(answer(), answer());
    }
}

#[test]
fn kernels_agree() {
    for seed in 0..6 {
        let instance = Instance::generate(seed);
        let answer = |kernel| {
            let mut layers = Layers::new(&instance, narrow(), seed).with_kernel(kernel);
            layers.run(&mut Budget::unlimited().with_passes(30), |_| {})
        };
        assert_eq!(answer(Kernel::detect()), answer(Kernel::Portable));
    }
}

#[test]
fn a_search_goes_on_where_it_ended() {
    let instance = Instance::generate(0);
    let mut layers = Layers::new(&instance, narrow(), 3);
    let mut passes_told = Vec::new();
    let first = layers.run(&mut Budget::unlimited().with_passes(4), |progress| {
        passes_told.push(progress.effort.passes);
    });
    let second = layers.run(&mut Budget::unlimited().with_passes(40), |progress| {
        passes_told.push(progress.effort.passes);
    });
    assert!(passes_told.into_iter().eq(1..=44));
    assert_eq!((first.effort.passes, second.effort.passes), (4, 44));
    assert!(second.score.value() <= first.score.value());
    assert_sound(&instance, &second);
}

/// A clock that goes on by a fixed time at each look.
struct Ticking {
    start: Instant,
    tick: Duration,
    looks: AtomicU64,
}

impl Ticking {
    fn new(tick: Duration) -> Self {
        Self { start: Instant::now(), tick, looks: AtomicU64::new(0) }
    }
}

impl Clock for Ticking {
    fn now(&self) -> Instant {
        self.start + self.tick * self.looks.fetch_add(1, Ordering::Relaxed) as u32
    }
}

#[test]
fn the_smallest_budgets_are_kept() {
    let instance = Instance::generate(2);
    let none = solve(&instance, Parameters::default(), 1, 0);
    assert_eq!((none.end, none.answer.directions().len()), (End::Passes, 0));

    // Each look at the clock takes a while, so that runs are broken off at many different layers.
    for looks in 0..60 {
        let clock = Ticking::new(Duration::from_millis(1));
        let mut budget = Budget::unlimited()
            .with_deadline(clock.start + Duration::from_millis(looks))
            .with_clock(&clock);
        let outcome = Layers::new(&instance, Parameters::default(), 1).run(&mut budget, |_| {});
        assert_eq!(outcome.end, End::Deadline);
        assert_sound(&instance, &outcome);
        assert!(looks < 20 || !outcome.answer.directions().is_empty());
    }

    let stop = AtomicBool::new(true);
    let mut budget = Budget::unlimited().with_stop_flag(&stop);
    let outcome = Layers::new(&instance, Parameters::default(), 1).run(&mut budget, |_| {});
    assert_eq!((outcome.end, outcome.effort.expansions), (End::Stopped, 0));
}

#[test]
fn passes_alone_never_read_the_clock() {
    let instance = Instance::generate(0);
    let clock = Ticking::new(Duration::ZERO);
    let mut budget = Budget::unlimited().with_passes(8).with_clock(&clock);
    Layers::new(&instance, narrow(), 1).run(&mut budget, |_| {});
    assert_eq!(clock.looks.load(Ordering::Relaxed), 0);
}

#[test]
fn nothing_to_do_ends_at_once() {
    let text = "5 5 1\n1 1 1 1 1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n";
    let instance = Instance::parse(text, Limits::Playable).expect("it is valid");
    let outcome = Layers::new(&instance, narrow(), 1).run(&mut Budget::unlimited(), |_| {});
    assert_eq!((outcome.end, outcome.score.value()), (End::Exhausted, 0));
}

/// Where no answer is complete, runs come to an end, and the best score met counts.
#[test]
fn impossible_instances_end() {
    let no_second_colour =
        "5 8 2\n1 1 1 1 1 2 2 2\n0 1 0 0 0\n0 0 0 1 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 1\n";
    let full_board = "5 25 2\n1 1 1 1 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1\n\
        0 1 1 1 1\n0 1 1 1 1\n0 1 1 1 1\n0 1 1 1 1\n0 1 1 1 1\n";
    for text in [no_second_colour, full_board] {
        let instance = Instance::parse(text, Limits::Playable).expect("it is valid");
        let outcome = solve(&instance, Parameters::default(), 1, 3);
        assert_eq!(outcome.end, End::Passes);
        assert_sound(&instance, &outcome);
        assert!(!outcome.score.is_complete());
        // Wrong colours cost less than missing ones.
        assert!(!outcome.answer.directions().is_empty());
    }
}

/// A target walled in by other foods must be reached through them.
#[test]
fn a_target_behind_other_foods_is_reached() {
    let text = "5 11 3\n1 1 1 1 1 2 1 1 3 3 1\n\
        0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 1\n0 0 0 1 3\n0 0 1 3 2\n";
    let instance = Instance::parse(text, Limits::Playable).expect("it is valid");
    let outcome = solve(&instance, Parameters::default(), 1, 4);
    assert_sound(&instance, &outcome);
    assert!(outcome.score.is_complete(), "{:?}", outcome.score);
}

/// A clean snake in a small open region of seed 10754 has three wrong foods between it and its
/// target. Runs that only saw what those cost filled their layers with snakes that wait, and had no complete answer
/// in two seconds.
#[test]
fn a_dense_board_is_completed_in_a_few_passes() {
    let instance = Instance::generate(10754);
    let outcome = solve(&instance, Parameters::default(), 0, 4);
    assert_sound(&instance, &outcome);
    assert!(outcome.score.is_complete(), "{:?}", outcome.score);
}
