//! The passes over the table.

use arrayvec::ArrayVec;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Instance, State};
use snake_paths::{
    CleanPaths, MAX_BITES, MAX_CLEAN_PATHS, MAX_PATHS_THROUGH, Path, Scratch, Target,
    find_bites_below, find_clean_paths_below, find_paths_through,
};

use crate::budget::Budget;
use crate::compress::Key;
use crate::expand::{Admission, Decision, Follower, least_child_distance};
use crate::history::{History, Link, Mark};
use crate::incumbent::Incumbent;
use crate::outcome::{Effort, Outcome, Progress};
use crate::parameters::Parameters;
use crate::passes::make_passes;
use crate::pool::{Slot, StatePool};
use crate::table::Step;
use crate::team::Member;
use crate::value::Valuation;

/// What a step keeps of a state.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    slot: Slot,
    link: Link,
    /// Search 1 is known to find nothing here; it depends on the state alone.
    clean_search_fails: bool,
    /// See [`least_child_distance`]; it, too, depends on the state alone.
    least_child_distance: u32,
}

impl Kept {
    fn new(state: &State<'_>, slot: Slot, link: Link) -> Self {
        let least_child_distance = least_child_distance(state);
        Self { slot, link, clean_search_fails: false, least_child_distance }
    }
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
#[derive(Clone)]
pub struct StepTable<'i> {
    instance: &'i Instance,
    parameters: Parameters,
    rng: Xoshiro256PlusPlus,
    scratch: Box<Scratch>,
    finds: Finds<'i>,
    /// Numbers of the entries that the pass expands in one step; empty between passes.
    chosen: Vec<u16>,
}

