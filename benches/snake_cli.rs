//! The commands from start to exit, as whole processes.
//!
//! What each run prints is compared with what it should print, so a fast wrong program fails. The
//! cost of a process is in every figure; `version` shows it alone.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use snake_beam::{Budget, Parameters, StepTable};
use snake_core::{Answer, Instance};

fn snake() -> Command {
    Command::new(env!("CARGO_BIN_EXE_snake"))
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    output
}

/// A solved instance on disk.
struct Case {
    passes: u64,
    input: PathBuf,
    output: PathBuf,
    answer: Answer,
    score: u64,
}

impl Case {
    fn new(folder: &Path, seed: u64, passes: u64) -> Self {
        let instance = Instance::generate(seed);
        let mut table = StepTable::new(&instance, Parameters::default(), 0);
        let outcome = table.run(&mut Budget::unlimited().with_passes(passes), |_| {});
        assert!(outcome.score.is_complete());
        let input = folder.join(format!("{seed}.txt"));
        let output = folder.join(format!("{seed}.out"));
        std::fs::write(&input, instance.to_string()).expect("the folder is writable");
        std::fs::write(&output, outcome.answer.to_string()).expect("the folder is writable");
        let score = outcome.score.value();
        Self { passes, input, output, answer: outcome.answer, score }
    }
}

fn commands(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sparse = Case::new(folder.path(), 0, 10);
    let dense = Case::new(folder.path(), 2, 3);

    criterion.bench_function("version", |bencher| {
        bencher.iter(|| black_box(run(snake().arg("--version"))));
    });
    for (name, case) in [("sparse", &sparse), ("dense", &dense)] {
        criterion.bench_function(&format!("score/{name}"), |bencher| {
            let first_line = format!("Score = {}\n", case.score);
            bencher.iter(|| {
                let scored = run(snake().arg("score").args([&case.input, &case.output]));
                assert!(scored.stdout.starts_with(first_line.as_bytes()), "{scored:?}");
            });
        });
        let passes = case.passes.to_string();
        criterion.bench_function(&format!("solve/{name}, {passes} passes"), |bencher| {
            let moves = case.answer.to_string();
            bencher.iter(|| {
                let solved = run(snake()
                    .arg("solve")
                    .arg(&case.input)
                    .args(["--preset", "author", "--passes", &passes]));
                assert!(solved.stdout == moves.as_bytes(), "{solved:?}");
            });
        });
    }
    criterion.bench_function("gen/100 files", |bencher| {
        let official = std::fs::read(&sparse.input).expect("it was written above");
        // A new folder each time: to replace a file costs the file system more than to make one.
        bencher.iter_batched(
            || tempfile::tempdir().expect("a temporary folder"),
            |out| {
                run(snake().args(["gen", "--seeds", "0..100", "--out"]).arg(out.path()));
                assert!(
                    std::fs::read(out.path().join("0000.txt")).expect("it is there") == official
                );
                assert!(out.path().join("0099.txt").exists());
                out
            },
            BatchSize::PerIteration,
        );
    });
}

criterion_group!(benches, commands);
criterion_main!(benches);
