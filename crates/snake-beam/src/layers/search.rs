//! The outer loop: which runs are made.

use std::time::Duration;

use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Direction, Instance, MAX_TURNS, State};

use super::kernel::Kernel;
use super::parameters::{MAX_WIDTH, Parameters};
use super::random::{SearchRng, below};
use super::run::{Found, Runner, Task};
use super::state::CompactState;
use super::terrain::Terrain;
use crate::budget::{Budget, End};
use crate::incumbent::Incumbent;
use crate::outcome::{Effort, Outcome, Progress};
use crate::passes::make_passes;
use crate::team::Member;

/// The solver: beam runs over layers by turn, first from the start, then from states on the way of
/// the best answer.
///
/// A pass of its budget is one run.
///
/// ```
/// use snake_beam::Budget;
/// use snake_beam::layers::{Layers, Parameters};
/// use snake_core::Instance;
///
/// let instance = Instance::generate(0);
/// let mut layers = Layers::new(&instance, Parameters::default(), 1);
/// let outcome = layers.run(&mut Budget::unlimited().with_passes(3), |_| {});
/// assert!(outcome.score.is_complete());
/// assert_eq!(outcome.answer.score(&instance)?, outcome.score);
/// # Ok::<(), snake_core::ReplayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layers<'i> {
    instance: &'i Instance,
    parameters: Parameters,
    rng: SearchRng,
    runner: Runner,
    start: CompactState,
    incumbent: Incumbent,
    /// The complete answer that windows are cut from: the last one that was as short as the best.
    current: Option<Vec<Direction>>,
    effort: Effort,
    fresh_runs: u64,
    /// Windows in a row that have not made the current answer shorter.
    stale_windows: usize,
    /// All expansions that the present budget will come to, if the clock ends it.
    expansions_in_all: Option<f64>,
}

impl<'i> Layers<'i> {
    /// A search that has made no run yet.
    ///
    /// # Panics
    ///
    /// If [`Parameters::check`] fails.
    #[must_use]
    pub fn new(instance: &'i Instance, parameters: Parameters, rng_seed: u64) -> Self {
        if let Err(error) = parameters.check() {
            panic!("parameters out of range: {error}");
        }
        let mut rng = SearchRng::seed_from_u64(rng_seed);
        let terrain = Terrain::new(instance, &parameters, &mut rng);
        Self {
            instance,
            rng,
            start: CompactState::start(instance, &terrain),
            runner: Runner::new(terrain, parameters.clone()),
            parameters,
            incumbent: Incumbent::new(instance),
            current: None,
            effort: Effort::default(),
            fresh_runs: 0,
            stale_windows: 0,
            expansions_in_all: None,
        }
    }

