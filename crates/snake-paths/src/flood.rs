//! Breadth-first floods, all cells of a turn at once.
//!
//! A turn's frontier is a 256-bit board; the next one is its neighbours that are open. Two things
//! make it the flood of a snake rather than of a point:
//!
//! * the tail leaves its cells turn by turn, so body cells open as the flood goes on;
//! * the frontier of every turn is kept, so that a path can be walked back from any cell reached.

use snake_core::{CELL_COUNT, Cell, CellSet, Direction, SerialIndex, Snake, State};

use crate::directions::{DirectionOrder, around, step_from};
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
        let mut at = end;
        for turn in (0..distance).rev() {
            let direction;
            (direction, at) = self.step_back(at, turn, order);
            path.set(turn, direction);
        }
    }

    /// The move that enters a cell after turn `turn`, and the cell it comes from; where several cells
    /// of that turn's frontier precede, `order` decides.
    #[inline]
    pub(crate) fn step_back(
        &self,
        entered: Cell,
        turn: usize,
        order: DirectionOrder,
    ) -> (Direction, Cell) {
        // Those directions that lead here from a cell of the frontier.
        let direction = order.first_of(around(self.at(turn), entered).reversed());
        (direction, step_from(entered, direction.opposite()))
    }
}

/// What the cells of a state hold before any move.
#[derive(Clone, Copy)]
pub(crate) struct PresentCells<const HALVES: usize> {
    /// Neither food nor a part that would be bitten: empty cells, and the tail's.
    pub(crate) open: Rows<HALVES>,
    /// Parts that are in the way: all but the tail.
    pub(crate) closed: Rows<HALVES>,
}

/// The open and the closed cells of a state.
#[inline]
pub(crate) fn present_cells<const HALVES: usize>(state: &State<'_>) -> PresentCells<HALVES> {
    let (board, snake) = (state.board(), state.snake());
    let (tail, bodies) = (snake.tail(), Rows::new(&board.bodies()));
    // A part nearer to the head may share the tail's cell: then that part's index counts.
    let is_free = board.body(tail) == Some(snake.tail_index());
    let freed = if is_free { Rows::single(tail) } else { Rows::empty() };
    let closed = bodies.without(freed);
    let grid = Rows::new(&state.grid().cell_set());
    PresentCells { open: grid.without(closed.or(Rows::new(&board.foods()))), closed }
}

/// A flood under way, through the cells without food of a state's board.
///
/// Each cell is entered at most once, from the current frontier only. A body cell is entered only
/// if it is free when it is met; it stays unvisited otherwise, and may be met again later. The
/// start is never entered.
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
    /// The flood of a head standing on `start`, in the present state, before its first turn. The
    /// cells are [`present_cells`] of the same state.
    #[inline]
    pub(crate) fn new(state: &'s State<'_>, cells: &PresentCells<HALVES>, start: Cell) -> Self {
        let (frontier, snake) = (Rows::single(start), state.snake());
        let (open, leaving) = (cells.open.without(frontier), snake.tail_index() + 1);
        Self { frontier, open, start, snake, leaving }
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