/// What the passes have found so far, and with what effort: the steps with their states, and the best
/// answer. (Apart from what the searches need, so that a child can be kept while a search's result,
/// which borrows the scratch memory, is still in use.)
#[derive(Clone)]
struct Finds<'i> {
    valuation: Valuation,
    /// The step of each matched prefix, 0 to M - 1; those below 5 stay empty.
    steps: Vec<Step<Kept>>,
    states: StatePool<'i>,
    history: History,
    incumbent: Incumbent,
    effort: Effort,
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
        let (mut states, slot) = StatePool::with(start);
        match steps.get_mut(prefix) {
            Some(step) => {
                let kept = Kept::new(states.get(slot), slot, Link::START);
                let place = step.place(key, value).expect("an empty step has room");
                step.put(place, key, value, kept);
            }
            // Nothing is wanted: the start is complete, and there is nothing to expand.
            None => states.release(slot),
        }
        let finds = Finds {
            valuation,
            steps,
            states,
            history: History::new(),
            incumbent: Incumbent::new(instance),
            effort: Effort::default(),
        };
        Self {
            instance,
            parameters,
            rng: Xoshiro256PlusPlus::seed_from_u64(rng_seed),
            scratch: Box::default(),
            finds,
            chosen: Vec::new(),
        }
    }

    /// Makes passes until the budget is spent or nothing is left to try, and returns the best answer
    /// found. `progress` is called after every pass.
    ///
    /// A further run goes on with the table as it is; its passes count from 0 again for the budget,
    /// while the effort told is that of all runs.
    pub fn run(&mut self, budget: &mut Budget<'_>, mut progress: impl FnMut(&Progress)) -> Outcome {
        self.run_passes(budget, |table| progress(&Progress::of(table)))
    }

    /// The steps by matched prefix; the complete states have none.
    #[must_use]
    pub fn steps(&self) -> &[Step<Kept>] {
        &self.finds.steps
    }

    /// The state that a step keeps.
    #[must_use]
    pub fn state(&self, kept: &Kept) -> &State<'i> {
        self.finds.states.get(kept.slot)
    }

    /// The moves that led to a state that a step keeps.
    #[must_use]
    pub fn moves(&self, kept: &Kept) -> Vec<snake_core::Direction> {
        self.finds.history.moves(kept.link)
    }

    /// Number of states in memory: as many as all steps keep.
    #[must_use]
    pub fn states_in_use(&self) -> usize {
        self.finds.states.len_used()
    }

    /// Expands the best of each step in ascending order.
    fn pass(&mut self, budget: &mut Budget<'_>) {
        let before = self.finds.incumbent.complete_turns();
        let mut chosen = std::mem::take(&mut self.chosen);
        'pass: for prefix in 0..self.finds.steps.len() {
            self.finds.steps[prefix].best(self.parameters.expanded, &mut chosen);
            for &number in &chosen {
                if budget.is_spent_after(1) {
                    break 'pass;
                }
                self.expand(prefix, number.into(), budget);
            }
            if self.finds.history.is_due() {
                self.finds.compact();
            }
        }
        self.chosen = chosen;
        if self.finds.incumbent.complete_turns() != before {
            self.finds.drop_hopeless(self.instance.wanted().len());
        }
    }

    /// The first decision of `method.md`, "Expanding a state": the ways of searches 1 and 2
    /// together; if there are none, those of search 3; if there are none, search 4.
    fn expand(&mut self, prefix: usize, number: usize, budget: &mut Budget<'_>) {
        let Finds { steps, effort, .. } = &mut self.finds;
        effort.expansions += 1;
        steps[prefix].penalise(number, self.parameters.penalty);
        let parent = *steps[prefix].entries()[number].kept();
        let is_clean_way_found = !parent.clean_search_fails && self.branch_clean(prefix, parent);
        let parent = Kept { clean_search_fails: !is_clean_way_found, ..parent };
        *self.finds.steps[prefix].entry_mut(number).kept_mut() = parent;
        if self.branch_biting(prefix, parent, budget) || is_clean_way_found {
            return;
        }
        self.branch_freely(prefix, parent, budget);
    }

    /// The branches of search 1; whether it found any way. They need no following: key and value of a
    /// child are known before it is built, and many are turned away by them.
    fn branch_clean(&mut self, prefix: usize, parent: Kept) -> bool {
        let finds = &mut self.finds;
        let state = finds.states.get(parent.slot);
        let limit = finds.move_limit(prefix + 1, parent);
        let found = find_clean_paths_below(state, limit, &mut self.scratch, &mut self.rng);
        let count = found.targets().len().min(self.parameters.clean_branches);
        let admission = finds.admission(prefix + 1);
        let admitted: ArrayVec<usize, MAX_CLEAN_PATHS> = (0..count)
            .filter(|&which| {
                admission.admits_target(&finds.incumbent, state, found.targets()[which])
            })
            .collect();
        for which in admitted {
            if finds.has_place_for(prefix + 1, parent, &found, which) {
                finds.keep_at_end(parent, &found.path(which));
            }
        }
        !found.is_empty()
    }

    /// The branches of search 2; whether it found any bite worth making. That need not be known if
    /// search 1 has found a way.
    fn branch_biting(&mut self, prefix: usize, parent: Kept, budget: &mut Budget<'_>) -> bool {
        let finds = &self.finds;
        let state = finds.states.get(parent.slot);
        let limit = finds.move_limit(prefix + 1, parent);
        let least = usize::from(parent.clean_search_fails);
        let found = find_bites_below(state, limit, least, &mut self.scratch, &mut self.rng);
        let count = found.plans().len().min(self.parameters.bite_branches);
        let ways: ArrayVec<Path, MAX_BITES> = (0..count)
            .filter(|&which| usize::from(found.plans()[which].total) < limit)
            .map(|which| found.moves(which))
            .collect();
        let is_any_found = !found.is_empty();
        for path in ways {
            self.branch(prefix, parent, Decision::Binding(path), budget);
        }
        is_any_found
    }

    /// The branches of search 3; the one of search 4 if there are none.
    fn branch_freely(&mut self, prefix: usize, parent: Kept, budget: &mut Budget<'_>) {
        let state = self.finds.states.get(parent.slot);
        let found = find_paths_through(state, &mut self.scratch, &mut self.rng);
        let count = found.targets().len().min(self.parameters.through_branches);
        let ways: ArrayVec<Path, MAX_PATHS_THROUGH> =
            (0..count).map(|which| found.path(which)).collect();
        if ways.is_empty() {
            self.branch(prefix, parent, Decision::Wander, budget);
        }
        for path in ways {
            self.branch(prefix, parent, Decision::Tentative(path), budget);
        }
    }

    /// Follows one branch in a copy of the parent.
    fn branch(&mut self, prefix: usize, parent: Kept, first: Decision, budget: &mut Budget<'_>) {
        let Finds { valuation, steps, states, history, incumbent, effort } = &mut self.finds;
        let mark = history.mark();
        let slot = states.copy(parent.slot);
        let mut follower = Follower {
            parameters: &self.parameters,
            admission: admission(steps, *valuation, prefix + 1),
            scratch: &mut self.scratch,
            rng: &mut self.rng,
            history,
            incumbent,
            budget,
            effort,
        };
        let state = states.get_mut(slot);
        match follower.follow(state, parent.link, first, parent.clean_search_fails) {
            Some(link) => self.finds.keep(slot, link, mark),
            None => self.finds.drop_child(slot, mark),
        }
    }
}

