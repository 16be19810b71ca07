//! Breadth-first floods, all cells of a turn at once.
//!
//! A turn's frontier is a 256-bit board; the next one is its neighbours that are open. Two things
//! make it the flood of a snake rather than of a point:
//!
//! * the tail leaves its cells turn by turn, so body cells open as the flood goes on;
//! * the frontier of every turn is kept, so that a path can be walked back from any cell reached.

use snake_core::{CELL_COUNT, Cell, CellSet, Direction, MAX_SIDE, SerialIndex, Snake, State};

use crate::directions::DirectionOrder;
use crate::path::Path;
use crate::rows::Rows;

/// The cells first entered at each turn; turn 0 holds the start.
#[derive(Clone, Debug)]
pub(crate) struct Frontiers {
    turns: [CellSet; CELL_COUNT],
}

impl Frontiers {
    pub(crate) const fn new() -> Self {
        Self { turns: [CellSet::EMPTY; CELL_COUNT] }
    }

    /// The cells of a turn.
    #[inline]
    pub(crate) const fn at(&self, turn: usize) -> &CellSet {
        &self.turns[turn % CELL_COUNT]
    }

    /// Keeps the cells of a turn. A flood enters each cell once, so it has fewer turns than cells.
    #[inline]
    pub(crate) const fn keep(&mut self, turn: usize, cells: CellSet) {
        debug_assert!(turn < CELL_COUNT);
        self.turns[turn % CELL_COUNT] = cells;
    }

    /// Writes the moves that lead from the start to `end`, entered at turn `distance`, to the
    /// first `distance` steps of the path.
    ///
    /// Walked back from the end; where several cells of a frontier precede, `order` decides.
    #[inline]
    pub(crate) fn walk_back(
        &self,
        end: Cell,
        distance: usize,
        order: DirectionOrder,
        path: &mut Path,
    ) {
        const STRIDE: usize = MAX_SIDE;
        let mut at = end.index();
        for turn in (0..distance).rev() {
            let frontier = self.at(turn);
            let holds = |index: usize| frontier.contains(Cell::from_index(index as u8));
            // Bit d: direction d leads here from a cell of the frontier. A step beyond the side
            // edge need not be checked: it would wrap to a cell of the wrong parity.
            let up = holds(at + STRIDE) & (at < CELL_COUNT - STRIDE);
            let down = holds(at.wrapping_sub(STRIDE)) & (at >= STRIDE);
            let (left, right) = (holds(at + 1), holds(at.wrapping_sub(1)));
            let from = [up, down, left, right];
            let set = (0..4).fold(0, |set, bit| set | u32::from(from[bit]) << bit);
            let direction = order.first_of(set);
            path.set(turn, direction);
            at = match direction {
                Direction::Up => at + STRIDE,
                Direction::Down => at - STRIDE,
                Direction::Left => at + 1,
                Direction::Right => at - 1,
            };
        }
    }
}

/// A flood under way, through the cells without food of a state's board.
///
/// Each cell is entered at most once, from the current frontier only. A body cell is entered only if
/// it is free when it is met; it stays unvisited otherwise, and may be met again later. The start is
/// never entered.
pub(crate) struct Flood<'s, const HALVES: usize> {
    /// The cells entered at the last turn.
    frontier: Rows<HALVES>,
    /// The cells that are free by now and have not been entered.
    open: Rows<HALVES>,
    start: Cell,
    snake: &'s Snake,
    /// Serial index of the part whose cell opens next. A head that arrives after `t` moves without
    /// eating may enter the cell of the part with serial index `i` when `t >= i - tail index`
    /// (`rules.md`, "Consequences").
    leaving: SerialIndex,
}

/// What a flood meets in a turn.
pub(crate) struct Turn<const HALVES: usize> {
    /// All neighbours of the frontier, cells outside the grid among them.
    pub(crate) met: Rows<HALVES>,
    /// The body cell that has become free for this turn, if any.
    pub(crate) freed: Rows<HALVES>,
}

impl<'s, const HALVES: usize> Flood<'s, HALVES> {
    /// The flood of a head standing on `start`, in the present state, before its first turn; and the
    /// cell that is free without any move, the tail's.
    #[inline]
    pub(crate) fn new(state: &'s State<'_>, start: Cell) -> (Self, Rows<HALVES>) {
        let (board, snake) = (state.board(), state.snake());
        let filled = Rows::new(&board.foods()).or(Rows::new(&board.bodies()));
        let (tail, tail_index) = (snake.tail(), snake.tail_index());
        // A part nearer to the head may share the tail's cell: then that part's index counts.
        let is_free = board.body(tail) == Some(tail_index) && tail != start;
        let freed = if is_free { Rows::single(tail) } else { Rows::empty() };
        let flood = Self {
            frontier: Rows::single(start),
            open: Rows::new(&state.grid().cell_set()).without(filled).or(freed),
            start,
            snake,
            leaving: tail_index + 1,
        };
        (flood, freed)
    }

    /// The cells entered at the last turn; the start at first.
    #[inline]
    pub(crate) fn frontier(&self) -> CellSet {
        self.frontier.cells()
    }

    /// Begins the next turn.
    #[inline]
    pub(crate) fn meet(&mut self) -> Turn<HALVES> {
        let met = self.frontier.neighbours();
        let ordinal = self.snake.head_index() - self.leaving;
        if ordinal < 0 {
            return Turn { met, freed: Rows::empty() };
        }
        self.leaving += 1;
        let cell = self.snake.cell(ordinal as usize);
        if cell == self.start {
            return Turn { met, freed: Rows::empty() };
        }
        let freed = Rows::single(cell);
        self.open = self.open.or(freed);
        Turn { met, freed }
    }

    /// Ends the turn: enters those cells met that are open. Whether there are any.
    #[inline]
    pub(crate) fn enter(&mut self, met: Rows<HALVES>) -> bool {
        self.frontier = met.and(self.open);
        self.open = self.open.without(self.frontier);
        !self.frontier.is_empty()
    }
}
