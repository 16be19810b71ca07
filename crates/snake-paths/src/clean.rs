//! Search 1: clean paths to targets.

use arrayvec::ArrayVec;
use rand_core::Rng;
use snake_core::{Cell, CellSet, State};

use crate::directions::{DirectionOrder, Draw, Ties};
use crate::flood::{Flood, Frontiers, Turn, present_cells};
use crate::path::Path;
use crate::rows::{HALF_ROWS, Rows};
use crate::scratch::Scratch;
use crate::target::Target;

/// Most targets search 1 returns (`method.md`, "The four searches").
pub const MAX_CLEAN_PATHS: usize = 4;

/// What search 1 found: the nearest targets in order of distance, and a shortest path to each,
/// walked back when asked for.
#[derive(Clone, Debug)]
pub struct CleanPaths<'s> {
    targets: ArrayVec<Target, MAX_CLEAN_PATHS>,
    order: DirectionOrder,
    frontiers: &'s Frontiers,
}

impl CleanPaths<'_> {
    /// The targets, nearest first; at most [`MAX_CLEAN_PATHS`].
    #[inline]
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// Whether no target can be reached.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The path to `targets()[which]`: as many moves as its distance, of which only the last eats.
    ///
    /// # Panics
    ///
    /// If `which >= targets().len()`.
    ///
    /// # Complexity
    ///
    /// `O(distance)`.
    #[must_use]
    pub fn path(&self, which: usize) -> Path {
        let Target { cell, distance } = self.targets[which];
        let mut path = Path::unset(distance.into());
        self.frontiers.walk_back(cell, distance.into(), self.order, &mut path);
        path
    }

    /// The cell on which the head stands `back` moves before the end of the path to
    /// `targets()[which]`; 0 moves before, that is the target's. So the front parts of the snake at its
    /// end are known without the whole path.
    ///
    /// # Panics
    ///
    /// If `which >= targets().len()`, or `back` is more than the target's distance.
    ///
    /// # Complexity
    ///
    /// `O(back)`.
    #[must_use]
    pub fn cell_before_end(&self, which: usize, back: usize) -> Cell {
        let Target { cell, distance } = self.targets[which];
        let distance = usize::from(distance);
        assert!(back <= distance, "the path has {distance} moves");
        (distance - back..distance)
            .rev()
            .fold(cell, |at, turn| self.frontiers.step_back(at, turn, self.order).1)
    }
}

/// Search 1: shortest paths of a clean snake to the nearest targets, through cells without food.
///
/// Breadth-first from the head. Each cell is entered at most once, from the current frontier only;
/// a body cell enters the flood only if it is free when it is met (it stays unvisited otherwise,
/// and may be met again later). A target ends a path and is never crossed. Waiting for a cell to
/// become free is not tried: only shortest arrivals count.
///
/// Where several shortest paths lead to a target, the drawn order of directions decides; where more
/// targets than wanted are equally near, each is as likely to be kept. One RNG draw.
///
/// Empty if no target is reached, or if the wanted sequence is complete.
///
/// # Panics
///
/// In debug builds, if the state is dirty: eating the wanted colour would then not lengthen the
/// matched prefix.
///
/// # Complexity
///
/// A few dozen word operations for each turn up to the distance of the last target returned.
pub fn find_clean_paths<'s, R: Rng + ?Sized>(
    state: &State<'_>,
    scratch: &'s mut Scratch,
    rng: &mut R,
) -> CleanPaths<'s> {
    find_clean_paths_below(state, usize::MAX, scratch, rng)
}

/// As [`find_clean_paths`], for a caller that has no use for targets `limit` moves away or further:
/// those may be left out, which spares some of the work. If all targets are as far as that, one at
/// least is returned, so that one knows whether there is any way.
///
/// The targets below the limit are those of [`find_clean_paths`], in the same order. One RNG draw,
/// whatever the limit.
///
/// # Panics
///
/// As [`find_clean_paths`].
pub fn find_clean_paths_below<'s, R: Rng + ?Sized>(
    state: &State<'_>,
    limit: usize,
    scratch: &'s mut Scratch,
    rng: &mut R,
) -> CleanPaths<'s> {
    debug_assert!(state.is_clean(), "search 1 needs a clean state");
    let Draw { order, mut ties } = Draw::new(rng);
    let mut targets = ArrayVec::new();
    if let Some(colour) = state.target_colour() {
        let goals = state.board().foods_of(colour);
        let frontiers = &mut scratch.frontiers;
        if state.grid().side() <= HALF_ROWS {
            flood::<1>(state, goals, limit, frontiers, &mut targets, &mut ties);
        } else {
            flood::<2>(state, goals, limit, frontiers, &mut targets, &mut ties);
        }
    }
    CleanPaths { targets, order, frontiers: &scratch.frontiers }
}

fn flood<const HALVES: usize>(
    state: &State<'_>,
    targets: CellSet,
    limit: usize,
    frontiers: &mut Frontiers,
    found: &mut ArrayVec<Target, MAX_CLEAN_PATHS>,
    ties: &mut Ties,
) {
    let mut flood = Flood::<HALVES>::new(state, &present_cells(state), state.snake().head());
    let mut targets = Rows::new(&targets);
    for turn in 1.. {
        frontiers.keep(turn - 1, flood.frontier());
        let Turn { met, .. } = flood.meet();
        let reached = met.and(targets);
        if !reached.is_empty() {
            keep_targets(reached.cells(), turn, found, ties);
            if found.is_full() {
                return;
            }
            targets = targets.without(reached);
        }
        let is_next_of_use = turn + 1 < limit || found.is_empty();
        if !is_next_of_use || !flood.enter(met) {
            return;
        }
    }
}

/// Adds targets reached at a turn; some of them by lot if there is no room for all.
fn keep_targets(
    mut reached: CellSet,
    turn: usize,
    targets: &mut ArrayVec<Target, MAX_CLEAN_PATHS>,
    ties: &mut Ties,
) {
    let distance = turn as u16;
    let (before, mut cells) = (targets.len(), reached.iter());
    let room = targets.remaining_capacity();
    targets.extend(cells.by_ref().take(room).map(|cell| Target { cell, distance }));
    if cells.next().is_none() {
        return;
    }
    targets.truncate(before);
    let count = reached.len();
    for left in (0..count).rev() {
        if targets.is_full() {
            return;
        }
        let chosen = reached.iter().nth(ties.below(left + 1));
        let cell = chosen.expect("the lot is below the number of cells");
        reached.remove(cell);
        targets.push(Target { cell, distance });
    }
}
