//! The outer loop: which runs are made.

use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Direction, Instance, MAX_TURNS, State};

use super::kernel::Kernel;
use super::parameters::Parameters;
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

    /// One run: from the start while no answer is complete or the time for that lasts, else in a
    /// window.
    fn pass(&mut self, spent: Option<f64>, budget: &mut Budget<'_>) {
        match self.current.take() {
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

    /// A run from the start; returns its answer if it is shorter than the current one, which it
    /// returns otherwise.
    fn fresh_run(
        &mut self,
        current: Option<Vec<Direction>>,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<Direction>> {
        let is_first = self.fresh_runs == 0;
        self.fresh_runs += 1;
        let width = if is_first { self.parameters.scout_width } else { self.draw_width() };
        let task = Task {
            from: &self.start,
            width,
            bound: current.as_ref().map_or(MAX_TURNS + 1, Vec::len),
        };
        match self.runner.run(task, &mut self.rng, budget, &mut self.effort) {
            Found::Complete(moves) => {
                let is_complete = self.offer(&moves);
                debug_assert!(is_complete, "the run was wrong about its answer");
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
        let width = self.draw_width();
        let task = Task { from: &from, width, bound: current.len() + 1 };
        let found = self.runner.run(task, &mut self.rng, budget, &mut self.effort);
        if let Found::Complete(moves) = found {
            current.truncate(turn);
            current.extend(moves);
            let is_complete = self.offer(&current);
            debug_assert!(is_complete, "the run was wrong about its answer");
        }
        current
    }

    fn draw_width(&mut self) -> usize {
        let Parameters { least_width, most_width, .. } = self.parameters;
        least_width + below(&mut self.rng, (most_width - least_width + 1) as u32) as usize
    }

    /// Replays an answer and keeps it if it is better than the best; whether it is complete.
    fn offer(&mut self, moves: &[Direction]) -> bool {
        let mut state = State::start(self.instance);
        for &direction in moves {
            state.advance(direction).expect("proposals are legal moves");
        }
        self.incumbent.offer(&state, || moves.to_vec());
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
        let meter = Meter::new(budget);
        let pass = |layers: &mut Self, budget: &mut Budget<'_>, passes| {
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
        }
        self.incumbent = answer.clone();
    }
}

/// How much of a budget has been spent, from the start of a call on.
struct Meter {
    all_time: Option<std::time::Duration>,
    all_passes: Option<u64>,
}

impl Meter {
    fn new(budget: &Budget<'_>) -> Self {
        Self { all_time: budget.time_left(), all_passes: budget.passes() }
    }

    /// Of time or passes, whichever has gone further; `None` if neither is limited.
    fn share_spent(&self, budget: &Budget<'_>, passes: u64) -> Option<f64> {
        let of_passes = self.all_passes.map(|all| passes as f64 / all as f64);
        let of_time = self.all_time.zip(budget.time_left()).map(|(all, left)| {
            // All of no time is spent.
            if all.is_zero() { 1.0 } else { 1.0 - left.as_secs_f64() / all.as_secs_f64() }
        });
        of_passes.into_iter().chain(of_time).reduce(f64::max)
    }
}