impl Finds<'_> {
    /// What children with this matched prefix have to be like.
    fn admission(&self, goal: usize) -> Admission<'_> {
        admission(&self.steps, self.valuation, goal)
    }

    /// See [`Admission::move_limit`].
    fn move_limit(&self, goal: usize, parent: Kept) -> usize {
        let turns = self.states.get(parent.slot).turns();
        self.admission(goal).move_limit(&self.incumbent, turns, parent.least_child_distance)
    }

    /// Whether the step `goal` would let in the child at the end of a path of search 1.
    fn has_place_for(
        &self,
        goal: usize,
        parent: Kept,
        found: &CleanPaths<'_>,
        which: usize,
    ) -> bool {
        // Complete states need no place.
        self.steps.get(goal).is_none_or(|step| {
            let state = self.states.get(parent.slot);
            let Target { cell, distance } = found.targets()[which];
            let eaten = state.grid().doubled_centre_distance(cell);
            let turns = state.turns() + usize::from(distance);
            let value = self.valuation.of_figures(turns, state.doubled_food_distance() - eaten);
            // Children of the same parent may have filled the step meanwhile.
            step.admits(value) && step.place(key_at_end(state, found, which), value).is_some()
        })
    }

    /// Builds the child at the end of a path of search 1, and keeps it.
    fn keep_at_end(&mut self, parent: Kept, path: &Path) {
        let mark = self.history.mark();
        let slot = self.states.copy(parent.slot);
        let child = self.states.get_mut(slot);
        for direction in path.iter() {
            child.advance(direction).expect("search 1 proposes legal moves only");
        }
        self.effort.moves += path.len() as u64;
        let link = self.history.extend(parent.link, path.iter());
        self.keep(slot, link, mark);
    }

    /// Puts a child into its step if that lets it in, or offers it as an answer if it is complete.
    fn keep(&mut self, slot: Slot, link: Link, mark: Mark) {
        let child = self.states.get(slot);
        debug_assert!(child.is_clean());
        let is_complete = child.is_complete();
        if is_complete || self.incumbent.admits_incomplete() {
            self.incumbent.offer(child, || self.history.moves(link));
        }
        if is_complete {
            self.effort.complete_states += 1;
            self.drop_child(slot, mark);
            return;
        }
        let (key, value) = (Key::of(child), self.valuation.of(child));
        let step = &mut self.steps[child.prefix()];
        match step.place(key, value) {
            None => self.drop_child(slot, mark),
            Some(place) => {
                let kept = Kept::new(child, slot, link);
                if let Some(left) = step.put(place, key, value, kept) {
                    self.states.release(left.slot);
                }
            }
        }
    }

    fn drop_child(&mut self, slot: Slot, mark: Mark) {
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

    /// Drops the states that can no longer lead to a shorter answer; `wanted` colours make a complete
    /// one.
    fn drop_hopeless(&mut self, wanted: usize) {
        let Some(best) = self.incumbent.complete_turns() else { return };
        for (prefix, step) in self.steps.iter_mut().enumerate() {
            let missing = wanted - prefix;
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

impl Member for StepTable<'_> {
    fn run_passes(
        &mut self,
        budget: &mut Budget<'_>,
        mut after_pass: impl FnMut(&mut Self),
    ) -> Outcome {
        let pass = |table: &mut Self, budget: &mut Budget<'_>, _| {
            let before = table.finds.effort.expansions;
            table.pass(budget);
            table.finds.effort.expansions > before
        };
        let end = make_passes(self, budget, pass, |table| {
            table.finds.effort.passes += 1;
            after_pass(table);
        });
        Outcome::of(self, end)
    }

    fn incumbent(&self) -> &Incumbent {
        &self.finds.incumbent
    }

    fn effort(&self) -> Effort {
        self.finds.effort
    }

    /// States that can no longer lead to a shorter answer than the adopted one are dropped.
    fn adopt(&mut self, answer: &Incumbent) {
        if answer.is_better_than(&self.finds.incumbent) {
            self.finds.incumbent = answer.clone();
            self.finds.drop_hopeless(self.instance.wanted().len());
        }
    }
}

/// What children with this matched prefix have to be like.
fn admission(steps: &[Step<Kept>], valuation: Valuation, goal: usize) -> Admission<'_> {
    Admission { goal, step: steps.get(goal), valuation }
}

