//! Search 2: bite and restore.

use arrayvec::ArrayVec;
use rand_core::Rng;
use snake_core::{Cell, CellSet, State};

use crate::directions::{DirectionOrder, Draw};
use crate::flood::{Frontiers, Leaving};
use crate::path::Path;
use crate::scratch::Scratch;

/// Most plans search 2 returns (`method.md`, "Expanding a state").
pub const MAX_BITES: usize = 2;

/// Most moves to a bite, the biting one included (`method.md`, "The four searches": t <= 15).
pub const MAX_WAY: usize = 15;

/// Least ordinal that can be bitten: a loop has at least four cells.
const MIN_PART: usize = 4;

/// A bite worth making.
///
/// Its moves are the way (`way` moves, the last one bites) and the restoration (`prefix - 1 - part`
/// moves, each eats a food of the right colour); after them the state is clean, with the matched
/// prefix it had before. See [`Bites::moves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitePlan {
    /// Moves up to and including the bite, `1..=MAX_WAY`.
    pub way: u8,
    /// Ordinal of the part that is bitten, when it is bitten; even, at least 4.
    pub part: u8,
    /// Where the target lies that the validation found, or will lie once the wrong parts are food.
    pub target: Cell,
    /// Estimate of all moves: way, restoration, and the validated path from its end to the target.
    pub total: u16,
}

/// What search 2 found.
#[derive(Clone, Debug)]
pub struct Bites<'a> {
    plans: ArrayVec<BitePlan, MAX_BITES>,
    order: DirectionOrder,
    state: &'a State<'a>,
    frontiers: &'a Frontiers,
}

impl Bites<'_> {
    /// The plans, fewest moves in all first; at most [`MAX_BITES`], to different targets.
    #[inline]
    #[must_use]
    pub fn plans(&self) -> &[BitePlan] {
        &self.plans
    }

    /// Whether there is no bite worth making.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// The binding moves of `plans()[which]`: the way and the restoration.
    ///
    /// They are copied out of the snake here, before it moves: moving overwrites the slots of the
    /// old body in its ring buffer.
    ///
    /// # Panics
    ///
    /// If `which >= plans().len()`.
    ///
    /// # Complexity
    ///
    /// `O(moves)`.
    #[must_use]
    pub fn moves(&self, which: usize) -> Path {
        let BitePlan { way, part, .. } = self.plans[which];
        let (way, part) = (usize::from(way), usize::from(part));
        let mut path = Path::unset(way);
        let bite = self.state.snake().cell(part - way);
        self.frontiers.walk_back(bite, way, self.order, &mut path);
        append_restoration(self.state, way, part, &mut path);
        path
    }
}

/// The moves that eat the right colours back after a bite.
///
/// `before` is the state `way` moves before the bite (the biting move included, none of them
/// eating), and `part` the ordinal that is bitten, as [`Event::Bit`](snake_core::Event::Bit) tells it.
/// The moves lead from the bite along the old body's cells up to the right tail, the last part of the
/// matched prefix of `before`. Empty if nothing right is cut off (`part >= prefix - 1`).
///
/// For a bite made by search 4, `way` is 1 and `before` the state directly before the move.
///
/// # Panics
///
/// If `part` is not in `way..before.snake().len() - 1`: no such bite exists.
///
/// # Complexity
///
/// `O(moves)`.
#[must_use]
pub fn restoration(before: &State<'_>, way: usize, part: usize) -> Path {
    assert!(
        (way..before.snake().len() - 1).contains(&part),
        "no bite at part {part} after {way} moves"
    );
    let mut path = Path::new();
    append_restoration(before, way, part, &mut path);
    path
}

fn append_restoration(before: &State<'_>, way: usize, part: usize, path: &mut Path) {
    let (snake, grid) = (before.snake(), before.grid());
    let mut at = snake.cell(part - way);
    for ordinal in part + 1..before.prefix() {
        let next = snake.cell(ordinal - way);
        path.push(grid.direction_between(at, next).expect("parts in a row are adjacent"));
        at = next;
    }
}

/// A place where the body can be bitten after `way` moves: today's ordinal `ordinal`.
#[derive(Clone, Copy)]
struct Candidate {
    way: usize,
    ordinal: usize,
}

/// Search 2: bites after which the snake can eat the right colours back and go on to a target.
///
/// Works for clean and dirty states; on a dirty one it leaves the wrong colours on the board.
///
/// The ways are search 1's flood over cells without food, at most [`MAX_WAY`] moves; the body cells
/// it meets before they are free are the bites. After `t` moves the cell of today's part `j` holds
/// part `h = j + t`; `h` must be even (it always is: the grid is bipartite), at least 4, and at most
/// `min(prefix - 1, length - 2)`. The restoration ends on today's cell `prefix - 1 - t`, after
/// `t + (prefix - 1 - h) = prefix - 1 - j` moves in all. So for each `t` only the largest `j` matters.
///
/// A bite is worth taking if in the **present** state search 1's flood, started from the cell where
/// the restoration ends, reaches a target within the present board, or the cell on which a wrong part
/// of the wanted colour will lie. (`method.md` leaves validating on the exact future board open; this
/// is the author's rule.) The estimate `total` is an estimate for that reason.
///
/// Returned are the plans of fewest moves in all, each to another target: a bite's target is the one
/// its validation finds nearest, of equally near ones the first in row-major order. Of bites that are
/// equal in all, the one with less restoration and way stays, then the shorter way. Ties between ways to the
/// same bite are decided by the drawn order of directions. One RNG draw.
///
/// Empty if there is no such bite, or if the wanted sequence is complete.
///
/// # Complexity
///
/// At most [`MAX_WAY`] flood turns, and a validating flood for each `t` that could still be better.
pub fn find_bites<'a, R: Rng + ?Sized>(
    state: &'a State<'_>,
    scratch: &'a mut Scratch,
    rng: &mut R,
) -> Bites<'a> {
    let Draw { order, .. } = Draw::new(rng);
    let mut plans = ArrayVec::new();
    if let Some(colour) = state.target_colour() {
        let candidates = flood_ways(state, &mut scratch.frontiers);
        let targets = state.board().foods_of(colour) & state.grid().cell_set();
        validate(state, targets, &candidates, &mut plans);
    }
    Bites { plans, order, state, frontiers: &scratch.frontiers }
}

