//! Several searches on one instance, a thread each, that tell each other of their answers.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, mpsc};
use std::thread;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use snake_core::Score;

use crate::budget::{Budget, End};
use crate::incumbent::Incumbent;
use crate::outcome::{Effort, Outcome, Progress};

/// A search that goes by passes and can use the answer of another one between two of them.
pub trait Member: Send {
    /// Makes passes until the budget is spent. After every pass, `after_pass` is called with the
    /// search, which may [adopt](Self::adopt) an answer then.
    fn run_passes(&mut self, budget: &mut Budget<'_>, after_pass: impl FnMut(&mut Self))
    -> Outcome;

    /// The best answer so far.
    fn incumbent(&self) -> &Incumbent;

    /// What has been done so far.
    fn effort(&self) -> Effort;

    /// Goes on with an answer for the same instance that another search has found. It is taken only if
    /// its score is better than that of the own best one.
    fn adopt(&mut self, answer: &Incumbent);
}

/// Searches that work on one instance together, each on a thread of its own.
///
/// # What is shared
///
/// Only the best answer. Everything else a member has for itself: its random numbers, its memory
/// (so a team takes as much as its members together), its schedule. Member 0 draws the numbers of a
/// search that works alone, the others those of seeds derived from the same one.
///
/// A member takes it only once its own has not become better for [`STALE_PASSES`] passes. Until then it
/// goes its own way, since several searches that differ find shorter answers than one that is continued for
/// as long (`docs/experiments.md`).
///
/// * **By the clock** a member compares its best answer with the shared one after each pass. Nobody ever
///   waits for anybody.
/// * **With a limit of passes** the result must not depend on which thread is faster. The passes are
///   dealt out evenly, and answers are exchanged only in rounds of [`ROUND_PASSES`] passes, when all
///   have come to the round's end; of equally good answers that of the first member wins. So
///   instance, parameters, RNG seed, passes and number of members determine the answer, at the price of
///   the waiting.
///
/// A team of one is the search alone, on the calling thread: same answers, same speed.
///
/// ```
/// use std::num::NonZeroUsize;
/// use snake_beam::layers::{Layers, Parameters};
/// use snake_beam::{Budget, Team};
/// use snake_core::Instance;
///
/// let instance = Instance::generate(0);
/// let run = || {
///     let two = NonZeroUsize::new(2).expect("it is not 0");
///     let mut team = Team::new(two, 1, |seed| Layers::new(&instance, Parameters::default(), seed));
///     team.run(&mut Budget::unlimited().with_passes(6), |_| {})
/// };
/// let outcome = run();
/// assert!(outcome.score.is_complete());
/// assert_eq!(outcome.effort.passes, 6);
/// assert_eq!(outcome, run());
/// ```
#[derive(Clone, Debug)]
pub struct Team<S> {
    members: Vec<S>,
}

/// Passes of each member from one exchange to the next if the passes are limited. A pass of the search
/// by layers takes 10 to 150 ms; over a few of them the differences level out, so that the waiting
/// stays short.
pub const ROUND_PASSES: u64 = 4;

/// Passes without a better answer of its own after which a member goes on with the best of all. The search
/// by layers makes 30 to 100 in 2 s on large boards, so that there members only meet in longer searches.
pub const STALE_PASSES: u64 = 50;

impl<S: Member> Team<S> {
    /// A team whose members are made by `member`, which is given the seed of each one's random numbers.
    #[must_use]
    pub fn new(size: NonZeroUsize, rng_seed: u64, member: impl FnMut(u64) -> S) -> Self {
        let mut derived = SplitMix64::seed_from_u64(rng_seed);
        let others = std::iter::repeat_with(move || derived.next_u64());
        let seeds = std::iter::once(rng_seed).chain(others).take(size.get());
        Self { members: seeds.map(member).collect() }
    }

    /// Lets all members go on with an answer that is better than theirs.
    pub fn adopt(&mut self, answer: &Incumbent) {
        self.members.iter_mut().for_each(|member| member.adopt(answer));
    }

