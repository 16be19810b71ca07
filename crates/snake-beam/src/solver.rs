//! The passes over the table.

use arrayvec::ArrayVec;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Cell, Instance, State};
use snake_paths::{
    MAX_BITES, MAX_PATHS_THROUGH, Path, Scratch, Target, find_bites, find_clean_paths,
    find_paths_through,
};

use crate::budget::{Budget, End};
use crate::compress::Key;
use crate::expand::{Decision, Follower};
use crate::history::{History, Link};
use crate::incumbent::Incumbent;
use crate::outcome::{Effort, Outcome, Progress};
use crate::parameters::Parameters;
use crate::pool::{Slot, StatePool};
use crate::table::Step;
use crate::value::Valuation;

/// What a step keeps of a state.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    slot: Slot,
    link: Link,
    /// Search 1 is known to find nothing here; it depends on the state alone.
    clean_search_fails: bool,
}

/// The solver: a table with a step for each matched prefix, gone through again and again.
///
/// ```
/// use snake_beam::{Budget, Parameters, StepTable};
/// use snake_core::Instance;
///
/// let instance = Instance::generate(0);
/// let mut table = StepTable::new(&instance, Parameters::default(), 1);
/// let outcome = table.run(&mut Budget::unlimited().with_passes(3), |_| {});
/// assert!(outcome.score.is_complete());
/// assert_eq!(outcome.answer.score(&instance)?, outcome.score);
/// # Ok::<(), snake_core::ReplayError>(())
/// ```
pub struct StepTable<'i> {
    instance: &'i Instance,
    parameters: Parameters,
    valuation: Valuation,
    rng: Xoshiro256PlusPlus,
    /// The step of each matched prefix, 0 to M - 1; those below 5 stay empty.
    steps: Vec<Step<Kept>>,
    states: StatePool<'i>,
    history: History,
    incumbent: Incumbent,
    effort: Effort,
    scratch: Box<Scratch>,
}

impl<'i> StepTable<'i> {
    /// A table that holds the start alone.
    ///
    /// # Panics
    ///
    /// If [`Parameters::check`] fails.
    #[must_use]
    pub fn new(instance: &'i Instance, parameters: Parameters, rng_seed: u64) -> Self {
        if let Err(error) = parameters.check() {
            panic!("parameters out of range: {error}");
        }
        let start = State::start(instance);
        let valuation = Valuation::new(parameters.distance_weight);
        let mut steps = vec![Step::new(parameters.kept); instance.wanted().len()];
        let (key, value, prefix) = (Key::of(&start), valuation.of(&start), start.prefix());
        let (states, slot) = StatePool::with(start);
        if let Some(step) = steps.get_mut(prefix) {
            let place = step.place(key, value).expect("an empty step has room");
            step.put(
                place,
                key,
                value,
                Kept { slot, link: Link::START, clean_search_fails: false },
            );
        }
        Self {
            instance,
            parameters,
            valuation,
            rng: Xoshiro256PlusPlus::seed_from_u64(rng_seed),
            steps,
            states,
            history: History::new(),
            incumbent: Incumbent::new(instance),
            effort: Effort::default(),
            scratch: Box::default(),
        }
    }

    /// Makes passes until the budget is spent or nothing is left to try, and returns the best answer
    /// found. `progress` is called after every pass.
    ///
    /// A further run goes on with the table as it is; its passes count from 0 again for the budget,
    /// while the effort told is that of all runs.
    pub fn run(&mut self, budget: &mut Budget<'_>, mut progress: impl FnMut(&Progress)) -> Outcome {
        let mut passes = 0;
        let end = loop {
            budget.is_spent_after_passes(passes);
            if let Some(end) = budget.end() {
                break end;
            }
            let expansions = self.effort.expansions;
            self.pass(budget);
            if let Some(end) = budget.end() {
                break end;
            }
            if self.effort.expansions == expansions {
                break End::Exhausted;
            }
            passes += 1;
            self.effort.passes += 1;
            progress(&Progress { effort: self.effort, best: self.incumbent.score() });
        };
        Outcome {
            answer: self.incumbent.answer(),
            score: self.incumbent.score(),
            effort: self.effort,
            end,
        }
    }

