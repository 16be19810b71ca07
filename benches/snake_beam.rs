//! Times the step table: one pass early and late, and what passes are made of, on a sparse board
//! (seed 0: 8 x 8, 30 wanted) and a dense one (seed 2: 14 x 14, 127 wanted).
//!
//! Every result is checked before it is timed, so that a fast wrong solver fails.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use snake_beam::{Budget, History, Key, Link, Parameters, StatePool, Step, StepTable, Valuation};
use snake_core::{Answer, Instance, State};

/// Seed of all random choices here.
const RNG_SEED: u64 = 1;

/// The instances: what they are called here, and the official text.
const INSTANCES: [(&str, &str); 2] = [
    ("sparse", include_str!("../fixtures/official/0000.txt")),
    ("dense", include_str!("../fixtures/official/0002.txt")),
];

/// How full the table is: passes made before the one that is timed. The first pass finds every step
/// empty; after some tens, most candidates are turned away.
const PHASES: [(&str, u64); 2] = [("early", 0), ("late", 40)];

fn passes(table: &mut StepTable<'_>, count: u64) -> snake_beam::Outcome {
    table.run(&mut Budget::unlimited().with_passes(count), |_| {})
}

fn table_after(instance: &Instance, count: u64) -> StepTable<'_> {
    let mut table = StepTable::new(instance, Parameters::default(), RNG_SEED);
    passes(&mut table, count);
    table
}

/// The state and the moves of the best entry of the last step that has any.
fn furthest<'i>(table: &StepTable<'i>) -> (State<'i>, Answer) {
    let step = table.steps().iter().rev().find(|step| !step.entries().is_empty());
    let kept = step.expect("a pass fills steps").entries()[0].kept();
    (table.state(kept).clone(), Answer::new(table.moves(kept)))
}

fn pass(c: &mut Criterion) {
    let mut group = c.benchmark_group("pass");
    for (name, text) in INSTANCES {
        let instance: Instance = text.parse().expect("an official instance");
        for (phase, before) in PHASES {
            let table = table_after(&instance, before);
            let mut next = table.clone();
            let outcome = passes(&mut next, 1);
            assert_eq!(outcome.effort.passes, before + 1);
            assert_eq!(outcome.answer.score(&instance), Ok(outcome.score));
            assert!(outcome.score.is_complete());
            let (state, answer) = furthest(&next);
            let mut replay = answer.replay(&instance);
            assert!(replay.by_ref().all(|event| event.is_ok()));
            assert_eq!(replay.state(), &state);
            group.bench_function(BenchmarkId::new(name, phase), |b| {
                b.iter_batched_ref(
                    || table.clone(),
                    |table| passes(table, 1),
                    BatchSize::LargeInput,
                );
            });
        }
    }
    group.finish();
}

fn state_copy(c: &mut Criterion) {
    let instance: Instance = INSTANCES[1].1.parse().expect("an official instance");
    let (state, _) = furthest(&table_after(&instance, 2));
    let (mut pool, parent) = StatePool::with(state.clone());
    let child = pool.copy(parent);
    assert_eq!(pool.get(child), &state);
    pool.release(child);
    let mut group = c.benchmark_group("state copy");
    group.throughput(Throughput::Bytes(size_of::<State<'_>>() as u64));
    group.bench_function("into a used place", |b| {
        b.iter(|| {
            let child = pool.copy(black_box(parent));
            pool.release(child);
        });
    });
    group.finish();
}

/// Offers all states of a table to one step, as a pass does: first by value, then by key, then in.
fn offer(step: &mut Step<usize>, candidates: &[(Key, snake_beam::Value)]) -> usize {
    let mut stored = 0;
    for (number, &(key, value)) in candidates.iter().enumerate() {
        if let Some(place) = step.place(key, value) {
            step.put(place, key, value, number);
            stored += 1;
        }
    }
    stored
}

fn table_insert(c: &mut Criterion) {
    let instance: Instance = INSTANCES[1].1.parse().expect("an official instance");
    let table = table_after(&instance, 2);
    let parameters = Parameters::default();
    let valuation = Valuation::new(parameters.distance_weight);
    let candidates: Vec<_> = table
        .steps()
        .iter()
        .flat_map(Step::entries)
        .map(|entry| table.state(entry.kept()))
        .map(|state| (Key::of(state), valuation.of(state)))
        .collect();
    let mut step = Step::new(parameters.kept);
    let stored = offer(&mut step, &candidates);
    assert!(stored > parameters.kept && stored < candidates.len());
    // Nothing is penalised here, so what stays is the best of what was offered.
    let best = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
    assert_eq!(
        best(&mut step.entries().iter().map(|entry| entry.value().moves())),
        best(&mut candidates.iter().map(|(_, value)| value.moves())),
    );
    let mut group = c.benchmark_group("table insert");
    group.throughput(Throughput::Elements(candidates.len() as u64));
    group.bench_function("offer", |b| {
        b.iter_batched_ref(
            || Step::new(parameters.kept),
            |step| offer(step, black_box(&candidates)),
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

fn history_reconstruct(c: &mut Criterion) {
    let instance: Instance = INSTANCES[1].1.parse().expect("an official instance");
    let (_, answer) = furthest(&table_after(&instance, 2));
    let mut history = History::new();
    // As in a search, the moves of one answer do not lie side by side.
    let mut link = Link::START;
    for &direction in answer.directions() {
        for other in snake_core::Direction::ALL {
            history.push(link, other);
        }
        link = history.push(link, direction);
    }
    assert_eq!(history.moves(link), answer.directions());
    let mut group = c.benchmark_group("history");
    group.throughput(Throughput::Elements(answer.directions().len() as u64));
    group.bench_function("reconstruct", |b| b.iter(|| history.moves(black_box(link))));
    group.finish();
}

criterion_group!(benches, pass, state_copy, table_insert, history_reconstruct);
criterion_main!(benches);