    /// Uses another kernel than the fastest one. The answers are the same.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.runner = self.runner.with_kernel(kernel);
        self
    }

    /// Makes runs until the budget is spent, and returns the best answer found. `progress` is called
    /// after every run.
    ///
    /// A call after another goes on where that one ended; its passes count from 0 again for the
    /// budget, while the effort told is that of all calls.
    pub fn run(&mut self, budget: &mut Budget<'_>, mut progress: impl FnMut(&Progress)) -> Outcome {
        self.run_passes(budget, |layers| progress(&Progress::of(layers)))
    }

    /// One run: from the start while no answer is complete or the time for that lasts, or if windows
    /// come to nothing; else in a window.
    fn pass(&mut self, spent: Option<f64>, budget: &mut Budget<'_>) {
        match self.current.take() {
            Some(current) if self.is_time_for_restart(spent) => {
                self.current = Some(self.restart(current, budget));
            }
            Some(current) if !self.is_time_for_fresh_run(spent) => {
                self.current = Some(self.window_run(current, budget));
            }
            current => self.current = self.fresh_run(current, budget),
        }
    }

    /// Without a known end of the budget, the share is that of the runs so far.
    fn is_time_for_fresh_run(&self, spent: Option<f64>) -> bool {
        let share = self.parameters.fresh_share;
        match spent {
            Some(spent) => spent < share,
            None => (self.fresh_runs as f64) < share * (self.effort.passes + 1) as f64,
        }
    }

    fn is_time_for_restart(&self, spent: Option<f64>) -> bool {
        let Parameters { stale_windows, restarted_side, latest_restart, .. } = self.parameters;
        self.stale_windows >= stale_windows
            && self.instance.side() <= restarted_side
            && spent.is_none_or(|spent| spent < latest_restart)
    }

    /// A run from the start; returns its answer if it is shorter than the current one, which it
    /// returns otherwise.
    fn fresh_run(
        &mut self,
        current: Option<Vec<Direction>>,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<Direction>> {
        let length = current.as_ref().map(Vec::len);
        let width = if length.is_some() { self.draw_width(length) } else { self.scout_width() };
        match self.run_from_start(width, length.unwrap_or(MAX_TURNS + 1), budget) {
            Found::Complete(moves) => {
                self.offer_complete(&moves);
                Some(moves)
            }
            Found::Incomplete(moves) => {
                if current.is_none() {
                    self.offer(&moves);
                }
                current
            }
        }
    }

    /// A run from the start; returns its answer, however long, or the current one if it found none.
    ///
    /// The best answer is kept elsewhere; this is the one to go on from.
    fn restart(&mut self, current: Vec<Direction>, budget: &mut Budget<'_>) -> Vec<Direction> {
        self.stale_windows = 0;
        let width = self.draw_width(Some(current.len()));
        match self.run_from_start(width, MAX_TURNS + 1, budget) {
            Found::Complete(moves) => {
                self.offer_complete(&moves);
                moves
            }
            Found::Incomplete(_) => current,
        }
    }

    fn run_from_start(&mut self, width: usize, bound: usize, budget: &mut Budget<'_>) -> Found {
        self.fresh_runs += 1;
        let task = Task { from: &self.start, width, bound };
        self.runner.run(task, &mut self.rng, budget, &mut self.effort)
    }

    /// A run from a random turn of the current answer, which takes its place if it is at most as
    /// long.
    ///
    /// Taking equally long ones lets the search drift to answers that can be improved elsewhere.
    fn window_run(
        &mut self,
        mut current: Vec<Direction>,
        budget: &mut Budget<'_>,
    ) -> Vec<Direction> {
        let latest = (self.parameters.latest_window * current.len() as f64) as u32;
        let turn = below(&mut self.rng, latest.max(1)) as usize;
        let mut from = self.start;
        for &direction in &current[..turn] {
            from.advance(self.runner.terrain(), direction);
        }
        let width = self.draw_width(Some(current.len()));
        let task = Task { from: &from, width, bound: current.len() + 1 };
        let found = self.runner.run(task, &mut self.rng, budget, &mut self.effort);
        self.stale_windows += 1;
        if let Found::Complete(moves) = found {
            if turn + moves.len() < current.len() {
                self.stale_windows = 0;
            }
            current.truncate(turn);
            current.extend(moves);
            self.offer_complete(&current);
        }
        current
    }

    /// The width of a run before any answer is complete: twice that of the run before, since the narrowest
    /// run that comes to the end is the first to have one.
    fn scout_width(&self) -> usize {
        let Parameters { scout_width, most_width, .. } = self.parameters;
        let doublings = self.fresh_runs.min(u64::from(MAX_WIDTH.ilog2())) as u32;
        if doublings == 0 { scout_width } else { (scout_width << doublings).min(most_width) }
    }

    /// The width of a run, while complete answers have about this length.
    fn draw_width(&mut self, length: Option<usize>) -> usize {
        let Parameters { least_width, most_width, width_spread, full_runs, .. } = self.parameters;
        let mean = self.expansions_in_all.zip(length).map_or(0.0, |(expansions, length)| {
            // A layer is of one turn.
            expansions / (full_runs * length as f64)
        });
        let least = (mean * 2.0 / (1.0 + width_spread)) as usize;
        let least = least.clamp(least_width, most_width);
        let most = ((least as f64 * width_spread) as usize).min(most_width);
        least + below(&mut self.rng, (most - least + 1) as u32) as usize
    }

    /// Offers the answer of a run that has called it complete.
    fn offer_complete(&mut self, moves: &[Direction]) {
        let is_complete = self.offer(moves);
        debug_assert!(is_complete, "the run was wrong about its answer");
    }

    /// Replays an answer and keeps it if it is better than the best; whether it is complete. Of an
    /// incomplete one, its best beginning counts: wrong foods eaten on a way may be worth more than what
    /// the way leads to.
    fn offer(&mut self, moves: &[Direction]) -> bool {
        let mut state = State::start(self.instance);
        for (made, &direction) in (1..).zip(moves) {
            state.advance(direction).expect("proposals are legal moves");
            self.incumbent.offer(&state, || moves[..made].to_vec());
        }
        state.is_complete()
    }
}

impl Member for Layers<'_> {
    fn run_passes(
        &mut self,
        budget: &mut Budget<'_>,
        mut after_pass: impl FnMut(&mut Self),
    ) -> Outcome {
        if self.start.prefix() == self.instance.wanted().len() {
            return Outcome::of(self, End::Exhausted);
        }
        let meter = Meter::new(budget, self.effort);
        let pass = |layers: &mut Self, budget: &mut Budget<'_>, passes| {
            layers.expansions_in_all = meter.expansions_in_all(budget, layers.effort);
            layers.pass(meter.share_spent(budget, passes), budget);
            true
        };
        let end = make_passes(self, budget, pass, |layers| {
            layers.effort.passes += 1;
            after_pass(layers);
        });
        Outcome::of(self, end)
    }

    fn incumbent(&self) -> &Incumbent {
        &self.incumbent
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    /// Windows are cut from the adopted answer from then on if it is complete.
    fn adopt(&mut self, answer: &Incumbent) {
        if !answer.is_better_than(&self.incumbent) {
            return;
        }
        if answer.complete_turns().is_some() {
            self.current = Some(answer.moves().to_vec());
            self.stale_windows = 0;
        }
        self.incumbent = answer.clone();
    }
}

