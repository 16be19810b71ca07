//! `snake bench`: the searches do what they did when the signature was stored.

use crate::process::{run, snake};

/// The release build is held to the same number by `.ci/run`.
#[test]
fn the_signature_is_the_stored_one() {
    let stored = include_str!("../../../../fixtures/bench_signature.txt");
    let bench = run(snake().arg("bench"));
    assert_eq!((bench.code, bench.stderr.as_str()), (Some(0), ""), "{bench:?}");
    assert!(
        bench.stdout == stored,
        "the searches have changed: the signature is {} and was {}\n\
         If that is meant, store it and say so in the commit:\n\
         \x20   cargo run --release -- bench > fixtures/bench_signature.txt\n\
         If not, `snake bench -v` here and at the commit before tells where they differ.",
        bench.stdout.trim_end(),
        stored.trim_end(),
    );
}
