//! A budget by itself: when it is spent, and how often it looks at the clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use snake_beam::{Budget, CHECK_INTERVAL, End};

use crate::clock::Ticking;

#[test]
fn the_deadline_is_looked_at_once_an_interval() {
    let clock = Ticking::new();
    let deadline = clock.after(3);
    let mut budget = Budget::unlimited().with_deadline(deadline).with_clock(&clock);
    let mut work = 0;
    while !budget.is_spent_after(1) {
        work += 1;
    }
    // Looks at 0, 1, 2 and 3 ms: at once, then after each interval.
    assert_eq!((clock.reads(), work), (4, 3 * CHECK_INTERVAL));
    assert_eq!(budget.end(), Some(End::Deadline));
    assert!(budget.is_spent_after(0), "it stays spent");
    assert_eq!(clock.reads(), 4, "and the clock is left alone");
}

#[test]
fn the_time_left_ends_at_zero() {
    let clock = Ticking::new();
    assert_eq!(Budget::unlimited().with_clock(&clock).time_left(), None);
    assert_eq!(clock.reads(), 0);
    let deadline = clock.after(1);
    let budget = Budget::unlimited().with_deadline(deadline).with_clock(&clock);
    for left in [1, 0, 0] {
        assert_eq!(budget.time_left(), Some(Duration::from_millis(left)));
    }
}

#[test]
fn a_deadline_in_the_past_allows_nothing() {
    let clock = Ticking::new();
    let mut budget = Budget::unlimited().with_deadline(clock.after(0)).with_clock(&clock);
    assert!(budget.is_spent_after(0));
}

#[test]
fn passes_alone_never_read_the_clock() {
    let clock = Ticking::new();
    let stop = AtomicBool::new(false);
    let mut budget = Budget::unlimited().with_passes(3).with_stop_flag(&stop).with_clock(&clock);
    for made in 0..3 {
        assert!(!budget.is_spent_after_passes(made));
        assert!(!budget.is_spent_after(1000));
    }
    assert!(budget.is_spent_after_passes(3));
    assert_eq!(budget.end(), Some(End::Passes));
    assert_eq!(clock.reads(), 0);
}

#[test]
fn the_flag_is_seen_within_an_interval() {
    let stop = AtomicBool::new(false);
    let mut budget = Budget::unlimited().with_stop_flag(&stop);
    assert!(!budget.is_spent_after(1));
    stop.store(true, Ordering::Relaxed);
    let work = (1..).find(|_| budget.is_spent_after(1)).expect("it ends");
    assert!(work <= CHECK_INTERVAL);
    assert_eq!(budget.end(), Some(End::Stopped));
}
