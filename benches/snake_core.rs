//! The rules: one move of each kind, a copy of a state, reading, scoring, generating, counting.
//!
//! Every position comes from a stored game of a real instance (`fixtures/answers/`), and each bench
//! asserts first that what it times gives the right result.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use snake_core::{Answer, Direction, Event, Instance, Limits, State, perft};

/// A sparse and a dense official seed: N, M = 8, 30 and 14, 127.
const GAMES: [&str; 2] = ["0000", "0002"];

/// Depth of the timed perft: some thousands of sequences.
const PERFT_DEPTH: usize = 9;

fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// An official instance and its stored answer.
struct Game {
    name: &'static str,
    instance_text: String,
    answer_text: String,
    instance: Instance,
    answer: Answer,
}

fn games() -> Vec<Game> {
    let game = |name| {
        let instance_text = fixture(&format!("official/{name}.txt"));
        let answer_text = fixture(&format!("answers/{name}.txt"));
        let instance: Instance = instance_text.parse().expect("a legal instance");
        let answer: Answer = answer_text.parse().expect("directions");
        let score = answer.score(&instance).expect("a legal answer");
        assert!(score.is_complete(), "{name}: {score:?}");
        Game { name, instance_text, answer_text, instance, answer }
    };
    GAMES.into_iter().map(game).collect()
}

/// The position before the first move in the second half of the game that does what is asked for, or
/// before the last such move of the first half.
fn position(
    game: &Game,
    is_wanted: impl Fn(Event) -> bool,
) -> Option<(State<'_>, Direction, Event)> {
    let directions = game.answer.directions();
    let mut state = State::start(&game.instance);
    let mut found = None;
    for (turn, &direction) in directions.iter().enumerate() {
        let before = state.clone();
        let event = state.advance(direction).expect("a legal answer");
        if is_wanted(event) {
            found = Some((before, direction, event));
            if turn >= directions.len() / 2 {
                break;
            }
        }
    }
    found
}

/// One move without food, one that eats, one that bites.
fn advance(c: &mut Criterion) {
    type Kind = (&'static str, fn(Event) -> bool);
    let kinds: [Kind; 3] = [
        ("moved", |event| event == Event::Moved),
        ("ate", |event| matches!(event, Event::Ate(_))),
        ("bit", |event| matches!(event, Event::Bit { .. })),
    ];
    let games = games();
    for (kind, is_wanted) in kinds {
        let mut group = c.benchmark_group(format!("advance_{kind}"));
        let mut benched = 0;
        for game in &games {
            let Some((state, direction, event)) = position(game, is_wanted) else { continue };
            let mut after = state.clone();
            assert_eq!(after.advance(direction), Ok(event));
            assert!(is_wanted(event) && after.turns() == state.turns() + 1);
            group.bench_function(game.name, |b| {
                b.iter_batched_ref(
                    || state.clone(),
                    |state| state.advance(black_box(direction)),
                    BatchSize::SmallInput,
                );
            });
            benched += 1;
        }
        assert!(benched > 0, "a game in which the snake {kind}");
        group.finish();
    }
}

/// The copy that a search makes of a state, in the middle of the game.
fn copy(c: &mut Criterion) {
    let mut group = c.benchmark_group("copy");
    for game in &games() {
        let (state, ..) = position(game, |_| true).expect("a game has moves");
        assert_eq!(state.clone(), state);
        group.throughput(Throughput::Bytes(size_of_val(&state) as u64));
        group.bench_function(game.name, |b| b.iter(|| black_box(&state).clone()));
    }
    group.finish();
}

fn parse_instance(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse_instance");
    for game in &games() {
        assert_eq!(game.instance.to_string(), game.instance_text);
        group.throughput(Throughput::Bytes(game.instance_text.len() as u64));
        group.bench_function(game.name, |b| {
            b.iter(|| black_box(&game.instance_text).parse::<Instance>());
        });
    }
    group.finish();
}

fn parse_answer(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse_answer");
    for game in &games() {
        assert_eq!(game.answer.to_string(), game.answer_text);
        group.throughput(Throughput::Elements(game.answer.directions().len() as u64));
        group.bench_function(game.name, |b| {
            b.iter(|| black_box(&game.answer_text).parse::<Answer>());
        });
    }
    group.finish();
}

/// The replay of a whole answer.
fn score(c: &mut Criterion) {
    let mut group = c.benchmark_group("score");
    for game in &games() {
        let moves = game.answer.directions().len() as u64;
        assert_eq!(game.answer.score(&game.instance).map(|score| score.value()), Ok(moves));
        group.throughput(Throughput::Elements(moves));
        group
            .bench_function(game.name, |b| b.iter(|| game.answer.score(black_box(&game.instance))));
    }
    group.finish();
}

fn generate(c: &mut Criterion) {
    let mut group = c.benchmark_group("generate");
    for game in &games() {
        let seed = game.name.parse().expect("files are named by their seeds");
        assert_eq!(Instance::generate(seed), game.instance);
        group.bench_function(game.name, |b| b.iter(|| Instance::generate(black_box(seed))));
    }
    group.finish();
}

fn count(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for name in ["09-official-seed-0", "10-dense"] {
        let text = fixture(&format!("perft/{name}.txt"));
        let instance = Instance::parse(&text, Limits::Playable).expect("a legal board");
        let golden = fixture(&format!("perft/{name}.counts"));
        let start = State::start(&instance);
        let lines = perft(&start, PERFT_DEPTH);
        assert!(lines.iter().map(ToString::to_string).eq(golden.lines().take(PERFT_DEPTH)));
        group.throughput(Throughput::Elements(lines[PERFT_DEPTH - 1].sequences));
        group.bench_function(name, |b| b.iter(|| perft(black_box(&start), PERFT_DEPTH)));
    }
    group.finish();
}

/// Fifteen or so benches of nanoseconds to milliseconds: short times are enough, and keep the whole
/// run near a minute.
fn quick() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
}

criterion_group! {
    name = benches;
    config = quick();
    targets = advance, copy, parse_instance, parse_answer, score, generate, count
}
criterion_main!(benches);
