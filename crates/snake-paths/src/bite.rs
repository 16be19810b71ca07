//! Search 2: bite and restore.

use arrayvec::ArrayVec;
use rand_core::Rng;
use snake_core::{Cell, CellSet, Colour, MAX_WANTED, State};

use crate::directions::{DirectionOrder, Draw, direction_between};
use crate::flood::{Flood, Frontiers, PresentCells, Turn, present_cells};
use crate::path::Path;
use crate::rows::{HALF_ROWS, Rows};
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
    /// All moves: way, restoration, and the shortest path from its end to the target.
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
        let mut path = Path::unset(way + self.state.prefix() - 1 - part);
        let bite = self.state.snake().cell(part - way);
        self.frontiers.walk_back(bite, way, self.order, &mut path);
        set_restoration(self.state, way, part, way, &mut path);
        path
    }
}

/// The moves that eat the right colours back after a bite.
///
/// `before` is the state `way` moves before the bite (the biting move included, none of them
/// eating), and `part` the ordinal that is bitten, as [`Event::Bit`](snake_core::Event::Bit) tells
/// it. The moves lead from the bite along the old body's cells up to the right tail, the last part
/// of the matched prefix of `before`. Empty if nothing right is cut off (`part >= prefix - 1`).
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
    let mut path = Path::unset(before.prefix().saturating_sub(part + 1));
    set_restoration(before, way, part, 0, &mut path);
    path
}

/// Fills in the moves of a restoration from step `first` on.
#[inline]
fn set_restoration(before: &State<'_>, way: usize, part: usize, first: usize, path: &mut Path) {
    let snake = before.snake();
    let mut at = snake.cell(part - way);
    for (step, ordinal) in (first..).zip(part + 1 - way..before.prefix() - way) {
        let next = snake.cell(ordinal);
        path.set(step, direction_between(at, next));
        at = next;
    }
}

/// Search 2: bites after which the snake can eat the right colours back and go on to a target.
///
/// Works for clean and dirty states; on a dirty one it leaves the wrong colours on the board.
///
/// The ways are search 1's flood over cells without food, at most [`MAX_WAY`] moves; the body cells
/// it meets before they are free are the bites. After `t` moves the cell of today's part `j` holds
/// part `h = j + t`; `h` must be even (it always is: the grid is bipartite), at least 4, and at
/// most `min(prefix - 1, length - 2)`. The restoration ends on today's cell `prefix - 1 - t`, after
/// `t + (prefix - 1 - h) = prefix - 1 - j` moves in all. So for each `t` only the largest `j` is
/// looked at: it needs fewest moves.
///
/// A bite is worth taking if search 1 will reach a target after the restoration. That is validated on
/// the board as it will be then: the way's cells are occupied, so is the loop until the tail has
/// left it, the cells that the old tail left are free, and the wrong parts lie as food, where those
/// of the wanted colour are targets too. So [`BitePlan::total`] is exact. (The author's text validates
/// on the present board; `method.md` leaves the exact one open. It makes answers 1.0 ± 0.5 % shorter,
/// 3 % on dense boards, and tells what a bite leads to before it is made.)
///
/// Returned are the plans of fewest moves in all, each to another target: a bite's target is the
/// one its validation finds nearest, of equally near ones the first in row-major order. Of bites
/// that are equal in all, the one with less restoration and way stays, then the shorter way. Ties
/// between ways to the same bite are decided by the drawn order of directions. One RNG draw.
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
    find_bites_below(state, usize::MAX, 0, scratch, rng)
}

