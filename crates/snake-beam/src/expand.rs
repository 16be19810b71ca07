//! Following one branch of an expansion until the matched prefix has grown.
//!
//! A branch of the method can take a hundred moves, and two children of three are turned away by the
//! step they reach. So a branch ends as soon as it is clear what will become of it: see
//! [`Admission`].

use rand_core::Rng;
use snake_core::{Colour, Direction, Event, MAX_TURNS, State};
use snake_paths::{
    BitePlan, MAX_PATH_LENGTH, MoveKind, Path, Scratch, Target, choose_weighted, find_bites,
    find_clean_paths, find_paths_through, find_single_move, restoration,
};

use crate::budget::Budget;
use crate::history::{History, Link};
use crate::incumbent::Incumbent;
use crate::outcome::Effort;
use crate::parameters::Parameters;
use crate::solver::Kept;
use crate::table::Step;
use crate::value::Valuation;

/// Whether a child can still be of use, told from its figures before it is built.
///
/// It is of use if an answer through it could be shorter than the best complete one, and if the step
/// it belongs to would let it in by its value (whatever its key).
#[derive(Clone, Copy)]
pub(crate) struct Admission<'a> {
    /// The matched prefix of the children.
    pub(crate) goal: usize,
    /// Their step; none for complete states, which need no place.
    pub(crate) step: Option<&'a Step<Kept>>,
    pub(crate) valuation: Valuation,
}

impl Admission<'_> {
    /// A child after this number of turns, with this doubled sum of the foods' distances.
    #[inline]
    pub(crate) fn admits(self, incumbent: &Incumbent, turns: usize, distance: u32) -> bool {
        incumbent.can_be_improved_from(turns, self.goal)
            && self.step.is_none_or(|step| step.admits(self.valuation.of_figures(turns, distance)))
    }

    /// The child at the end of a path of search 1.
    #[inline]
    pub(crate) fn admits_target(
        self,
        incumbent: &Incumbent,
        state: &State<'_>,
        target: Target,
    ) -> bool {
        let eaten = state.grid().doubled_centre_distance(target.cell);
        let turns = state.turns() + usize::from(target.distance);
        self.admits(incumbent, turns, state.doubled_food_distance() - eaten)
    }

    /// Some child behind a bite, if the snake goes on to a target as the plan has it.
    ///
    /// All wrong parts lie on the board then. Which target is eaten is left open: the one furthest
    /// from the centre counts.
    pub(crate) fn admits_plan(
        self,
        incumbent: &Incumbent,
        state: &State<'_>,
        plan: &BitePlan,
    ) -> bool {
        let Some(colour) = state.target_colour() else { return false };
        let (grid, snake, way) = (state.grid(), state.snake(), usize::from(plan.way));
        let mut sum = state.doubled_food_distance();
        let mut furthest = furthest_food(state, colour);
        for part in state.prefix()..snake.len() {
            let distance = grid.doubled_centre_distance(snake.cell(part - way));
            sum += distance;
            if state.colours()[part] == colour {
                furthest = furthest.max(distance);
            }
        }
        self.admits(incumbent, state.turns() + usize::from(plan.total), sum - furthest)
    }

    /// The number of moves from which on no child of a clean state is admitted, neither one at the end
    /// of a path of search 1 nor one behind a bite of search 2 (the latter exactly: without wrong
    /// parts, [`admits_plan`](Self::admits_plan) depends on nothing else). `distance` is the state's
    /// [`least_child_distance`].
    pub(crate) fn move_limit(self, incumbent: &Incumbent, turns: usize, distance: u32) -> usize {
        /// Neither way and restoration nor the path to a target are longer than a path can be.
        const MOST: usize = 2 * MAX_PATH_LENGTH + 1;
        // Values are rounded, so arithmetic on them only tells about where the limit is; the same
        // comparison as everywhere else decides.
        let value = self.valuation.of_figures(turns, distance).moves();
        let bound = self.step.and_then(Step::bound);
        let about = bound.map_or(MOST, |bound| (bound.moves() - value) as usize);
        let is_admitted = |moves| self.admits(incumbent, turns + moves, distance);
        let mut limit = incumbent.moves_to_spare(turns, self.goal).min(about).min(MOST);
        while limit > 0 && !is_admitted(limit - 1) {
            limit -= 1;
        }
        while limit < MOST && is_admitted(limit) {
            limit += 1;
        }
        limit
    }
}

