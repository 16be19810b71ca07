//! The team keeps its promises: a team of one changes nothing, limited passes make it a function of its
//! inputs, and it ends when it should.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use snake_beam::layers::{self, Layers};
use snake_beam::{
    Budget, Effort, End, Incumbent, Member, Outcome, Parameters, ROUND_PASSES, STALE_PASSES,
    StepTable, Team,
};
use snake_core::{Instance, Limits};

fn layers<'i>(instance: &'i Instance) -> impl Fn(u64) -> Layers<'i> {
    // Narrow, so that a pass takes a few milliseconds at most.
    let narrow =
        layers::Parameters { least_width: 4, most_width: 12, ..layers::Parameters::default() };
    move |seed| Layers::new(instance, narrow.clone(), seed)
}

fn tables<'i>(instance: &'i Instance) -> impl Fn(u64) -> StepTable<'i> {
    move |seed| StepTable::new(instance, Parameters::default(), seed)
}

fn size(members: usize) -> NonZeroUsize {
    NonZeroUsize::new(members).expect("a team has members")
}

fn passes(limit: u64) -> Budget<'static> {
    Budget::unlimited().with_passes(limit)
}

/// A member that is slow at times of its own choosing, or breaks down.
struct Moody<S> {
    search: S,
    /// Milliseconds lost after each pass, again and again.
    delays: Vec<u64>,
    breaks_after: Option<u64>,
}

impl<S: Member> Member for Moody<S> {
    fn run_passes(
        &mut self,
        budget: &mut Budget<'_>,
        mut after_pass: impl FnMut(&mut Self),
    ) -> Outcome {
        // The search's own loop, a pass at a time, with the rest of this one in between.
        let limit = budget.passes().expect("these tests limit the passes");
        let mut outcome = self.search.run_passes(&mut passes(0), |_| {});
        for pass in 0..limit {
            assert!(self.breaks_after.is_none_or(|last| pass < last), "broken down");
            outcome = self.search.run_passes(&mut passes(1), |_| {});
            sleep(Duration::from_millis(self.delays[pass as usize % self.delays.len()]));
            after_pass(self);
        }
        outcome
    }

    fn incumbent(&self) -> &Incumbent {
        self.search.incumbent()
    }

    fn effort(&self) -> Effort {
        self.search.effort()
    }

    fn adopt(&mut self, answer: &Incumbent) {
        self.search.adopt(answer);
    }
}

#[test]
fn a_team_of_one_is_the_search_alone() {
    fn check<S: Member>(mut alone: S, mut team: Team<S>) {
        let (mut alone_told, mut team_told) = (Vec::new(), Vec::new());
        let outcome = alone.run_passes(&mut passes(7), |search| {
            alone_told.push((search.effort(), search.incumbent().score()));
        });
        let mut budget = passes(7);
        let of_team = team.run(&mut budget, |told| team_told.push((told.effort, told.best)));
        assert_eq!(of_team, outcome);
        assert_eq!(team_told, alone_told);
        assert_eq!(budget.end(), Some(End::Passes));
    }
    for seed in [0, 2] {
        let instance = Instance::generate(seed);
        check(layers(&instance)(9), Team::new(size(1), 9, layers(&instance)));
        check(tables(&instance)(9), Team::new(size(1), 9, tables(&instance)));
    }
}

#[test]
fn limited_passes_make_the_answer_independent_of_the_threads_speed() {
    fn check<S: Member>(member: impl Fn(u64) -> S) {
        for members in [2, 3, 5] {
            // More rounds than one, and a rest that not everybody takes part in.
            let limit = 2 * ROUND_PASSES * members as u64 + 3;
            let outcomes = [vec![0], vec![0, 9, 0, 4], vec![5, 0, 1]].map(|delays| {
                let mut number = 0;
                let mut team = Team::new(size(members), 3, |seed| {
                    number += 1;
                    let mut delays = delays.clone();
                    let shift = number % delays.len();
                    delays.rotate_left(shift);
                    Moody { search: member(seed), delays, breaks_after: None }
                });
                team.run(&mut passes(limit), |_| {})
            });
            assert_eq!(outcomes[0].effort.passes, limit);
            assert_eq!(outcomes[0], outcomes[1]);
            assert_eq!(outcomes[0], outcomes[2]);
        }
    }
    let instance = Instance::generate(0);
    check(layers(&instance));
    check(tables(&instance));
}