/// As [`find_bites`], for a caller that has no use for plans of `limit` moves or more in all: those are
/// left out, which spares most of the work where the limit is low.
///
/// But at least `least` plans are returned if there are so many, whatever their moves; those at or
/// above the limit need not be the best then. So with 1 one knows whether there is any bite worth
/// making.
///
/// The plans below the limit are those of [`find_bites`], in the same order. One RNG draw, whatever
/// the limit.
pub fn find_bites_below<'a, R: Rng + ?Sized>(
    state: &'a State<'_>,
    limit: usize,
    least: usize,
    scratch: &'a mut Scratch,
    rng: &mut R,
) -> Bites<'a> {
    let Draw { order, .. } = Draw::new(rng);
    let frontiers = &mut scratch.frontiers;
    let demand = Demand { limit, least };
    let mut plans = ArrayVec::new();
    if let Some(colour) = state.target_colour()
        && demand.can_be_met()
    {
        if state.grid().side() <= HALF_ROWS {
            Planner::<1>::new(state, colour, order, demand, &mut plans).run(frontiers);
        } else {
            Planner::<2>::new(state, colour, order, demand, &mut plans).run(frontiers);
        }
    }
    Bites { plans, order, state, frontiers }
}

/// What plans are asked for, see [`find_bites_below`].
#[derive(Clone, Copy)]
struct Demand {
    limit: usize,
    least: usize,
}

impl Demand {
    /// No plan has fewer moves than one that bites and one that eats a target.
    const FEWEST_MOVES: usize = 2;

    /// Whether any plan can be of use.
    const fn can_be_met(self) -> bool {
        self.limit > Self::FEWEST_MOVES || self.least > 0
    }

    /// Totals must stay below this to be of use besides these plans.
    #[inline]
    fn limit_besides(self, plans: &ArrayVec<BitePlan, MAX_BITES>) -> usize {
        if plans.len() < self.least {
            usize::MAX
        } else if plans.is_full() {
            self.limit.min(plans[MAX_BITES - 1].total.into())
        } else {
            self.limit
        }
    }
}

/// A place where the body can be bitten after `way` moves: today's ordinal `ordinal`.
///
/// Ordered by what is better: a larger ordinal, then a shorter way. The default is none at all.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// The ordinal in the upper bits, `MAX_WAY + 1 - way` (at least 1) in the lower.
    key: i16,
}

impl Candidate {
    /// Bits of the lower part.
    const WAY_BITS: u32 = 4;

    #[inline]
    const fn new(way: usize, ordinal: usize) -> Self {
        Self { key: (ordinal << Self::WAY_BITS | (MAX_WAY + 1 - way)) as i16 }
    }

    #[inline]
    const fn is_none(self) -> bool {
        self.key == 0
    }

    #[inline]
    const fn ordinal(self) -> usize {
        (self.key >> Self::WAY_BITS) as usize
    }

    #[inline]
    const fn way(self) -> usize {
        MAX_WAY + 1 - (self.key as usize & ((1 << Self::WAY_BITS) - 1))
    }
}

/// The bites that have been met and not yet validated: at most one for each number of moves.
#[derive(Default)]
struct Candidates {
    by_way: [Candidate; MAX_WAY + 1],
    best: Candidate,
}

impl Candidates {
    #[inline]
    fn insert(&mut self, candidate: Candidate) {
        self.by_way[candidate.way()] = candidate;
        self.best = self.best.max(candidate);
    }

    /// Takes the best one, if there is one whose ordinal is not below the given one.
    #[inline]
    fn pop(&mut self, least: usize) -> Option<Candidate> {
        let best = self.best;
        if best.is_none() || best.ordinal() < least {
            return None;
        }
        self.by_way[best.way()] = Candidate::default();
        // All of them: a handful of vector instructions, and no branch to guess.
        self.best = self.by_way.into_iter().max().unwrap_or_default();
        Some(best)
    }
}

/// The search for the best plans, for a state whose wanted sequence is not complete.
struct Planner<'s, const HALVES: usize> {
    state: &'s State<'s>,
    /// Decides between ways to the same bite, and so where the body will lie.
    order: DirectionOrder,
    demand: Demand,
    cells: PresentCells<HALVES>,
    /// Ordinal of the right tail.
    right_tail: usize,
    /// On the board already.
    targets: CellSet,
    /// Ordinals of the wrong parts that have the wanted colour.
    wrong: ArrayVec<u8, MAX_WANTED>,
    candidates: Candidates,
    /// The best so far, in order.
    plans: &'s mut ArrayVec<BitePlan, MAX_BITES>,
}

