//! Following one branch of an expansion until the matched prefix has grown.

use rand_core::Rng;
use snake_core::{Direction, Event, MAX_TURNS, State};
use snake_paths::{
    MoveKind, Path, Scratch, choose_weighted, find_bites, find_clean_paths, find_paths_through,
    find_single_move, restoration,
};

use crate::budget::Budget;
use crate::history::{History, Link};
use crate::incumbent::Incumbent;
use crate::outcome::Effort;
use crate::parameters::Parameters;

/// Moves still to be made, and how firmly they are decided.
///
/// (The method keeps them as a reversed list and pops them; a path with a position is the same.)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    path: Path,
    next: usize,
    is_binding: bool,
}

impl Pending {
    /// No moves.
    pub(crate) const NOTHING: Self = Self { path: Path::new(), next: 0, is_binding: false };

    /// Moves that must be carried out: found by search 1 or 2, or the restoration after a bite.
    pub(crate) const fn binding(path: Path) -> Self {
        Self { path, next: 0, is_binding: true }
    }

    /// Moves that are dropped as soon as search 1 or 2 succeeds: found by search 3 or 4.
    pub(crate) const fn tentative(path: Path) -> Self {
        Self { path, next: 0, is_binding: false }
    }

    const fn is_empty(&self) -> bool {
        self.next == self.path.len()
    }

    /// Takes the next move.
    fn pop(&mut self) -> Direction {
        self.next += 1;
        self.path.get(self.next - 1)
    }
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
}

impl<R: Rng> Follower<'_, '_, R> {
    /// Plays moves until the matched prefix is longer than it is now, and returns the link to the
    /// last one. The state is clean then, and its prefix longer by exactly one.
    ///
    /// `first` is the branch's first decision, made after searches 1 and 2 have been tried on this
    /// state; `clean_search_fails` tells whether search 1 is known to fail on it.
    ///
    /// `None` if the branch dies: it can no longer lead to an answer shorter than the best complete
    /// one, has more moves than [`Parameters::move_cap`], or the budget is spent. The state is then
    /// somewhere on the way, and the moves since `link` are still in the history.
    pub(crate) fn follow(
        &mut self,
        state: &mut State<'_>,
        mut link: Link,
        first: Pending,
        mut clean_search_fails: bool,
    ) -> Option<Link> {
        let goal = state.prefix() + 1;
        let last_turn = self.last_turn(state);
        let mut pending = first;
        let mut is_first = true;
        while state.prefix() < goal {
            if !self.can_improve(state)
                || state.turns() >= last_turn
                || self.budget.is_spent_after(1)
            {
                return None;
            }
            if !(pending.is_binding && !pending.is_empty()) && !is_first {
                self.decide(state, &mut pending, &mut clean_search_fails);
            }
            is_first = false;
            let (direction, after) = if pending.is_empty() {
                self.wander(state)
            } else {
                (pending.pop(), Pending::NOTHING)
            };
            let event = state.advance(direction).expect("searches propose legal moves only");
            link = self.history.push(link, direction);
            self.effort.moves += 1;
            match event {
                Event::Moved => {}
                Event::Bit { .. } => {
                    clean_search_fails = false;
                    if !after.is_empty() {
                        pending = after;
                    }
                }
                Event::Ate(_) => {
                    clean_search_fails = false;
                    self.offer_incomplete(state, link);
                }
            }
        }
        debug_assert!(state.is_clean() && state.prefix() == goal);
        Some(link)
    }

    /// Looks for something better than what is pending and tentative, or for something to do.
    /// Leaves `pending` empty if only search 4 remains.
    fn decide(&mut self, state: &State<'_>, pending: &mut Pending, clean_search_fails: &mut bool) {
        if state.is_clean() && !*clean_search_fails {
            self.budget.is_spent_after(1);
            let found = find_clean_paths(state, self.scratch, self.rng);
            if !found.is_empty() {
                let distances = found.targets().iter().map(|target| usize::from(target.distance));
                let which = choose_weighted(distances, self.rng);
                *pending = Pending::binding(found.path(which));
                return;
            }
            *clean_search_fails = true;
        }
        self.budget.is_spent_after(1);
        let found = find_bites(state, self.scratch, self.rng);
        if !found.is_empty() {
            let totals = found.plans().iter().map(|plan| usize::from(plan.total));
            let which = choose_weighted(totals, self.rng);
            *pending = Pending::binding(found.moves(which));
            return;
        }
        if pending.is_empty() {
            self.budget.is_spent_after(1);
            let found = find_paths_through(state, self.scratch, self.rng);
            if !found.is_empty() {
                let distances = found.targets().iter().map(|target| usize::from(target.distance));
                let which = choose_weighted(distances, self.rng);
                *pending = Pending::tentative(found.path(which));
            }
        }
    }

    /// One move by search 4, and the restoration after it if it bites.
    fn wander(&mut self, state: &State<'_>) -> (Direction, Pending) {
        let found = find_single_move(state, self.rng);
        let after = match found.kind {
            MoveKind::Bites { part } => Pending::binding(restoration(state, 1, part)),
            MoveKind::Free | MoveKind::Eats(_) => Pending::NOTHING,
        };
        (found.direction, after)
    }

    /// The turn at which a branch that starts here must have ended.
    fn last_turn(&self, state: &State<'_>) -> usize {
        (state.turns() + self.parameters.move_cap).min(MAX_TURNS)
    }

    /// Whether an answer through this state could be shorter than the best complete one: each
    /// colour missing takes a move at least.
    #[inline]
    pub(crate) fn can_improve(&self, state: &State<'_>) -> bool {
        let missing = state.instance().wanted().len() - state.prefix();
        self.incumbent.complete_turns().is_none_or(|best| state.turns() + missing < best)
    }

    /// Offers a state on the way as the best answer so far, while such answers can still win.
    #[inline]
    pub(crate) fn offer_incomplete(&mut self, state: &State<'_>, link: Link) {
        if self.incumbent.admits_incomplete() {
            self.incumbent.offer(state, || self.history.moves(link));
        }
    }
}