/// The least doubled sum of the foods' distances that a child of a clean state can have: the target
/// furthest from the centre is eaten.
pub(crate) fn least_child_distance(state: &State<'_>) -> u32 {
    debug_assert!(state.is_clean());
    let furthest = state.target_colour().map_or(0, |colour| furthest_food(state, colour));
    state.doubled_food_distance() - furthest
}

/// The largest doubled distance to the centre of a food of this colour on the board, 0 if there is
/// none.
fn furthest_food(state: &State<'_>, colour: Colour) -> u32 {
    let foods = state.board().foods_of(colour);
    foods.iter().map(|cell| state.grid().doubled_centre_distance(cell)).max().unwrap_or(0)
}

/// Moves decided on but not made yet, and how firmly.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Decision {
    /// To be carried out whatever happens: found by search 1, or by search 2 with its restoration,
    /// or the restoration after a bite by search 4.
    Binding(Path),
    /// Found by search 3: dropped as soon as search 1 or 2 succeeds at some move on the way.
    Tentative(Path),
    /// One move by search 4.
    Wander,
}

/// What following a branch needs besides the state itself.
pub(crate) struct Follower<'a, 'b, R> {
    pub(crate) parameters: &'a Parameters,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) rng: &'a mut R,
    pub(crate) history: &'a mut History,
    pub(crate) incumbent: &'a mut Incumbent,
    pub(crate) budget: &'a mut Budget<'b>,
    pub(crate) effort: &'a mut Effort,
    pub(crate) admission: Admission<'a>,
}

impl<R: Rng> Follower<'_, '_, R> {
    /// Plays moves until the matched prefix is longer than it is now, and returns the link to the
    /// last one. The state is clean then, and its prefix longer by exactly one.
    ///
    /// `first` is what the branch starts with, decided after searches 1 and 2 have been tried on
    /// this state; `clean_search_fails` tells whether search 1 is known to fail on it.
    ///
    /// `None` if the branch dies: what it leads to would not be admitted, it has more moves than
    /// [`Parameters::move_cap`], or the budget is spent. The state is then somewhere on the way, and
    /// the moves since `link` are still in the history.
    pub(crate) fn follow(
        &mut self,
        state: &mut State<'_>,
        link: Link,
        first: Decision,
        clean_search_fails: bool,
    ) -> Option<Link> {
        let mut line = Line {
            goal: state.prefix() + 1,
            last_turn: (state.turns() + self.parameters.move_cap).min(MAX_TURNS),
            state,
            link,
            clean_search_fails,
        };
        let mut decision = first;
        loop {
            match decision {
                Decision::Binding(path) => self.carry_out(&mut line, &path)?,
                Decision::Tentative(path) => {
                    if let Some(better) = self.try_out(&mut line, &path)? {
                        decision = better;
                        continue;
                    }
                }
                Decision::Wander => {
                    if let Some(restoration) = self.wander(&mut line)? {
                        decision = restoration;
                        continue;
                    }
                }
            }
            if line.has_arrived() {
                debug_assert!(line.state.is_clean() && line.state.prefix() == line.goal);
                return Some(line.link);
            }
            decision = self.decide(&mut line)?;
        }
    }

    /// Plays binding moves. `None` if the branch dies.
    ///
    /// Whether it does is known before the first move: each move adds a turn and at most one
    /// colour, so turns plus missing colours never fall on the way.
    fn carry_out(&mut self, line: &mut Line<'_, '_>, path: &Path) -> Option<()> {
        let last_turn = line.state.turns() + path.len();
        let is_spent = self.budget.is_spent_after(path.len() as u32);
        if is_spent
            || last_turn > line.last_turn
            || !self.incumbent.can_be_improved_from(last_turn, line.goal)
        {
            return None;
        }
        for direction in path.iter() {
            let event = line.play(direction, self.history);
            line.clean_search_fails &= event == Event::Moved;
        }
        self.effort.moves += path.len() as u64;
        Some(())
    }

    /// Plays tentative moves, and looks before each but the first (before which that has just been
    /// done) whether search 1 or 2 finds something better, which is returned. `None` if the branch
    /// dies.
    fn try_out(&mut self, line: &mut Line<'_, '_>, path: &Path) -> Option<Option<Decision>> {
        for (number, direction) in path.iter().enumerate() {
            if number > 0
                && let Some(better) = self.decide_firmly(line)?
            {
                return Some(Some(better));
            }
            self.play_freely(line, direction)?;
            if line.has_arrived() {
                break;
            }
        }
        Some(None)
    }