    /// The steps by matched prefix; the complete states have none.
    #[must_use]
    pub fn steps(&self) -> &[Step<Kept>] {
        &self.steps
    }

    /// The state that a step keeps.
    #[must_use]
    pub fn state(&self, kept: &Kept) -> &State<'i> {
        self.states.get(kept.slot)
    }

    /// The moves that led to a state that a step keeps.
    #[must_use]
    pub fn moves(&self, kept: &Kept) -> Vec<snake_core::Direction> {
        self.history.moves(kept.link)
    }

    /// Expands the best of each step in ascending order.
    fn pass(&mut self, budget: &mut Budget<'_>) {
        let before = self.incumbent.complete_turns();
        let mut chosen = Vec::with_capacity(self.parameters.expanded);
        for prefix in 0..self.steps.len() {
            self.steps[prefix].best(self.parameters.expanded, &mut chosen);
            for &number in &chosen {
                if budget.is_spent_after(1) {
                    return;
                }
                self.expand(prefix, usize::from(number), budget);
            }
            if self.history.is_due() {
                self.compact();
            }
        }
        if self.incumbent.complete_turns() != before {
            self.drop_hopeless();
        }
    }

    fn expand(&mut self, prefix: usize, number: usize, budget: &mut Budget<'_>) {
        self.effort.expansions += 1;
        self.steps[prefix].penalise(number, self.parameters.penalty);
        let parent = *self.steps[prefix].entries()[number].kept();
        let mut found_any = false;
        if !parent.clean_search_fails {
            found_any = self.branch_clean(prefix, parent, budget);
            self.steps[prefix].entry_mut(number).kept_mut().clean_search_fails = !found_any;
        }
        let clean_search_fails = !found_any;

        let state = self.states.get(parent.slot);
        let found = find_bites(state, &mut self.scratch, &mut self.rng);
        let count = found.plans().len().min(self.parameters.bite_branches);
        let bites: ArrayVec<Path, MAX_BITES> = (0..count).map(|which| found.moves(which)).collect();
        found_any |= !found.is_empty();
        for path in bites {
            self.branch(prefix, parent, Decision::Binding(path), clean_search_fails, budget);
        }
        if found_any {
            return;
        }
        let state = self.states.get(parent.slot);
        let found = find_paths_through(state, &mut self.scratch, &mut self.rng);
        let count = found.targets().len().min(self.parameters.through_branches);
        let ways: ArrayVec<Path, MAX_PATHS_THROUGH> =
            (0..count).map(|which| found.path(which)).collect();
        if ways.is_empty() {
            self.branch(prefix, parent, Decision::Wander, clean_search_fails, budget);
        }
        for path in ways {
            self.branch(prefix, parent, Decision::Tentative(path), clean_search_fails, budget);
        }
    }

    /// The branches of search 1; whether it found any way.
    fn branch_clean(&mut self, prefix: usize, parent: Kept, _budget: &mut Budget<'_>) -> bool {
        let state = self.states.get(parent.slot);
        let found = find_clean_paths(state, &mut self.scratch, &mut self.rng);
        let goal = prefix + 1;
        let is_complete = goal == self.instance.wanted().len();
        let best = self.incumbent.complete_turns().unwrap_or(usize::MAX);
        for which in 0..found.targets().len().min(self.parameters.clean_branches) {
            let state = self.states.get(parent.slot);
            let Target { cell, distance } = found.targets()[which];
            let turns = state.turns() + usize::from(distance);
            if turns + (self.instance.wanted().len() - goal) >= best {
                break;
            }
            let food_distance =
                state.doubled_food_distance() - state.grid().doubled_centre_distance(cell);
            let value = self.valuation.of_figures(turns, food_distance);
            if !is_complete && !self.steps[goal].admits(value) {
                continue;
            }
            let path = found.path(which);
            let key = key_after(state, &path);
            let mut place = None;
            if !is_complete {
                place = self.steps[goal].place(key, value);
                if place.is_none() {
                    continue;
                }
            }
            let slot = self.states.copy(parent.slot);
            let child = self.states.get_mut(slot);
            for direction in path.iter() {
                child.advance(direction).expect("search 1 proposes legal moves only");
            }
            debug_assert!(child.is_clean() && child.prefix() == goal);
            self.effort.moves += u64::from(distance);
            let link = self.history.extend(parent.link, path.iter());
            if let Some(place) = place {
                debug_assert!(Key::of(child) == key && self.valuation.of(child) == value);
                if self.incumbent.admits_incomplete() {
                    self.incumbent.offer(child, || self.history.moves(link));
                }
                let kept = Kept { slot, link, clean_search_fails: false };
                let left = self.steps[goal].put(place, key, value, kept);
                if let Some(left) = left {
                    self.states.release(left.slot);
                }
            } else {
                self.effort.complete_states += 1;
                self.incumbent.offer(child, || self.history.moves(link));
                self.states.release(slot);
            }
        }
        !found.is_empty()
    }

    fn branch(
        &mut self,
        prefix: usize,
        parent: Kept,
        first: Decision,
        clean_search_fails: bool,
        budget: &mut Budget<'_>,
    ) {
        let mark = self.history.mark();
        let slot = self.states.copy(parent.slot);
        let state = self.states.get_mut(slot);
        let mut follower = Follower {
            parameters: &self.parameters,
            scratch: &mut self.scratch,
            rng: &mut self.rng,
            history: &mut self.history,
            incumbent: &mut self.incumbent,
            budget,
            effort: &mut self.effort,
        };
        let link = follower.follow(state, parent.link, first, clean_search_fails);
        let state = self.states.get(slot);
        if let Some(link) = link {
            if self.incumbent.admits_incomplete() {
                self.incumbent.offer(state, || self.history.moves(link));
            }
            if let Some(step) = self.steps.get_mut(prefix + 1) {
                let (key, value) = (Key::of(state), self.valuation.of(state));
                if let Some(place) = step.place(key, value) {
                    let kept = Kept { slot, link, clean_search_fails: false };
                    if let Some(left) = step.put(place, key, value, kept) {
                        self.states.release(left.slot);
                    }
                    return;
                }
            } else {
                self.effort.complete_states += 1;
                self.incumbent.offer(state, || self.history.moves(link));
            }
        }
        self.states.release(slot);
        self.history.truncate(mark);
    }

    fn compact(&mut self) {
        let mut links: Vec<&mut Link> = Vec::new();
        for step in &mut self.steps {
            links.extend(step.kept_mut().map(|kept| &mut kept.link));
        }
        self.history.compact(&mut links);
    }

    /// Drops the states that can no longer lead to a shorter answer.
    fn drop_hopeless(&mut self) {
        let Some(best) = self.incumbent.complete_turns() else { return };
        for (prefix, step) in self.steps.iter_mut().enumerate() {
            let missing = self.instance.wanted().len() - prefix;
            let states = &mut self.states;
            step.retain(|kept| {
                let stays = states.get(kept.slot).turns() + missing < best;
                if !stays {
                    states.release(kept.slot);
                }
                stays
            });
        }
    }
}

/// The key after a way of search 1, which eats at its last move only.
fn key_after(state: &State<'_>, path: &Path) -> Key {
    let snake = state.snake();
    let mut cells = [Cell::default(); snake_paths::MAX_PATH_LENGTH];
    let mut at = snake.head();
    for (step, direction) in path.iter().enumerate() {
        at = state.grid().neighbour(at, direction).expect("ways stay on the board");
        cells[step] = at;
    }
    let moves = path.len();
    Key::of_parts(snake.len() + 1, |ordinal| {
        if ordinal < moves { cells[moves - 1 - ordinal] } else { snake.cell(ordinal - moves) }
    })
}