/// How much of a budget has been spent, from the start of a call on.
struct Meter {
    all_time: Option<Duration>,
    all_passes: Option<u64>,
    effort_before: Effort,
}

impl Meter {
    fn new(budget: &Budget<'_>, effort_before: Effort) -> Self {
        Self { all_time: budget.time_left(), all_passes: budget.passes(), effort_before }
    }

    /// Of time or passes, whichever has gone further; `None` if neither is limited.
    fn share_spent(&self, budget: &Budget<'_>, passes: u64) -> Option<f64> {
        let of_passes = self.all_passes.map(|all| passes as f64 / all as f64);
        of_passes.into_iter().chain(self.share_of_time_spent(budget)).reduce(f64::max)
    }

    fn share_of_time_spent(&self, budget: &Budget<'_>) -> Option<f64> {
        self.all_time.zip(budget.time_left()).map(|(all, left)| {
            // All of no time is spent.
            if all.is_zero() { 1.0 } else { 1.0 - left.as_secs_f64() / all.as_secs_f64() }
        })
    }

    /// All expansions of the call, going on at the pace so far; `None` if that cannot be told yet, or if
    /// passes are limited: what they find must not depend on the clock.
    fn expansions_in_all(&self, budget: &Budget<'_>, effort: Effort) -> Option<f64> {
        if self.all_passes.is_some() {
            return None;
        }
        let made = effort.expansions - self.effort_before.expansions;
        let spent = self.share_of_time_spent(budget)?;
        (spent > 0.0).then(|| made as f64 / spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_follow_the_time_and_the_answers_length() {
        let instance = Instance::generate(0);
        let parameters = Parameters {
            least_width: 10,
            most_width: 300,
            width_spread: 3.0,
            full_runs: 20.0,
            ..Parameters::default()
        };
        let mut layers = Layers::new(&instance, parameters, 1);
        let mut range = |expansions, length| {
            layers.expansions_in_all = expansions;
            let drawn: Vec<usize> = (0..2000).map(|_| layers.draw_width(length)).collect();
            (*drawn.iter().min().unwrap(), *drawn.iter().max().unwrap())
        };
        // Nothing is known of the time, or of the length.
        assert_eq!(range(None, Some(50)), (10, 30));
        assert_eq!(range(Some(1e5), None), (10, 30));
        // Twenty runs of 50 layers of 100 states on average.
        assert_eq!(range(Some(1e5), Some(50)), (50, 150));
        assert_eq!(range(Some(1e5), Some(100)), (25, 75));
        // Too little for the least width, and too much for the largest.
        assert_eq!(range(Some(1e3), Some(50)), (10, 30));
        assert_eq!(range(Some(3e5), Some(50)), (150, 300));
        assert_eq!(range(Some(1e9), Some(50)), (300, 300));
    }

    #[test]
    fn stale_windows_lead_to_new_starts_on_small_boards() {
        let instance = Instance::generate(0);
        let fresh_runs = |restarted_side, latest_restart| {
            let parameters = Parameters {
                fresh_share: 0.15,
                stale_windows: 2,
                restarted_side,
                latest_restart,
                ..Parameters::default()
            };
            let mut layers = Layers::new(&instance, parameters, 1);
            let mut best = u64::MAX;
            let outcome = layers.run(&mut Budget::unlimited().with_passes(60), |progress| {
                assert!(progress.best.value() <= best, "the best answer is kept");
                best = progress.best.value();
            });
            assert_eq!(outcome.score.value(), best);
            layers.fresh_runs
        };
        let only_at_first = fresh_runs(instance.side() - 1, 1.0);
        assert_eq!(only_at_first, 9, "15 % of 60 runs");
        assert!(fresh_runs(instance.side(), 1.0) > only_at_first + 5);
        assert_eq!(fresh_runs(instance.side(), 0.0), only_at_first);
        // 15 % and 5 % of the runs.
        let early = fresh_runs(instance.side(), 0.2);
        assert!((only_at_first..=only_at_first + 3).contains(&early), "{early}");
    }

    #[test]
    fn limited_passes_do_not_depend_on_the_clock() {
        let instance = Instance::generate(0);
        let run = |mut budget: Budget<'_>| {
            Layers::new(&instance, Parameters::default(), 1).run(&mut budget, |_| {})
        };
        let far = std::time::Instant::now() + Duration::from_secs(100_000);
        let passes = Budget::unlimited().with_passes(8);
        assert_eq!(run(passes.clone().with_deadline(far)), run(passes));
    }
}