    /// Makes one move by search 4; if it bites, returns the restoration of the right colours it cut
    /// off. `None` if the branch dies.
    ///
    /// (`method.md` leaves open whether such a bite is restored like any other. It is; leaving the
    /// colours on the board made no difference in length: +0.1 ± 1.0 % on 60 seeds.)
    fn wander(&mut self, line: &mut Line<'_, '_>) -> Option<Option<Decision>> {
        let found = find_single_move(line.state, self.rng);
        let after = match found.kind {
            MoveKind::Bites { part } => Some(restoration(line.state, 1, part)),
            MoveKind::Free | MoveKind::Eats(_) => None,
        };
        self.play_freely(line, found.direction)?;
        Some(after.filter(|path| !path.is_empty()).map(Decision::Binding))
    }

    /// Plays one move that nothing forces. `None` if the branch dies.
    fn play_freely(&mut self, line: &mut Line<'_, '_>, direction: Direction) -> Option<()> {
        let turns = line.state.turns();
        if turns == line.last_turn
            || !self.incumbent.can_be_improved_from(turns, line.state.prefix())
            || self.budget.is_spent_after(1)
        {
            return None;
        }
        let event = line.play(direction, self.history);
        self.effort.moves += 1;
        line.clean_search_fails &= event == Event::Moved;
        if let Event::Ate(_) = event {
            self.offer_incomplete(line.state, line.link);
        }
        Some(())
    }

    /// Searches 1 and 2, then 3, then 4: the first that finds something decides. `None` if the
    /// branch dies.
    fn decide(&mut self, line: &mut Line<'_, '_>) -> Option<Decision> {
        if let Some(decision) = self.decide_firmly(line)? {
            return Some(decision);
        }
        self.budget.is_spent_after(1);
        let found = find_paths_through(line.state, self.scratch, self.rng);
        if found.is_empty() {
            return Some(Decision::Wander);
        }
        let distances = found.targets().iter().map(|target| usize::from(target.distance));
        Some(Decision::Tentative(found.path(choose_weighted(distances, self.rng))))
    }

    /// Search 1, unless it is known to fail, then search 2. `None` if the branch dies: the way drawn
    /// leads to a child that is not admitted.
    ///
    /// (`method.md` does not say whether the ways of both compete here, as they do at the first
    /// decision. They do not: drawing from both lists at once made answers 2.3 ± 1.0 % longer on 60
    /// seeds. Going on in spite of a bite that is not admitted, in the hope of a better one, made
    /// them 6.6 ± 0.9 % longer on 100: such branches hardly ever come to anything.)
    fn decide_firmly(&mut self, line: &mut Line<'_, '_>) -> Option<Option<Decision>> {
        if line.state.is_clean() && !line.clean_search_fails {
            self.budget.is_spent_after(1);
            let found = find_clean_paths(line.state, self.scratch, self.rng);
            if !found.is_empty() {
                let distances = found.targets().iter().map(|target| usize::from(target.distance));
                let which = choose_weighted(distances, self.rng);
                let target = found.targets()[which];
                let is_admitted = self.admission.admits_target(self.incumbent, line.state, target);
                return is_admitted.then(|| Some(Decision::Binding(found.path(which))));
            }
            line.clean_search_fails = true;
        }
        self.budget.is_spent_after(1);
        let found = find_bites(line.state, self.scratch, self.rng);
        if found.is_empty() {
            return Some(None);
        }
        let totals = found.plans().iter().map(|plan| usize::from(plan.total));
        let which = choose_weighted(totals, self.rng);
        let plan = &found.plans()[which];
        let is_admitted = self.admission.admits_plan(self.incumbent, line.state, plan);
        is_admitted.then(|| Some(Decision::Binding(found.moves(which))))
    }

    /// Offers a state on the way as the best answer so far, while such answers can still win.
    #[inline]
    fn offer_incomplete(&mut self, state: &State<'_>, link: Link) {
        if self.incumbent.admits_incomplete() {
            self.incumbent.offer(state, || self.history.moves(link));
        }
    }
}

/// A branch being followed.
struct Line<'s, 'i> {
    state: &'s mut State<'i>,
    link: Link,
    /// The matched prefix to reach.
    goal: usize,
    /// The turn after which the branch dies.
    last_turn: usize,
    /// Search 1 has failed since the snake last ate or bit.
    clean_search_fails: bool,
}

impl Line<'_, '_> {
    fn has_arrived(&self) -> bool {
        self.state.prefix() == self.goal
    }

    #[inline]
    fn play(&mut self, direction: Direction, history: &mut History) -> Event {
        self.link = history.push(self.link, direction);
        self.state.advance(direction).expect("searches propose legal moves only")
    }
}