/// The key at the end of a path of search 1, which eats at its last move only.
fn key_at_end(state: &State<'_>, found: &CleanPaths<'_>, which: usize) -> Key {
    let (snake, moves) = (state.snake(), usize::from(found.targets()[which].distance));
    Key::of_parts(snake.len() + 1, |ordinal| {
        if ordinal < moves {
            found.cell_before_end(which, ordinal)
        } else {
            snake.cell(ordinal - moves)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use snake_paths::{find_bites, find_clean_paths};

    fn run(table: &mut StepTable<'_>, passes: u64) -> Outcome {
        table.run(&mut Budget::unlimited().with_passes(passes), |_| {})
    }

    /// The plain way to a child's key and value: build it.
    #[test]
    fn key_and_value_are_known_before_a_child_is_built() {
        let mut compared = 0;
        for seed in 0..20 {
            let instance = Instance::generate(seed);
            let mut table = StepTable::new(&instance, Parameters::default(), seed);
            run(&mut table, 1);
            let states =
                table.finds.steps.iter().flat_map(Step::entries).map(|entry| entry.kept().slot);
            for slot in states {
                let state = table.finds.states.get(slot);
                let found = find_clean_paths(state, &mut table.scratch, &mut table.rng);
                for (which, target) in found.targets().iter().enumerate() {
                    let path = found.path(which);
                    let mut child = state.clone();
                    for direction in path.iter() {
                        child.advance(direction).expect("search 1 proposes legal moves only");
                    }
                    assert_eq!(key_at_end(state, &found, which), Key::of(&child));
                    let eaten = state.grid().doubled_centre_distance(target.cell);
                    assert_eq!(child.turns(), state.turns() + usize::from(target.distance));
                    assert_eq!(
                        child.doubled_food_distance(),
                        state.doubled_food_distance() - eaten
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    /// The plain way to the limit of moves: ask for each number of them, and for each plan.
    #[test]
    fn the_limit_of_moves_is_where_admission_ends() {
        let (mut limited, mut plans) = (0, [0, 0]);
        for seed in 0..10 {
            let instance = Instance::generate(seed);
            let mut table = StepTable::new(&instance, Parameters::default(), seed);
            run(&mut table, 5);
            let StepTable { finds, scratch, rng, .. } = &mut table;
            for (prefix, step) in finds.steps.iter().enumerate() {
                let admission = finds.admission(prefix + 1);
                for kept in step.entries().iter().map(crate::table::Entry::kept) {
                    let state = finds.states.get(kept.slot);
                    let limit = finds.move_limit(prefix + 1, *kept);
                    for moves in 0..600 {
                        let turns = state.turns() + moves;
                        let distance = kept.least_child_distance;
                        let is_admitted = admission.admits(&finds.incumbent, turns, distance);
                        // 513 is more than any child takes.
                        assert_eq!(is_admitted && moves < 513, moves < limit);
                    }
                    limited += usize::from(limit < 513);
                    for plan in find_bites(state, scratch, rng).plans() {
                        let is_admitted = admission.admits_plan(&finds.incumbent, state, plan);
                        assert_eq!(is_admitted, usize::from(plan.total) < limit);
                        plans[usize::from(is_admitted)] += 1;
                    }
                }
            }
        }
        assert!(limited > 1000 && plans[0] > 1000 && plans[1] > 1000, "{limited} {plans:?}");
    }

    #[test]
    fn compacting_the_history_changes_no_result() {
        let instance = Instance::generate(2);
        let (mut plain, mut compacted) = (
            StepTable::new(&instance, Parameters::default(), 3),
            StepTable::new(&instance, Parameters::default(), 3),
        );
        for _ in 0..4 {
            run(&mut compacted, 1);
            let before = compacted.finds.history.len();
            compacted.finds.compact();
            assert!(compacted.finds.history.len() < before);
        }
        assert_eq!(run(&mut compacted, 1), run(&mut plain, 5));
    }

    /// The pool of moves is compacted by itself when it is due; some 50 passes reach that here.
    #[test]
    fn the_history_stays_bounded() {
        let instance = Instance::generate(2);
        let mut table = StepTable::new(&instance, Parameters::default(), 3);
        let (mut longest, mut was_compacted) = (0, false);
        for _ in 0..100 {
            run(&mut table, 1);
            was_compacted |= table.finds.history.len() < longest;
            longest = longest.max(table.finds.history.len());
        }
        assert!(was_compacted, "{longest} moves");
        // Due at 2^20 moves; one step's expansions may come on top.
        let most_in_a_step = 60 * table.parameters.move_cap;
        assert!(longest < (1 << 20) + most_in_a_step, "{longest} moves");
    }
}