impl<'s, const HALVES: usize> Planner<'s, HALVES> {
    fn new(
        state: &'s State<'_>,
        colour: Colour,
        order: DirectionOrder,
        demand: Demand,
        plans: &'s mut ArrayVec<BitePlan, MAX_BITES>,
    ) -> Self {
        let wrong = (state.prefix()..state.snake().len())
            .filter(|&part| state.colours()[part] == colour)
            .map(|part| part as u8)
            .collect();
        Self {
            state,
            order,
            demand,
            cells: present_cells(state),
            right_tail: state.prefix() - 1,
            targets: state.board().foods_of(colour),
            wrong,
            candidates: Candidates::default(),
            plans,
        }
    }

    /// Best first: a bite at ordinal `j` takes `right_tail - j` moves and at least one more, and
    /// one met at turn `t` or later has `j <= last_part - t`. So flood and validation take turns,
    /// whichever could still lead to fewer moves, and both end when neither can do better than the
    /// plans found.
    fn run(&mut self, frontiers: &mut Frontiers) {
        let snake = self.state.snake();
        let last_part = self.right_tail.min(snake.len() - 2);
        let last_turn = MAX_WAY.min(last_part);
        let mut flood = Flood::new(self.state, &self.cells, snake.head());
        let mut bodies = self.bodies_worth_biting(last_part);
        // Where nothing is left to be bitten, or the flood ends, what has been met is all there is.
        let turn_after = |turn, is_any_left| if is_any_left { turn + 1 } else { MAX_WAY + 1 };
        let mut turn = turn_after(0, !bodies.is_empty());
        loop {
            let furthest = last_part.saturating_sub(turn);
            self.validate_from(if turn > last_turn { 0 } else { furthest }, frontiers);
            if turn > last_turn || self.right_tail - furthest + 1 >= self.limit() {
                return;
            }
            frontiers.keep(turn - 1, flood.frontier());
            let Turn { met, freed } = flood.meet();
            bodies = bodies.without(freed);
            self.add_candidate(met.and(bodies), turn, furthest);
            turn = turn_after(turn, flood.enter(met) && !bodies.is_empty());
        }
    }

    /// The cells of those parts before `last_part` whose bite could be of use, and perhaps of some more.
    #[inline]
    fn bodies_worth_biting(&self, last_part: usize) -> Rows<HALVES> {
        let snake = self.state.snake();
        let add = |rows: Rows<HALVES>, part| rows.or(Rows::single(snake.cell(part)));
        // A bite at part `j` takes `right_tail - j` moves and one more.
        let first = (self.right_tail + 2).saturating_sub(self.limit());
        if last_part.saturating_sub(first) < snake.len() / 2 {
            // Few: those that the head can come to in time, at most `last_part - j` turns from now.
            let head = snake.head();
            let is_near = |part: &usize| {
                head.manhattan_distance(snake.cell(*part)) <= MAX_WAY.min(last_part - part)
            };
            return (first..last_part).filter(is_near).fold(Rows::empty(), add);
        }
        // The tail is not among the closed cells, or shares its cell with a part that counts.
        let beyond = (last_part..snake.len() - 1).fold(Rows::empty(), add);
        self.cells.closed.without(beyond)
    }

    /// Totals must stay below this to be kept.
    #[inline]
    fn limit(&self) -> usize {
        self.demand.limit_besides(self.plans)
    }

    /// Takes the best of the body cells met at a turn: the one with the largest ordinal that is not
    /// beyond `furthest`.
    #[inline]
    fn add_candidate(&mut self, met: Rows<HALVES>, way: usize, furthest: usize) {
        if met.is_empty() {
            return;
        }
        let (board, head) = (self.state.board(), self.state.snake().head_index());
        let ordinals = MIN_PART.saturating_sub(way)..=furthest;
        let best = met
            .cells()
            .iter()
            .map(|cell| (head + board.square(cell)) as usize)
            .filter(|ordinal| ordinals.contains(ordinal))
            .max();
        if let Some(ordinal) = best {
            self.candidates.insert(Candidate::new(way, ordinal));
        }
    }

    /// Validates the candidates whose ordinal is not below the given one, best first.
    #[inline]
    fn validate_from(&mut self, least: usize, frontiers: &Frontiers) {
        while let Some(candidate) = self.candidates.pop(least) {
            self.validate(candidate.way(), candidate.ordinal(), frontiers);
        }
    }

