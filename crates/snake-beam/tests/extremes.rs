//! Boards no generator makes: whatever they ask for, answers are legal, as good as claimed, and no
//! worse than doing nothing or than any beginning of themselves.

use std::fs;
use std::path::Path;

use snake_beam::layers::{self, Layers};
use snake_beam::{Budget, Outcome, Parameters, StepTable};
use snake_core::{Instance, Limits, Score, State};

/// Every board of `fixtures/hand-made`, with its name.
fn boards() -> Vec<(String, Instance)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/hand-made");
    let mut boards: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| {
            let path = entry.expect("readable").path();
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            let text = fs::read_to_string(path).expect("readable");
            let instance = Instance::parse(&text, Limits::Playable).expect("a playable board");
            (name, instance)
        })
        .collect();
    boards.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert!(boards.len() >= 18);
    boards
}

fn assert_sound(name: &str, instance: &Instance, outcome: &Outcome) {
    let mut state = State::start(instance);
    let mut best = Score::of(&state).value();
    for &direction in outcome.answer.directions() {
        state.advance(direction).unwrap_or_else(|error| panic!("{name}: {error}"));
        best = best.min(Score::of(&state).value());
    }
    assert_eq!(Score::of(&state), outcome.score, "{name}");
    assert_eq!(outcome.score.value(), best, "{name}: its beginning is better");
}

#[test]
fn the_search_by_layers_answers_every_board() {
    for (name, instance) in boards() {
        for rng_seed in 0..2 {
            let mut layers = Layers::new(&instance, layers::Parameters::default(), rng_seed);
            let outcome = layers.run(&mut Budget::unlimited().with_passes(2), |_| {});
            println!("{name}: {:?}", outcome.score);
            assert_sound(&name, &instance, &outcome);
        }
    }
}

#[test]
fn the_step_table_answers_every_board() {
    for (name, instance) in boards() {
        for rng_seed in 0..2 {
            let mut table = StepTable::new(&instance, Parameters::default(), rng_seed);
            let outcome = table.run(&mut Budget::unlimited().with_passes(2), |_| {});
            println!("{name}: {:?}", outcome.score);
            assert_sound(&name, &instance, &outcome);
        }
    }
}