    /// Searches until the budget is spent or no member has anything left to try, and returns the best
    /// answer. `progress` is called on the calling thread after every pass of any member, with the work
    /// of all; which member's pass comes first is up to the machine.
    ///
    /// A call after another goes on where that one ended. A limit of passes is one for all members
    /// together, and counted from 0 in each call.
    ///
    /// # Panics
    ///
    /// If a member does, or a thread cannot be started.
    pub fn run(&mut self, budget: &mut Budget<'_>, mut progress: impl FnMut(&Progress)) -> Outcome {
        if let [alone] = self.members.as_mut_slice() {
            return alone.run_passes(budget, |search| progress(&Progress::of(search)));
        }
        let outcomes = match budget.passes() {
            Some(passes) => {
                let size = self.members.len() as u64;
                let share = |member: u64| passes / size + u64::from(member < passes % size);
                let budgets = (0..size).map(|member| budget.clone().with_passes(share(member)));
                let rounds = Rounds::new(self.members.len());
                self.run_members(budgets.collect(), || rounds.seat(), progress)
            }
            None => {
                let budgets = self.members.iter().map(|_| budget.clone());
                let shared = Mutex::new(None);
                let exchange = || FreeExchange { shared: &shared, staleness: Staleness::default() };
                self.run_members(budgets.collect(), exchange, progress)
            }
        };
        let outcome = merged(outcomes);
        // The caller may ask its budget, too, whether it is spent.
        budget.is_spent_after_passes(budget.passes().unwrap_or(0));
        outcome
    }

    /// Runs each member with a budget and an exchange of its own.
    fn run_members<'b, E: Exchange>(
        &mut self,
        budgets: Vec<Budget<'b>>,
        exchange: impl Fn() -> E,
        mut progress: impl FnMut(&Progress),
    ) -> Vec<Outcome> {
        let (sender, receiver) = mpsc::channel();
        let mut all: Vec<Progress> = self.members.iter().map(Progress::of).collect();
        thread::scope(|scope| {
            let threads: Vec<_> = (0..)
                .zip(&mut self.members)
                .zip(budgets)
                .map(|((number, member), mut budget)| {
                    let (mut exchange, sender) = (exchange(), sender.clone());
                    scope.spawn(move || {
                        member.run_passes(&mut budget, |search| {
                            exchange.after_pass(number, search);
                            // The calling thread listens as long as anybody can speak.
                            let _ = sender.send((number, Progress::of(search)));
                        })
                    })
                })
                .collect();
            drop(sender);
            for (number, told) in receiver {
                all[number] = told;
                progress(&together(&all));
            }
            threads
                .into_iter()
                .map(|member| {
                    member.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        })
    }

    /// The members; the first is the one that would search alone.
    #[must_use]
    pub fn members(&self) -> &[S] {
        &self.members
    }
}

/// The work of all, and the best score of any.
fn together(all: &[Progress]) -> Progress {
    let best = all.iter().min_by_key(|one| one.best.value()).expect("a team has members");
    Progress { effort: all.iter().map(|one| one.effort).sum(), ..*best }
}

/// The best answer of the members, the first of equal ones, and the work of all. Nothing is left to try
/// only if all say so.
fn merged(outcomes: Vec<Outcome>) -> Outcome {
    let effort = outcomes.iter().map(|outcome| outcome.effort).sum();
    let ended_early = outcomes.iter().map(|outcome| outcome.end).find(|&end| end != End::Exhausted);
    let best = outcomes.into_iter().min_by_key(|outcome| outcome.score.value());
    let best = best.expect("a team has members");
    Outcome { effort, end: ended_early.unwrap_or(End::Exhausted), ..best }
}

/// How the members tell each other of their answers.
trait Exchange: Send {
    /// Called by a member after each of its passes.
    fn after_pass<S: Member>(&mut self, number: usize, search: &mut S);
}

/// How long a member's own answer has not become better.
#[derive(Default)]
struct Staleness {
    best: Option<Score>,
    passes: u64,
}

impl Staleness {
    /// Notes the score after a pass; whether it is time to take another's answer.
    fn note(&mut self, score: Score) -> bool {
        let is_gain = self.best.is_none_or(|best| score.value() < best.value());
        self.passes = if is_gain { 0 } else { self.passes + 1 };
        self.best = Some(score);
        self.passes >= STALE_PASSES
    }
}

/// The exchange at any time.
struct FreeExchange<'t> {
    shared: &'t Mutex<Option<Incumbent>>,
    staleness: Staleness,
}

impl Exchange for FreeExchange<'_> {
    fn after_pass<S: Member>(&mut self, _: usize, search: &mut S) {
        let is_stale = self.staleness.note(search.incumbent().score());
        let mut shared = lock(self.shared);
        match &*shared {
            Some(best) if !search.incumbent().is_better_than(best) => {
                if is_stale && best.is_better_than(search.incumbent()) {
                    let best = best.clone();
                    // Others need not wait until it is replayed.
                    drop(shared);
                    search.adopt(&best);
                }
            }
            _ => *shared = Some(search.incumbent().clone()),
        }
    }
}