#[test]
fn members_start_differently_and_take_the_best_answer_when_they_are_stuck() {
    // So small that a member soon finds nothing better, and not what another has found.
    let instance = Instance::generate(0);
    let mut team = Team::new(size(3), 1, layers(&instance));
    team.run(&mut passes(3), |_| {});
    let moves: Vec<_> = team.members().iter().map(|one| one.incumbent().moves()).collect();
    assert!(moves[0] != moves[1] && moves[1] != moves[2] && moves[0] != moves[2]);

    // For so few passes nobody takes anything: each has what it would have alone.
    let few = STALE_PASSES / 2;
    team.run(&mut passes(3 * few), |_| {});
    let mut alone = layers(&instance)(1);
    alone.run(&mut passes(1), |_| {});
    alone.run(&mut passes(few), |_| {});
    assert_eq!(alone.incumbent().moves(), team.members()[0].incumbent().moves());

    let outcome = team.run(&mut passes(3 * 8 * STALE_PASSES), |_| {});
    for member in team.members() {
        assert_eq!(member.incumbent().score(), outcome.score);
    }
    assert_eq!(outcome.answer.score(&instance), Ok(outcome.score));
}

#[test]
fn every_pass_is_told_on_the_calling_thread() {
    let instance = Instance::generate(0);
    let caller = thread::current().id();
    for limit in [0, 1, 2, 10] {
        let mut team = Team::new(size(3), 1, layers(&instance));
        let mut told = Vec::new();
        let mut budget = passes(limit);
        let outcome = team.run(&mut budget, |progress| {
            assert_eq!(thread::current().id(), caller);
            told.push(*progress);
        });
        let numbers: Vec<u64> = told.iter().map(|progress| progress.effort.passes).collect();
        assert_eq!(numbers, (1..=limit).collect::<Vec<_>>());
        assert!(told.is_sorted_by(|one, next| one.best.value() >= next.best.value()));
        if let Some(last) = told.last() {
            assert_eq!(last.best, outcome.score);
        }
        assert_eq!((outcome.end, budget.end()), (End::Passes, Some(End::Passes)));
    }
}

#[test]
fn the_stop_flag_ends_all_members_and_the_best_answer_is_kept() {
    let instance = Instance::generate(2);
    let stop = AtomicBool::new(false);
    let mut team = Team::new(size(3), 1, layers(&instance));
    let mut best = u64::MAX;
    let mut budget = Budget::unlimited().with_stop_flag(&stop);
    let outcome = team.run(&mut budget, |progress| {
        best = best.min(progress.best.value());
        if progress.effort.passes == 30 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!((outcome.end, budget.end()), (End::Stopped, Some(End::Stopped)));
    assert!(outcome.effort.passes >= 30);
    // The pass that was broken off may have added to the last one told, never taken away.
    assert!(outcome.score.value() <= best);
    assert_eq!(outcome.answer.score(&instance), Ok(outcome.score));
}

#[test]
fn a_deadline_in_the_past_allows_nothing() {
    let instance = Instance::generate(0);
    let mut team = Team::new(size(2), 1, layers(&instance));
    let mut budget = Budget::unlimited().with_deadline(Instant::now());
    let outcome = team.run(&mut budget, |_| panic!("no pass was made"));
    assert_eq!((outcome.end, budget.end()), (End::Deadline, Some(End::Deadline)));
    assert!(outcome.answer.directions().is_empty());
}

#[test]
fn a_team_without_anything_to_try_says_so() {
    let complete = include_str!("../../../fixtures/hand-made/no-food.txt");
    let instance = Instance::parse(complete, Limits::Playable).expect("it is valid");
    let outcome = Team::new(size(2), 1, layers(&instance)).run(&mut Budget::unlimited(), |_| {});
    assert_eq!((outcome.end, outcome.score.value()), (End::Exhausted, 0));
}

/// The others must not wait for it at the round's end.
#[test]
fn a_member_that_panics_ends_the_team() {
    let instance = Instance::generate(0);
    let mut number = 0;
    let mut team = Team::new(size(3), 1, |seed| {
        number += 1;
        let breaks_after = (number == 2).then_some(ROUND_PASSES - 1);
        Moody { search: layers(&instance)(seed), delays: vec![0], breaks_after }
    });
    let run = AssertUnwindSafe(|| team.run(&mut passes(6 * ROUND_PASSES), |_| {}));
    assert!(catch_unwind(run).is_err());
}