/// The best bite for each number of moves, in ascending order of way plus restoration.
fn flood_ways(state: &State<'_>, frontiers: &mut Frontiers) -> ArrayVec<Candidate, MAX_WAY> {
    let board = state.board();
    let mut bodies = board.bodies();
    let mut open = state.grid().cell_set() & !(board.foods() | bodies);
    let head = state.snake().head();
    let last_part = (state.prefix() - 1).min(state.snake().len() - 2);
    let mut candidates = ArrayVec::<_, MAX_WAY>::new();
    let (mut leaving, tail) = Leaving::start(state);
    let mut frontier = CellSet::EMPTY;
    frontier.insert(head);
    if let Some(cell) = tail {
        open.insert(cell);
        bodies.remove(cell);
    }
    for turn in 1..=MAX_WAY {
        frontiers.keep(turn - 1, frontier);
        if let Some(cell) = leaving.next(state) {
            open.insert(cell);
            bodies.remove(cell);
            // The start is never entered again. (It can be bitten until it is free.)
            open.remove(head);
        }
        let met = frontier.neighbours();
        let best = (met & bodies)
            .iter()
            .filter_map(|cell| {
                let index = board.body(cell).expect("the cell holds a part");
                let ordinal = (state.snake().head_index() - index) as usize;
                (MIN_PART..=last_part).contains(&(ordinal + turn)).then_some(ordinal)
            })
            .max();
        if let Some(ordinal) = best {
            let place = candidates
                .iter()
                .position(|other: &Candidate| other.ordinal < ordinal)
                .unwrap_or(candidates.len());
            candidates.insert(place, Candidate { way: turn, ordinal });
        }
        frontier = met & open;
        if frontier.is_empty() {
            break;
        }
        open &= !frontier;
    }
    candidates
}

/// Keeps the best plans among the candidates.
fn validate(
    state: &State<'_>,
    targets: CellSet,
    candidates: &[Candidate],
    plans: &mut ArrayVec<BitePlan, MAX_BITES>,
) {
    let right_tail = state.prefix() - 1;
    for &Candidate { way, ordinal } in candidates {
        let before = right_tail - ordinal;
        // Totals must stay below this to be kept.
        let limit =
            if plans.is_full() { usize::from(plans[MAX_BITES - 1].total) } else { usize::MAX };
        if before + 1 >= limit {
            return;
        }
        let ends = targets | wrong_ends(state, way);
        let start = state.snake().cell(right_tail - way);
        let Some((target, distance)) = nearest(state, start, ends, limit - before) else {
            continue;
        };
        let total = (before + distance) as u16;
        let plan = BitePlan { way: way as u8, part: (ordinal + way) as u8, target, total };
        if let Some(same) = plans.iter().position(|other| other.target == target) {
            if plans[same].total <= total {
                continue;
            }
            plans.remove(same);
        }
        let place = plans.iter().position(|other| other.total > total).unwrap_or(plans.len());
        if plans.is_full() {
            plans.pop();
        }
        plans.insert(place, plan);
    }
}

/// The cells on which wrong parts of the wanted colour will lie after a bite `way` moves from now.
fn wrong_ends(state: &State<'_>, way: usize) -> CellSet {
    let colour = state.target_colour();
    (state.prefix()..state.snake().len())
        .filter(|&part| Some(state.colours()[part]) == colour)
        .map(|part| state.snake().cell(part - way))
        .collect()
}

/// The nearest of the ends in the present state, for a head standing on `start`, and its distance;
/// only if that is below `limit`.
fn nearest(state: &State<'_>, start: Cell, ends: CellSet, limit: usize) -> Option<(Cell, usize)> {
    let board = state.board();
    let mut open = state.grid().cell_set() & !(board.foods() | board.bodies());
    let (mut leaving, tail) = Leaving::start(state);
    tail.into_iter().for_each(|cell| open.insert(cell));
    let mut frontier = CellSet::EMPTY;
    frontier.insert(start);
    for distance in 1..limit {
        leaving.next(state).into_iter().for_each(|cell| open.insert(cell));
        open.remove(start);
        let met = frontier.neighbours();
        if let Some(end) = (met & ends).first() {
            return Some((end, distance));
        }
        frontier = met & open;
        if frontier.is_empty() {
            return None;
        }
        open &= !frontier;
    }
    None
}
