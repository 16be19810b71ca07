//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use snake_beam::{Budget, CHECK_INTERVAL, Clock, End, Parameters, StepTable};
use snake_core::{Answer, Instance, MAX_WANTED};

use crate::clock::Ticking;
use crate::config;
use crate::instances::any_instance;

/// Must not be read.
struct Forbidden;

impl Clock for Forbidden {
    fn now(&self) -> Instant {
        panic!("the clock was read");
    }
}

/// Raises a flag at its n-th reading; its time stands still.
struct Raising<'a> {
    start: Instant,
    left: AtomicU64,
    flag: &'a AtomicBool,
}

impl Clock for Raising<'_> {
    fn now(&self) -> Instant {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.flag.store(true, Ordering::Relaxed);
        }
        self.start
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_deadline_ends_a_search_anywhere(
        instance in any_instance(), seed: u64, reads in 0_u64..300,
    ) {
        let clock = Ticking::new();
        let mut table = StepTable::new(&instance, Parameters::default(), seed);
        let mut budget =
            Budget::unlimited().with_deadline(clock.after(reads)).with_clock(&clock);
        let outcome = table.run(&mut budget, |_| {});
        prop_assert_eq!(outcome.answer.score(&instance), Ok(outcome.score));
        let empty = Answer::default().score(&instance).expect("it is legal");
        prop_assert!(outcome.score.value() <= empty.value());
        if outcome.end == End::Deadline {
            // The reading that finds the deadline passed is the last one.
            prop_assert_eq!(clock.reads(), reads + 1);
        } else {
            prop_assert_eq!(outcome.end, End::Exhausted);
        }
        // A look is due every interval of work, and a binding way of at most M moves is played as
        // a whole; so no more moves than that can lie between two looks.
        let most = (reads + 1) * (u64::from(CHECK_INTERVAL) + MAX_WANTED as u64);
        prop_assert!(outcome.effort.moves <= most, "{} moves", outcome.effort.moves);
        if reads == 0 {
            prop_assert_eq!(outcome.effort.expansions, 0);
            prop_assert_eq!(outcome.answer, Answer::default());
        }
    }

    #[test]
    fn the_stop_flag_is_honoured_soon(instance in any_instance(), seed: u64, reads in 1_u64..100) {
        let flag = AtomicBool::new(false);
        let start = Instant::now();
        let clock = Raising { start, left: AtomicU64::new(reads), flag: &flag };
        let mut budget = Budget::unlimited()
            .with_deadline(start + Duration::from_secs(1))
            .with_clock(&clock)
            .with_stop_flag(&flag);
        let mut table = StepTable::new(&instance, Parameters::default(), seed);
        let outcome = table.run(&mut budget, |_| {});
        prop_assert_eq!(outcome.answer.score(&instance), Ok(outcome.score));
        if outcome.end == End::Stopped {
            // The next look after the flag was raised sees it, and does not read the clock any more.
            prop_assert_eq!(clock.left.load(Ordering::Relaxed), 0);
        } else {
            prop_assert_eq!(outcome.end, End::Exhausted);
        }
    }

    #[test]
    fn passes_alone_read_no_clock(instance in any_instance(), seed: u64, passes in 0_u64..3) {
        let flag = AtomicBool::new(false);
        let mut budget = Budget::unlimited()
            .with_passes(passes)
            .with_stop_flag(&flag)
            .with_clock(&Forbidden);
        let outcome =
            StepTable::new(&instance, Parameters::default(), seed).run(&mut budget, |_| {});
        prop_assert!(outcome.effort.passes <= passes);
        if outcome.end == End::Passes {
            prop_assert_eq!(outcome.effort.passes, passes);
        }
    }
}

#[test]
fn a_flag_raised_between_passes_ends_the_run() {
    let instance = Instance::generate(0);
    let flag = AtomicBool::new(false);
    let mut budget = Budget::unlimited().with_stop_flag(&flag);
    let outcome =
        StepTable::new(&instance, Parameters::default(), 1).run(&mut budget, |progress| {
            if progress.effort.passes == 3 {
                flag.store(true, Ordering::Relaxed);
            }
        });
    assert_eq!((outcome.end, outcome.effort.passes), (End::Stopped, 3));
}

#[test]
fn whatever_ends_first_counts() {
    let instance = Instance::generate(0);
    let clock = Ticking::new();
    let both = |passes, reads| {
        let mut budget = Budget::unlimited()
            .with_passes(passes)
            .with_deadline(clock.now() + Duration::from_millis(reads))
            .with_clock(&clock);
        StepTable::new(&instance, Parameters::default(), 1).run(&mut budget, |_| {}).end
    };
    assert_eq!(both(1, 1_000_000), End::Passes);
    assert_eq!(both(1_000_000, 50), End::Deadline);
}