/// The exchange at the end of rounds, for which all who are still seated wait.
struct Rounds {
    state: Mutex<RoundState>,
    round_ended: Condvar,
}

struct RoundState {
    /// Members that have not ended their search.
    seated: usize,
    waiting: usize,
    /// Number of rounds that have ended.
    ended: u64,
    /// What the waiting ones have brought to this round, by number of the member.
    brought: Vec<Option<Incumbent>>,
    /// The best of all ended rounds.
    best: Option<Incumbent>,
}

/// A member's place in the rounds. It is left when the member's search ends, or panics, so that
/// the others do not wait for ever.
struct Seat<'t> {
    rounds: &'t Rounds,
    passes: u64,
    staleness: Staleness,
}

impl Rounds {
    fn new(size: usize) -> Self {
        Self {
            state: Mutex::new(RoundState {
                seated: size,
                waiting: 0,
                ended: 0,
                brought: vec![None; size],
                best: None,
            }),
            round_ended: Condvar::new(),
        }
    }

    fn seat(&self) -> Seat<'_> {
        Seat { rounds: self, passes: 0, staleness: Staleness::default() }
    }

    /// Ends the round if all who are seated have come.
    fn end_if_all_wait(&self, state: &mut RoundState) {
        if state.waiting < state.seated {
            return;
        }
        for brought in state.brought.iter_mut().filter_map(Option::take) {
            if state.best.as_ref().is_none_or(|best| brought.is_better_than(best)) {
                state.best = Some(brought);
            }
        }
        state.waiting = 0;
        state.ended += 1;
        self.round_ended.notify_all();
    }
}

impl Exchange for Seat<'_> {
    fn after_pass<S: Member>(&mut self, number: usize, search: &mut S) {
        self.passes += 1;
        let is_stale = self.staleness.note(search.incumbent().score());
        if !self.passes.is_multiple_of(ROUND_PASSES) {
            return;
        }
        let mut state = lock(&self.rounds.state);
        let round = state.ended;
        state.brought[number] = Some(search.incumbent().clone());
        state.waiting += 1;
        self.rounds.end_if_all_wait(&mut state);
        let state = self.rounds.round_ended.wait_while(state, |state| state.ended == round);
        let state = state.expect(NOBODY_PANICS);
        if is_stale {
            let best = state.best.clone();
            drop(state);
            search.adopt(&best.expect("a round has ended"));
        }
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.rounds.state);
        state.seated -= 1;
        self.rounds.end_if_all_wait(&mut state);
    }
}

/// Why a lock is never poisoned: what is done under it is all in this file.
const NOBODY_PANICS: &str = "nobody panics while holding it";

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect(NOBODY_PANICS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::{Layers, Parameters};
    use snake_core::Instance;

    #[test]
    fn by_the_clock_the_best_answer_is_given_at_once_and_taken_when_stuck() {
        let instance = Instance::generate(0);
        let searched = |passes| {
            let mut search = Layers::new(&instance, Parameters::default(), 1);
            search.run(&mut Budget::unlimited().with_passes(passes), |_| {});
            search
        };
        let (mut good, mut stuck) = (searched(20), searched(1));
        let best = good.incumbent().score();
        assert!(good.incumbent().is_better_than(stuck.incumbent()));
        let shared = Mutex::new(None);
        let exchange = || FreeExchange { shared: &shared, staleness: Staleness::default() };
        let (mut of_good, mut of_stuck) = (exchange(), exchange());
        of_stuck.after_pass(1, &mut stuck);
        of_good.after_pass(0, &mut good);
        assert_eq!(lock(&shared).as_ref().map(Incumbent::score), Some(best));
        for _ in 1..STALE_PASSES {
            of_stuck.after_pass(1, &mut stuck);
            assert_ne!(stuck.incumbent().score(), best);
        }
        of_stuck.after_pass(1, &mut stuck);
        assert_eq!(stuck.incumbent().score(), best);
    }

    #[test]
    fn an_answer_is_stale_after_so_many_passes_without_a_gain() {
        let score = |turns| Score { turns, length: 5, mismatches: 0, missing: 0 };
        let mut staleness = Staleness::default();
        assert!(!staleness.note(score(100)));
        for gain in [99, 90] {
            assert!((1..STALE_PASSES).all(|_| !staleness.note(staleness.best.unwrap())));
            assert!(!staleness.note(score(gain)), "a gain counts from anew");
        }
        assert!((1..STALE_PASSES).all(|_| !staleness.note(score(90))));
        assert!(staleness.note(score(90)) && staleness.note(score(90)));
        // Taken from another.
        assert!(!staleness.note(score(80)));
    }
}