    /// Keeps the bite's plan if it is among the best.
    fn validate(&mut self, way: usize, ordinal: usize, frontiers: &Frontiers) {
        let before = self.right_tail - ordinal;
        let Some(limit) = self.limit().checked_sub(before) else { return };
        let Some((target, distance)) = self.nearest(way, ordinal, limit, frontiers) else {
            return;
        };
        let total = (before + distance) as u16;
        let plan = BitePlan { way: way as u8, part: (ordinal + way) as u8, target, total };
        if let Some(same) = self.plans.iter().position(|other| other.target == target) {
            if self.plans[same].total <= total {
                return;
            }
            self.plans.remove(same);
        }
        let place = self.plans.iter().position(|other| other.total > total);
        let place = place.unwrap_or(self.plans.len());
        if self.plans.is_full() {
            self.plans.pop();
        }
        self.plans.insert(place, plan);
    }

    /// The target nearest to the end of the restoration after a bite `way` moves from now at today's
    /// part `bitten`, and its distance; only if that is below `limit`.
    ///
    /// The snake lies then, from the tail on, on today's parts `bitten`, ..., 0, on the way's cells (the
    /// last one is that of `bitten` again, which the tail shares), and on today's parts `bitten + 1`,
    /// ..., `right_tail - way`, where its head is. In this order its cells become free.
    #[inline]
    fn nearest(
        &self,
        way: usize,
        bitten: usize,
        limit: usize,
        frontiers: &Frontiers,
    ) -> Option<(Cell, usize)> {
        let snake = self.state.snake();
        let start = snake.cell(self.right_tail - way);
        let wrong = self.wrong.iter().map(|&part| snake.cell(usize::from(part) - way));
        let is_in_reach = |end: Cell| start.manhattan_distance(end) < limit;
        if !self.targets.iter().any(is_in_reach) && !wrong.clone().any(is_in_reach) {
            return None;
        }
        let ends = wrong.fold(Rows::new(&self.targets), |ends, cell| ends.or(Rows::single(cell)));
        // On the way the tail leaves the cells of today's last parts. (Its own cell is open already,
        // unless a part nearer to the head shares it and stays.)
        let left = snake.len() - way..snake.len() - 1;
        let open = left.fold(self.cells.open, |open, part| open.or(Rows::single(snake.cell(part))));
        let way_cells = self.way_cells(way, bitten, frontiers);
        let mut open = way_cells.iter().fold(open, |open, &cell| open.without(Rows::single(cell)));
        let mut frontier = Rows::single(start);
        for distance in 1..limit {
            // The part that is `distance` parts before the tail leaves its cell.
            let leaving = if distance <= bitten {
                Some(snake.cell(bitten - distance))
            } else if let Some(&cell) = way_cells.get(distance - bitten - 1) {
                Some(cell)
            } else if distance < self.right_tail {
                Some(snake.cell(distance - way))
            } else {
                None
            };
            // With nothing to restore the head shares its cell, the bitten one, with the tail.
            if let Some(cell) = leaving
                && cell != start
            {
                open = open.or(Rows::single(cell));
            }
            let met = frontier.neighbours();
            let reached = met.and(ends);
            if !reached.is_empty() {
                return reached.cells().first().map(|end| (end, distance));
            }
            frontier = met.and(open);
            if frontier.is_empty() {
                return None;
            }
            open = open.without(frontier);
        }
        None
    }

    /// The cells of the way to a bite in order, the bitten one last.
    #[inline]
    fn way_cells(
        &self,
        way: usize,
        bitten: usize,
        frontiers: &Frontiers,
    ) -> ArrayVec<Cell, MAX_WAY> {
        let mut cells = ArrayVec::from([Cell::default(); MAX_WAY]);
        cells.truncate(way);
        let mut at = self.state.snake().cell(bitten);
        for (turn, cell) in cells.iter_mut().enumerate().rev() {
            *cell = at;
            (_, at) = frontiers.step_back(at, turn, self.order);
        }
        cells
    }
}
